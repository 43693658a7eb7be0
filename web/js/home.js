// The home page: offering a table, sitting down again, and the lists of games.

import { Refusal, introduce, request } from './api.js';
import { leaveOnce } from './busy.js';
import { offerFirstGame } from './first.js';
import { opponentOf } from './kept-games.js';
import { canRunModule, come, isModuleReady } from './local.js';
import { begin } from './page-game.js';
import { copyOf, find, findAll, seek } from './page.js';
import { inShort, playedGames } from './played-games.js';
import { forgetAll, keepCode, keepInvitation } from './secrets.js';
import { Line } from './socket.js';

const nameForm = /** @type {HTMLFormElement} */ (find('#name'));
const nameField = /** @type {HTMLInputElement} */ (find('input', nameForm));
const saved = find('.saved', nameForm);

/** @param {string} text @param {boolean} isProblem */
function tellOfName(text, isProblem) {
  saved.textContent = text;
  saved.classList.toggle('problem', isProblem);
}

// What was said is not true of what is typed now.
nameField.addEventListener('input', () => tellOfName('', false));

nameForm.addEventListener('submit', async (event) => {
  event.preventDefault();
  try {
    await introduce(nameField.value);
    tellOfName(saved.dataset.says ?? '', false);
  } catch (error) {
    tellOfName(/** @type {Error} */ (error).message, true);
  }
});

offerFirstGame(() => nameField.value);

for (const button of findAll('[data-with]')) {
  button.addEventListener('click', () => {
    const dialog = /** @type {HTMLDialogElement} */ (find(`#offer-${button.dataset.game}`));
    const way = /** @type {HTMLInputElement} */ (find(`input[value="${button.dataset.with}"]`, dialog));
    if (!way.disabled) way.checked = true;
    // It comes while the form is looked at. Those who pay for each byte play at the house.
    if (['engine', 'same-screen'].includes(way.value) && /** @type {any} */ (navigator).connection?.saveData !== true) void come();
    dialog.showModal();
    // Enter starts the game from here too, and the form is read from its beginning.
    way.focus({ preventScroll: true });
    find('.dialog-body', dialog).scrollTop = 0;
  });
}

// Everything else is as it was where the browser cannot play by itself.
if (!canRunModule()) for (const label of findAll('.only-alone')) label.remove();

for (const closing of findAll('[data-close]')) {
  closing.addEventListener('click', () => closing.closest('dialog')?.close());
}

for (const form of findAll('.offer form')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const tell = (/** @type {string} */ says) => { find('.problem', form).textContent = says; };
    tell('');
    void leaveOnce(form, () => lay(/** @type {HTMLFormElement} */ (form)), tell);
  });
}

/** @param {HTMLFormElement} form */
async function lay(form) {
  const fields = new FormData(form);
  const text = (/** @type {string} */ name) => String(fields.get(name) ?? '');
  const withWhom = text('with');
  const isForTwo = withWhom === 'same-screen';
  /** The name of the second player: an empty field means the one that stood there. */
  const second = () => text('name').trim() || /** @type {HTMLInputElement} */ (find('[name="name"]', form)).defaultValue;
  /** Plays in the page, which starts at once and costs the house nothing. */
  const playHere = () => {
    const sides = /** @type {HTMLOptionElement[]} */ (findAll('[name="side"] option', form)).map(({ value }) => value).filter((own) => own !== '');
    const side = text('side') || sides[Math.floor(Math.random() * sides.length)];
    const beginning = { setup: setupOf(form), level: isForTwo ? null : text('level'), side, names: [nameField.value, isForTwo ? second() : ''] };
    location.href = `/play/${form.dataset.game}${begin(beginning)}`;
  };
  const mayBeHere = canRunModule() && (isForTwo || withWhom === 'engine');
  // Clocks and watchers need the house; and it plays for as long as the module has not arrived.
  const needsHouse = fields.has('online') || fields.has('public') || text('time') !== 'none';
  if (mayBeHere && !needsHouse && await isModuleReady()) { playHere(); return; }
  try {
    await introduce(nameField.value);
  } catch (error) {
    if (!mayBeHere || !(error instanceof Refusal) || error.id !== 'unreachable') throw error;
    playHere();
    return;
  }
  const laid = await request('POST', '/api/tables', {
    setup: setupOf(form),
    with: withWhom,
    pair: withWhom === 'anyone',
    time: text('time') === 'custom' ? `${text('minutes')}+${text('seconds')}` : text('time'),
    side: text('side') || null,
    level: withWhom === 'engine' ? Number(text('level')) : null,
    name: isForTwo ? second() : null,
    public: withWhom === 'anyone' || fields.has('public'),
  });
  keepCode(laid.table, laid.code);
  if (laid.invitation !== null) keepInvitation(laid.table, laid.invitation);
  location.href = laid.watch;
}

/**
 * The set-up string: the game and the options of its form.
 * @param {HTMLFormElement} form
 */
