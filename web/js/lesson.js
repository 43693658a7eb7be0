// A guided lesson: a task, a move, and what is said of it. What is done is remembered in this browser.

import { say, shout } from './announce.js';
import { request } from './api.js';
import { Board } from './board.js';
import { offerFirstGame } from './first.js';
import { Hand } from './hand.js';
import { listenToKeys } from './keys.js';
import { find, findAll, mark, seek } from './page.js';
import { isLearnt, learn } from './progress.js';

const lesson = find('#lesson');
const { game = '', lesson: number = '1' } = lesson.dataset;
const message = find('#message');
const task = find('#task');
/** @type {string[]} the moves that were right */
let done = [];

const hand = new Hand(() => {});
const board = new Board(find('#board'), { choose: (point) => void attempt(`${hand.letter}${point}`), consider() {} });
board.frame.classList.add('live');

/** @param {string | null} mv nothing to see the task alone */
async function attempt(mv) {
  try {
    /** @type {import('./types').LessonAnswer} */
    const answer = await request('POST', '/api/lesson', { game, lesson: Number(number), done, move: mv });
    board.patch(answer.points);
    if (mv !== null && answer.is_right) done.push(mv);
    task.textContent = answer.task ?? '';
    find('[data-swap]').hidden = !answer.can_swap;
    find('#done').hidden = !answer.is_done;
    mark(lesson, 'done', answer.is_done);
    tell(answer.says, answer.is_right ? 'right' : 'refused');
    if (answer.task !== null && answer.is_right) say(`${answer.says} ${answer.task}`);
    if (answer.is_done) {
      learn(game, Number(number));
      showProgress();
      seek('a, button', find('#done'))?.focus({ preventScroll: true });
    }
  } catch (error) {
    tell(/** @type {Error} */ (error).message, 'refused');
  }
}

/** @param {string} text @param {'refused' | 'right'} kind */
function tell(text, kind) {
  message.textContent = text;
  message.className = `message ${kind}`;
  (kind === 'refused' ? shout : say)(text);
}

function showProgress() {
  for (const step of findAll('[data-progress]')) mark(step, 'learnt', isLearnt(game, Number(step.dataset.progress)));
}

seek('[data-do="swap"]')?.addEventListener('click', () => void attempt('swap'));
find('[data-do="again"]').addEventListener('click', () => { done = []; void attempt(null); });
offerFirstGame();
listenToKeys({
  typing(text) { message.textContent = text === '' ? '' : `${text} …`; message.className = 'message'; },
  typed: (text) => void attempt(text),
  keys: { ...hand.keys },
});
showProgress();
