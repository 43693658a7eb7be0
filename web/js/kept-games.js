// The games that are played in this browser, which keeps them.

/**
 * @typedef {object} KeptGame
 * @property {string} id
 * @property {string} game the id of what is played
 * @property {string} record the game as SGF, from which it goes on
 * @property {string} moves its moves, with blanks between them
 * @property {{ setup: string, side: string, level: number | null, name: string | null, visitor?: string | null }} offer what a house is asked for that is to have the game
 * @property {string} title which game it is
 * @property {string} status whose turn it is or how it ended
 * @property {boolean} isOver
 * @property {number} changed when it was last changed, in milliseconds since 1970
 */

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('konoba', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('games', { keyPath: 'id' }));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
  return opened;
}

/**
 * Does something with the games that are kept, and once more if that failed.
 * @template T
 * @param {IDBTransactionMode} mode @param {(games: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>}
 */
async function within(mode, work) {
  const own = open();
  try {
    return await transact(await own, mode, work);
  } catch {
    // The browser may have closed the connection, as those of phones do while a page is in the background.
    if (opened === own) opened = null;
    return transact(await open(), mode, work);
  }
}

/**
 * @template T
 * @param {IDBDatabase} database @param {IDBTransactionMode} mode @param {(games: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>}
 */
function transact(database, mode, work) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction('games', mode);
    const request = work(transaction.objectStore('games'));
    transaction.addEventListener('complete', () => resolve(request.result));
    transaction.addEventListener('abort', () => reject(transaction.error));
  });
}

/**
 * Keeps a game, unless it went on elsewhere: another tab may have the same one. The answer is then what is kept.
 * @param {KeptGame} game
 * @param {KeptGame | null} before the game as it was last known to be kept, if it was
 * @returns {Promise<KeptGame | null>} nothing if the game was kept
 */
export async function keepGame(game, before) {
  /** @type {KeptGame | null} */
  let other = null;
  await within('readwrite', (games) => {
    other = null;
    const request = games.get(game.id);
    // Reading and writing are one transaction, so that no other tab comes between them.
    request.addEventListener('success', () => {
      const kept = request.result;
      if (kept !== undefined && before !== null && !isSame(kept, before)) other = kept;
      else games.put(game);
    });
    return request;
  });
  return other;
}

/** Whether a game stands where it stood. @param {KeptGame} one @param {KeptGame} other */
export function isSame(one, other) { return one.moves === other.moves && one.isOver === other.isOver; }

/** @param {string} id @returns {Promise<KeptGame | undefined>} */
export function keptGame(id) { return within('readonly', (games) => games.get(id)); }

/** Whom the visitor plays against. @param {KeptGame} game */
export function opponentOf({ offer: { level, name } }) { return level === null ? name : `Computer ${level}`; }

/** @param {string} id */
export function forgetGame(id) { return within('readwrite', (games) => games.delete(id)); }

/** All of them, the newest first. @returns {Promise<KeptGame[]>} */
export async function keptGames() {
  const games = await within('readonly', (own) => /** @type {IDBRequest<KeptGame[]>} */ (own.getAll()));
  return games.sort((one, other) => other.changed - one.changed);
}