function setupOf(form) {
  /** @type {HTMLSelectElement[]} */
  const chosen = findAll('[data-option]', form);
  /** @type {HTMLInputElement[]} */
  const switches = findAll('[data-option-off]', form);
  const options = [
    ...chosen.map((field) => field.value),
    ...switches.filter((field) => !field.checked).map((field) => field.dataset.optionOff),
  ];
  return [form.dataset.game, ...(options.length > 0 ? [options.join(',')] : [])].join(':');
}

find('#come-back').addEventListener('submit', async (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (find('#come-back input'));
  field.setCustomValidity('');
  try {
    // The code of another device carries everything over; that of a seat is for one game.
    const next = await continueFrom(field.value);
    if (next !== null) {
      location.href = next;
      return;
    }
    const { table } = await request('POST', '/api/seat', { code: field.value });
    keepCode(table, field.value);
    location.href = `/t/${table}`;
  } catch (error) {
    field.setCustomValidity(/** @type {Refusal} */ (error).message);
    field.reportValidity();
    field.addEventListener('input', () => field.setCustomValidity(''), { once: true });
  }
});

/**
 * Continues from another device, if this is its code.
 * @param {string} code
 * @returns {Promise<string | null>} where to go then; to a question first, where a guest with games is known
 * here
 */
async function continueFrom(code) {
  try {
    await request('POST', '/api/continue', { code });
    forgetAll();
    return '/games';
  } catch (error) {
    const { id } = /** @type {import('./api.js').Refusal} */ (error);
    if (id === 'no-code') return null;
    if (id === 'has-games') return `/continue#${encodeURIComponent(code.trim())}`;
    throw error;
  }
}

/** @type {Map<string, import('./types').BoardView>} the boards that are shown, by table */
const boards = new Map();

/**
 * Shows the board of a game in the list, and whose turn it is.
 * @param {HTMLElement} row
 * @param {import('./types').BoardView} board
 */
function showBoard(row, { svg, status }) {
  find('a', row).dataset.board = 'yes';
  // A drawing of the server's own.
  find('.board', row).innerHTML = svg;
  find('.status', row).textContent = status;
}

/** @param {import('./types').BoardView[]} changed */
function showBoards(changed) {
  for (const board of changed) {
    boards.set(board.table, board);
    const row = seek(`#list-live a[href="/t/${board.table}"]`)?.closest('li');
    if (row) showBoard(row, board);
  }
}

/**
 * @param {string} id
 * @param {import('./types').ListedView[]} tables
 */
function showList(id, tables) {
  const list = seek(`#list-${id}`);
  if (list === null) return;
  const lines = find('ul', list);
  const rows = tables.map((table) => rowOf(table, lines));
  const focused = document.activeElement;
  for (const row of [...lines.children]) if (!rows.includes(/** @type {HTMLElement} */ (row))) row.remove();
  // Rows that are where they belong stay there, and with them the focus. What has to move loses it for a moment.
  for (const [at, row] of rows.entries()) if (lines.children[at] !== row) lines.insertBefore(row, lines.children[at] ?? null);
  if (focused instanceof HTMLElement && focused !== document.activeElement && lines.contains(focused)) focused.focus({ preventScroll: true });
  find('.empty', list).hidden = tables.length > 0;
}

/**
 * The row of a table: the one that is shown already, with the board that came with the page, or a new one.
 * @param {import('./types').ListedView} table
 * @param {HTMLElement} lines
 */
function rowOf(table, lines) {
  const row = seek(`a[href="/t/${table.table}"]`, lines)?.closest('li') ?? copyOf('row');
  /** @type {HTMLAnchorElement} */ (find('a', row)).href = `/t/${table.table}`;
  find('.names', row).textContent = table.names.filter((name) => name !== null).join(' – ');
  find('.what', row).textContent = table.name;
  find('.how', row).textContent = table.time ?? '';
  const board = boards.get(table.table);
  if (board !== undefined) showBoard(row, board);
  return row;
}

/** The unfinished games that only this browser has, below those that the house knows. */
async function showKept() {
  const games = (await playedGames()).filter(({ isOver }) => !isOver);
  const own = find('#list-own');
  for (const row of findAll('[data-kept]', own)) row.remove();
  find('ul', own).append(...games.map((game) => {
    const row = copyOf('row');
    row.dataset.kept = '';
    /** @type {HTMLAnchorElement} */ (find('a', row)).href = `/play/${game.game}#${game.id}`;
    find('.names', row).textContent = opponentOf(game);
    find('.what', row).textContent = inShort(game.title);
    find('.how', row).textContent = inShort(game.status);
    return row;
  }));
  find('.empty', own).hidden = seek('li', own) !== null;
}

// Also when a browser shows the page again as it was left.
addEventListener('pageshow', () => void showKept());

new Line(() => '/api/lobby/socket', {
  said(message) {
    if (message.type === 'boards') showBoards(message.boards);
    if (message.type !== 'lobby') return;
    delete document.documentElement.dataset.unreached;
    for (const table of boards.keys()) {
      if (!message.live.some((/** @type {import('./types').ListedView} */ listed) => listed.table === table)) boards.delete(table);
    }
    showList('open', message.open);
    showList('live', message.live);
  },
  lost() {},
  found() {},
});
