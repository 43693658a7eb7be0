// The games that this browser keeps, in the list of one's games.

import { say } from './announce.js';
import { introduce, request } from './api.js';
import { leaveOnce } from './busy.js';
import { forgetGame, opponentOf } from './kept-games.js';
import { copyOf, find, findAll } from './page.js';
import { inShort, playedGames } from './played-games.js';
import { askFirst } from './question.js';
import { keepCode } from './secrets.js';

const list = find('#here');

async function show() {
  const games = await playedGames();
  list.hidden = games.length === 0;
  find('ul', list).replaceChildren(...games.map(row));
}

/** @param {import('./kept-games.js').KeptGame} game */
function row(game) {
  const own = copyOf('here-row');
  for (const link of findAll('a', own)) /** @type {HTMLAnchorElement} */ (link).href = `/play/${game.game}#${game.id}`;
  find('.names', own).textContent = opponentOf(game);
  find('.says', own).textContent = inShort(game.status);
  find('.how', own).textContent = `${inShort(game.title)} · ${new Date(game.changed).toISOString().slice(0, 10)}`;
  find('[data-do="delete"]', own).addEventListener('click', () => void remove(game, own));
  const button = find('[data-do="upload"]', own);
  button.addEventListener('click', () => void leaveOnce(button, () => upload(game), (why) => { find('.problem', list).textContent = why; }));
  void draw(game, /** @type {HTMLImageElement} */ (find('img', own)));
  return own;
}

/**
 * Deletes a game, if that is meant: no other place has it.
 * @param {import('./kept-games.js').KeptGame} game
 * @param {HTMLElement} own its row
 */
async function remove(game, own) {
  const which = `${find('.names', own).textContent}, ${inShort(game.title)}`;
  if (!await askFirst(`Delete the game (${which})? This cannot be undone.`, 'Delete')) return;
  const place = [...find('ul', list).children].indexOf(own);
  await forgetGame(game.id);
  await show();
  // The button is gone: the keyboard goes on at the game that has taken its place, or at the top of the page.
  const next = findAll('.what', list).at(place) ?? findAll('.what', list).at(-1) ?? find('h1');
  if (next.matches('h1')) next.tabIndex = -1;
  next.focus();
  say('Game deleted.');
}

/** @param {import('./kept-games.js').KeptGame} game @param {HTMLImageElement} picture */
async function draw(game, picture) {
  const svg = await request('GET', `/api/draw?${new URLSearchParams({ setup: game.offer.setup, moves: game.moves })}`).catch(() => null);
  if (svg !== null) picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/**
 * Has the house keep a game from now on: it is in the list on every device of the visitor, and has a link for those who
 * want to watch.
 * @param {import('./kept-games.js').KeptGame} game
 */
async function upload(game) {
  const { visitor, ...offer } = game.offer;
  const { name } = await request('GET', '/api/me');
  // Only a visitor who is not known yet is called as in the game: others may have another name by now.
  await introduce(name === null ? visitor ?? '' : '');
  const laid = await request('POST', '/api/tables', { ...offer, record: game.record });
  keepCode(laid.table, laid.code);
  await forgetGame(game.id);
  location.href = laid.watch;
}

await show();
