// A puzzle: a move, and what is said of it. A move that loses is refuted on the board and taken back.

import { say, shout } from './announce.js';
import { request } from './api.js';
import { Board } from './board.js';
import { isConfirmed, offer } from './choices.js';
import { Hand } from './hand.js';
import { listenToKeys } from './keys.js';
import { copy, find, mark, seek } from './page.js';
import { keepSolved, streakInWords } from './solved.js';

/** How long each move of a refutation or a solution is seen, and a move before it is answered. */
const SHOWN = 750;

const puzzle = find('#puzzle');
const { puzzle: text = '', game = '', number, day, today = '' } = puzzle.dataset;
const message = find('#message');
const task = find('#task');
/** @type {string[]} the moves that were right */
let done = [];
let mistakes = 0;
let hints = 0;
/** How many hints were given for this move. */
let hinted = 0;
/** What can be told of the solved puzzle. */
let result = '';
/** @type {string | null} the move that waits for a yes */
let waiting = null;
/** Each question has a number: what belongs to an older one is not shown any more. */
let asked = 0;
/** @type {{ before: import('./types').Patch[], boards: import('./types').Patch[][], after: import('./types').Patch[] } | null} what can be shown again */
let last = null;
/** @type {import('./types').Patch[] | null} the board as it will be when what is shown has been seen */
let following = null;

const hand = new Hand(() => { cancel(); dress(); });
const board = new Board(find('#board'), { choose, consider() {} });
board.frame.classList.add('live');
board.allow(puzzle.dataset.legal ?? '');
dress();

/** Shows on the board what would be placed. */
function dress() {
  const piece = hand.class || puzzle.dataset.hand;
  board.frame.classList.toggle('hand-first', piece === 'first');
  board.frame.classList.toggle('hand-second', piece === 'second');
}

/** @param {string} point @param {'mouse' | 'touch' | 'key'} by */
function choose(point, by) {
  if (puzzle.dataset.done !== undefined) return;
  const mv = `${hand.letter}${point}`;
  void (isConfirmed(by) && waiting !== mv ? consider(mv) : play(mv));
}

/**
 * Asks the page, or the server where it cannot answer; nothing is answered to those who have asked something else meanwhile.
 * @param {'look' | 'consider' | 'play' | 'hint' | 'solution'} act
 * @param {string | null} [mv]
 * @param {{ done?: string[], hinted?: number }} [from] where to begin, if not where the puzzle stands
 * @returns {Promise<import('./types').PuzzleAnswer | null>}
 */
async function ask(act, mv = null, from = {}) {
  cancel();
  settle();
  asked += 1;
  const own = asked;
  try {
    const body = {
      puzzle: text, number: number === undefined ? null : Number(number), done, do: act, move: mv, hinted, tries: [mistakes, hints], day: day ?? null, ...from,
    };
    const answer = await request('POST', '/api/puzzle', body);
    return own === asked ? answer : null;
  } catch (error) {
    if (own === asked) tell(/** @type {Error} */ (error).message, 'refused');
    return null;
  }
}

/** Asks whether a move is meant, or says why the rules refuse it. @param {string} mv */
async function consider(mv) {
  const answer = await ask('consider', mv);
  if (answer === null) return;
  board.show(answer.points);
  if (answer.asks === null) {
    tell(answer.says, 'refused');
    return;
  }
  waiting = mv;
  tell('', '');
  offer('confirm', answer.asks);
  say(answer.asks);
}

/** @param {string} mv */
async function play(mv) {
  const answer = await ask('play', mv);
  if (answer === null) return;
  switch (answer.worth) {
    case 'illegal':
      board.show(answer.points);
      tell(answer.says, 'refused');
      break;
    case 'wrong':
      mistakes += 1;
      show(answer, 'refused');
      break;
    case 'right':
      done.push(mv);
      hinted = 0;
      show(answer, 'right');
      break;
    case 'solved':
      finish(answer);
  }
}

