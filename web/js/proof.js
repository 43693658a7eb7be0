// A game that is solved: the reader plays the side that loses, and the house answers by the proof.

import { say, shout } from './announce.js';
import { request } from './api.js';
import { Board } from './board.js';
import { Hand } from './hand.js';
import { listenToKeys } from './keys.js';
import { find } from './page.js';

const lesson = find('#lesson');
const [message, status] = [find('#message'), find('#status')];
const back = /** @type {HTMLButtonElement} */ (find('[data-do="back"]'));
const again = /** @type {HTMLButtonElement} */ (find('[data-do="again"]'));
const first = { record: lesson.dataset.record ?? '', at: Number(lesson.dataset.at) };
const start = { status: status.textContent ?? '', says: message.textContent ?? '' };

let { record, at } = first;
let isBusy = false;
/** @type {{ at: number, patches: import('./types').Patch[], status: string, says: string }[]} what leads back to each of the reader's turns */
const earlier = [];

const hand = new Hand(dress);
const board = new Board(find('#board'), { choose: (point) => void attempt(`${hand.letter}${point}`), consider() {} });
board.frame.classList.add('live');
dress();

/** Shows on the board what would be placed. */
function dress() {
  board.frame.classList.toggle('hand-first', hand.class === 'first');
  board.frame.classList.toggle('hand-second', hand.class === 'second');
}

/** @param {string} mv */
async function attempt(mv) {
  if (isBusy) return;
  isBusy = true;
  board.clear();
  try {
    /** @type {import('./types').StudyAnswer} */
    const answer = await request('POST', '/api/study', { record, at, do: 'play-proof', text: mv });
    if (answer.refused !== null) {
      board.show(answer.refused.patches);
      tell(answer.refused.says, 'refused');
    } else if (answer.tree !== null) {
      follow(answer.tree, answer.at, answer.says);
    }
  } catch (error) {
    tell(/** @type {Error} */ (error).message, 'refused');
  }
  isBusy = false;
}

/**
 * Shows the reader's move and what answers it.
 * @param {import('./types').TreeView} tree
 * @param {number} to
 * @param {string | null} idea
 */
function follow(tree, to, idea) {
  const played = [];
  for (let node = to; node !== at; node = tree.nodes[node]?.parent ?? at) played.unshift(tree.nodes[node]);
  const patches = played.flatMap((node) => node?.patches ?? []);
  earlier.push({ at, patches: board.before(patches), status: status.textContent ?? '', says: message.textContent ?? '' });
  board.patch(patches);
  record = tree.sgf;
  at = to;
  status.textContent = played.at(-1)?.status ?? '';
  tell([played.at(-1)?.says ?? '', idea ?? ''].join(' '), '');
  back.disabled = again.disabled = false;
}

/** Takes the last turn back and gives what was said before it. */
function takeTurn() {
  const turn = earlier.pop();
  if (turn === undefined) return null;
  board.clear();
  board.patch(turn.patches);
  at = turn.at;
  status.textContent = turn.status;
  if (earlier.length === 0) {
    // A disabled button loses the focus.
    if (document.activeElement === back || document.activeElement === again) board.focus();
    back.disabled = again.disabled = true;
  }
  return turn.says;
}

function takeBack() {
  const says = takeTurn();
  if (says !== null) retell(says);
}

/** Says again what was said of a position; where that was nothing, whose turn it is. @param {string} says */
function retell(says) {
  tell(says, '');
  if (says === '') say(status.textContent ?? '');
}

/** @param {string} text @param {'refused' | ''} kind */
function tell(text, kind) {
  message.textContent = text;
  message.className = `message ${kind}`;
  (kind === 'refused' ? shout : say)(text);
}

back.addEventListener('click', takeBack);
again.addEventListener('click', () => {
  while (earlier.length > 0) takeTurn();
  ({ record, at } = first);
  status.textContent = start.status;
  retell(start.says);
});
listenToKeys({
  typing(text) { message.textContent = text === '' ? '' : `${text} …`; message.className = 'message'; },
  typed: (text) => void attempt(text),
  keys: { ...hand.keys, 'Ctrl+z': takeBack, '=': () => say(board.described()), Escape: () => board.clear() },
});
