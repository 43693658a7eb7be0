// A game that is played in the page, against the computer or by two at this device. It speaks like the line to a table of
// the house, so that the page need not know the difference.

import { say } from './announce.js';
import { Refusal } from './api.js';
import { GameAnswers } from './game-answers.js';
import { isSame, keepGame, keptGame } from './kept-games.js';
import { find } from './page.js';
import { forgetUnplayed } from './played-games.js';
import { forget, keep, kept } from './secrets.js';

/** How long the computer thinks at full strength (below it `konoba-web/src/table.rs` decides), and before it can be interrupted, in milliseconds. */
const [THINKING, SLICE] = [3000, 250];
/** How long it thinks about a hint. */
const HINT = 700;

/** Where it is kept how a game is to begin, and what it stands behind in the address where a browser keeps nothing. */
const [BEGINNING, IN_ADDRESS] = ['konoba.beginning', '#begin='];

/** Tells the next page how a game is to begin. @param {object} beginning @returns {string} what has to stand at the end of its address */
export function begin(beginning) {
  const text = JSON.stringify(beginning);
  keep(BEGINNING, text);
  return kept(BEGINNING) === text ? '' : `${IN_ADDRESS}${encodeURIComponent(text)}`;
}

/** How a game is to begin, if the page before this one has told it. @returns {object | null} */
function takeBeginning() {
  const text = kept(BEGINNING);
  forget(BEGINNING);
  if (text === null && !location.hash.startsWith(IN_ADDRESS)) return null;
  try {
    return JSON.parse(text ?? decodeURIComponent(location.hash.slice(IN_ADDRESS.length)));
  } catch {
    throw new Error('The address of this game cannot be read.');
  }
}

/** The game that the address names. @param {string} id @returns {Promise<import('./kept-games.js').KeptGame>} */
async function findNamed(id) {
  const found = await keptGame(id).catch(() => {
    throw new Error('This browser does not let the page read the games that it keeps. Nothing was changed. Reload the page, or start another game.');
  });
  if (found === undefined) throw new Error('This browser does not have this game. It was deleted or put online here, or is in another browser.');
  return found;
}

export class PageGame {
  /** @type {import('./socket.js').LineEvents} */
  #events = { said() {}, lost() {}, found() {} };
  #game;
  #id;
  #answers;
  /** @type {any} what is known of the table as it was first shown */
  #first;
  #title = '';
  #status = '';
  /** @type {import('./kept-games.js').KeptGame | null} the game as it was last kept, or found there */
  #kept;
  /** How often the game was taken over from another tab, after which what was ordered or thought before is of no use. */
  #takeovers = 0;
  /** @type {Promise<unknown>} what is being shown and kept: one change after the other, or the second would be compared with the game as it was before the first */
  #taking = Promise.resolve();
  #hasToldLoss = false;

  /** @param {string} game @param {string} id @param {GameAnswers} answers @param {any} first @param {import('./kept-games.js').KeptGame | null} kept */
  constructor(game, id, answers, first, kept) {
    this.#game = game;
    this.#id = id;
    this.#answers = answers;
    this.#first = first;
    this.#kept = kept;
  }

  /**
   * Goes on with the game that the address names, or begins one. The page is made ready for its board.
   * @param {string} game
   */
  static async open(game) {
    const beginning = takeBeginning();
    const id = location.hash.slice(1);
    const found = beginning === null && id !== '' ? await findNamed(id) : null;
    const answers = new GameAnswers(game);
    await answers.open();
    const first = await answers.ask(found !== null
      ? { ask: 'resume', record: found.record, side: found.offer.side }
      : { setup: game, level: '1', names: ['', ''], ...beginning, ask: 'begin' }).catch((error) => {
      if (error instanceof Refusal && error.id !== 'unreachable') throw error;
      throw new Error('This game cannot be loaded. Nothing is lost: reload the page, or start a game online.');
    });
    if (found === null) void forgetUnplayed();
    const own = new PageGame(game, found?.id ?? newId(), answers, first, found);
    history.replaceState(null, '', `#${own.#id}`);
    const { table } = first.answer;
    // The page has come with the board of a game that is begun without further words.
    if (beginning !== null || found !== null) find('#board').innerHTML = (await answers.ask({ ask: 'board', setup: table.setup })).svg;
    for (const place of ['h1', '.panel .title']) find(place).textContent = table.title;
    for (const tool of ['share', ...(table.seats.some((/** @type {any} */ seat) => seat.is_engine) ? [] : ['hint'])]) {
      find(`[data-do="${tool}"]`).hidden = true;
    }
    return own;
  }

  /** Who is told what happens. @param {import('./socket.js').LineEvents} events */
  listen(events) {
    this.#events = events;
    this.#events.found();
    this.#events.said(this.#first.answer);
    void this.#take(this.#first);
    document.addEventListener('visibilitychange', () => { if (!document.hidden) void this.#compare(); });
    return this;
  }

  /** Looks whether the game went on in another tab. */
  #compare() {
    return this.#queue(async () => {
      const now = await keptGame(this.#id).catch(() => undefined);
      if (now !== undefined && this.#kept !== null && !isSame(now, this.#kept)) await this.#follow(now);
    });
  }

  /** Does something after all that is being shown and kept. @param {() => Promise<void>} work */
  #queue(work) {
    const own = this.#taking.then(work);
    this.#taking = own.catch(() => undefined);
    return own;
  }