/** @param {import('./types').PuzzleAnswer} answer */
function finish(answer) {
  result = answer.result ?? '';
  // A puzzle from a game of one's own has no number, and is not kept.
  if (number !== undefined) keepSolved(game, Number(number), day, today);
  const row = day !== undefined && day === today ? streakInWords(game, today) : '';
  const says = [answer.says, answer.about, row === '' ? '' : `${row}.`].filter((text) => text !== '').join(' ');
  show({ ...answer, says }, 'right');
  board.light();
  find('a, button', find('#done')).focus({ preventScroll: true });
}

/**
 * Shows boards one after the other and then the one that stands, and says what there is to say.
 * @param {import('./types').PuzzleAnswer} answer
 * @param {'refused' | 'right' | ''} kind
 */
function show(answer, kind) {
  const { boards } = answer;
  task.textContent = answer.task ?? '';
  mark(puzzle, 'done', answer.is_solved);
  find('#done').hidden = !answer.is_solved;
  find('#helps').hidden = answer.is_solved;
  // What is refuted can be looked at again; the answer to a right move cannot, and need not.
  last = boards.length > 0 && kind !== 'right' ? { before: board.everything(), boards, after: answer.points } : null;
  find('[data-do="replay"]').hidden = last === null;
  board.allow(answer.legal);
  tell(answer.says, kind);
  void playOut(boards, answer.points);
}

/** @param {import('./types').Patch[][]} boards @param {import('./types').Patch[]} after */
async function playOut(boards, after) {
  const own = asked;
  following = after;
  for (const patches of boards) {
    board.patch(patches);
    await new Promise((resolve) => { setTimeout(resolve, SHOWN); });
    if (own !== asked) return;
  }
  // The last one is seen for a while longer.
  if (boards.length > 1) await new Promise((resolve) => { setTimeout(resolve, SHOWN); });
  if (own === asked) settle();
}

/** Shows the board that stands, whatever is being shown. */
function settle() {
  if (following !== null) board.patch(following);
  following = null;
}

/** Forgets a move that was not meant. */
function cancel() {
  waiting = null;
  offer('confirm', null);
  board.clear();
}

/** @param {string} text @param {'refused' | 'right' | ''} kind */
function tell(text, kind) {
  message.textContent = text;
  message.className = `message ${kind}`;
  (kind === 'refused' ? shout : say)(text);
}

/** @type {Record<string, (button: HTMLElement) => void | Promise<void>>} */
const acts = {
  confirm() { if (waiting !== null) void play(waiting); },
  cancel() { cancel(); board.focus(); },
  async hint() {
    if (puzzle.dataset.done !== undefined) return;
    const next = Math.min(hinted + 1, 3);
    const answer = await ask('hint', null, { hinted: next });
    if (answer === null) return;
    // The last one can be read again, and helps no further.
    if (next > hinted) hints += 1;
    hinted = next;
    show(answer, '');
  },
  async solution() {
    const answer = await ask('solution');
    if (answer === null) return;
    // Who has seen it has had help.
    hints += 1;
    done = [];
    hinted = 0;
    show(answer, '');
  },
  replay() {
    if (last === null) return;
    settle();
    asked += 1;
    board.patch(last.before);
    void playOut(last.boards, last.after);
  },
  async again() {
    const answer = await ask('look', null, { done: [], hinted: 0 });
    if (answer !== null) {
      done = [];
      hinted = 0;
      show(answer, '');
    }
    board.focus();
  },
  keys() { /** @type {HTMLDialogElement} */ (find('#keys')).showModal(); },
  async share(button) { await copy(`${result}\n${location.origin}${location.pathname}`, button); },
};

for (const [act, run] of Object.entries(acts)) seek(`[data-do="${act}"]`)?.addEventListener('click', (event) => void run(/** @type {HTMLElement} */ (event.currentTarget)));
listenToKeys({
  typing(text) { message.textContent = text === '' ? '' : `${text} …`; message.className = 'message'; },
  typed: (text) => { if (board.has(text)) choose(text, 'key'); else void play(text); },
  keys: { ...hand.keys, '?': () => acts.keys?.(message), '!': () => acts.hint?.(message), '=': () => say(board.described()), '-': () => say(task.textContent ?? ''), Escape: () => { cancel(); settle(); } },
});