  /** Goes on from where the game was brought in another tab. @param {import('./kept-games.js').KeptGame} now */
  async #follow(now) {
    this.#takeovers += 1;
    this.#kept = now;
    const resumed = await this.#answers.ask({ ask: 'resume', record: now.record, side: now.offer.side }).catch((error) => {
      find('#message').textContent = error.message;
      return null;
    });
    if (resumed === null) return;
    this.#events.said({ ...resumed.answer, says: ['This game went on in another tab. It is shown here as it stands now.'] });
    await this.#takeNow(resumed);
  }

  /** Nothing can break between a page and itself. */
  get holds() { return true; }

  /** @param {import('./types').Order} order @returns {Promise<any>} */
  async order(order) {
    const before = this.#takeovers;
    try {
      const changed = await this.#answers.ask({ ask: 'order', do: order.do, move: order.move, seat: order.seat });
      await this.#take(changed, before);
      return changed.answer;
    } catch (error) {
      return { type: 'refused', says: /** @type {Error} */ (error).message };
    }
  }

  /** @param {any} question @returns {Promise<any>} */
  async ask(question) {
    if (question.ask === 'why') return this.#answers.ask({ ask: 'table-why', move: question.move }).catch(() => undefined);
    if (question.ask === 'lines') return { type: 'lines', ...await this.#answers.ask({ ask: 'table-lines' }) };
    return undefined;
  }

  /** There is no seat to be taken up by a code. */
  tell() {}

  /** Nothing that was ordered outlives the page unanswered. @returns {import('./types').Order[]} */
  takeUnanswered() { return []; }

  /** What is answered to a question about the board. @param {string} question @returns {Promise<{ says: string }>} */
  read(question) { return this.#answers.ask({ ask: 'table-read', question }); }

  /** What the computer would play. @returns {Promise<import('./types').HintView>} */
  hint() { return this.#answers.ask({ ask: 'hint', millis: HINT }, HINT); }

  /**
   * Shows and keeps what has changed, after what has changed before it, and lets the computer answer.
   * @param {any} changed
   * @param {number} [takeovers] how many there had been when it was asked for
   */
  #take(changed, takeovers = this.#takeovers) {
    return this.#queue(async () => { if (takeovers === this.#takeovers) await this.#takeNow(changed); });
  }

  /** @param {any} changed */
  async #takeNow(changed) {
    const whole = changed.answer.type === 'table' ? changed.answer : changed.news;
    this.#status = whole?.table.status ?? this.#status;
    this.#title = whole?.table.title ?? this.#title;
    const id = changed.is_next ? newId() : this.#id;
    const own = {
      id, game: this.#game, record: changed.record, moves: changed.moves, offer: changed.offer, title: this.#title, status: this.#status, isOver: changed.is_over, changed: Date.now(),
    };
    let isKept = true;
    // A browser that keeps nothing plays all the same.
    const other = await keepGame(own, this.#kept).catch(() => { isKept = false; return null; });
    if (other !== null) {
      await this.#follow(other);
      return;
    }
    // What could not be kept is not what the next change is compared with.
    if (isKept) this.#kept = own;
    if (changed.is_next) {
      const { setup, side, level, name, visitor } = changed.offer;
      const place = isKept ? `#${id}` : begin({ setup, side, level: level === null ? null : String(level), names: [visitor ?? '', name ?? ''] });
      // In place of the game that is over: Back would change the address alone, and not the board.
      history.replaceState(null, '', `${location.pathname}${location.search}${place}`);
      location.reload();
      return;
    }
    /** @type {HTMLAnchorElement} */ (find('#record')).href = `data:application/x-go-sgf;charset=utf-8,${encodeURIComponent(changed.record)}`;
    /** @type {HTMLAnchorElement} */ (find('[data-choice="result"] a[href^="/review"]')).href = `/review?line=${encodeURIComponent(changed.line)}`;
    if (changed.news !== null) this.#events.said(changed.news);
    if (!isKept) this.#tellLoss();
    if (changed.is_thinking) void this.#think();
  }

  /** Says once that the game is gone with the page. */
  #tellLoss() {
    if (this.#hasToldLoss) return;
    this.#hasToldLoss = true;
    const says = 'This browser cannot keep this game. It is lost when you leave the page.';
    find('#message').textContent = says;
    say(says);
  }

  /** The computer thinks, a little at a time, so that it can be told to take a move back meanwhile. */
  async #think() {
    const before = this.#takeovers;
    for (let spent = SLICE; ; spent += SLICE) {
      const question = { ask: 'reply', millis: SLICE, is_last: spent >= THINKING };
      const changed = await this.#answers.ask(question, THINKING).catch((error) => {
        // It may be no longer its turn, of which nothing need be said.
        if (error.id !== 'no-turn') find('#message').textContent = error.message;
        return null;
      });
      if (changed === null || this.#takeovers !== before) return;
      if (changed.news !== null || !changed.is_thinking) {
        await this.#take(changed, before);
        return;
      }
    }
  }
}

/** A name that no other game in this browser has. */
function newId() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
