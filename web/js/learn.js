// A lesson: a small board on which any move can be tried. The server judges it, as in a real game.

import { say, shout } from './announce.js';
import { request } from './api.js';
import { Board } from './board.js';
import { Hand } from './hand.js';
import { listenToKeys } from './keys.js';
import { find, findAll, seek } from './page.js';

const lesson = seek('#lesson');
if (lesson !== null) begin(lesson);

/** @param {HTMLElement} lesson */
function begin(lesson) {
  const [record, at] = [lesson.dataset.record ?? '', Number(lesson.dataset.at)];
  const message = find('#message');
  const status = find('#status');
  const start = status.textContent;
  const again = /** @type {HTMLButtonElement} */ (find('[data-do="again"]'));
  /** @type {import('./types').Patch[]} what brings the position back */
  let back = [];
  let isBusy = false;
  const board = new Board(find('#board'), { choose, consider() {} });
  board.frame.classList.add('live');
  const hand = new Hand(() => {});

  /** @param {string} point */
  function choose(point) {
    void attempt(`${hand.letter}${point}`);
  }

  /** @param {string} mv */
  async function attempt(mv) {
    // Two at once would be shown one on the other, and only the second could be taken back.
    if (isBusy) return;
    isBusy = true;
    putBack();
    try {
      /** @type {import('./types').StudyAnswer} */
      const { tree, refused, at: now } = await request('POST', '/api/study', { record, at, do: 'play', text: mv });
      again.disabled = false;
      if (refused !== null) {
        board.show(refused.patches);
        tell(refused.says, 'refused');
        return;
      }
      const played = tree?.nodes.slice(at + 1, now + 1) ?? [];
      const patches = played.flatMap((node) => node.patches);
      back = board.before(patches);
      board.patch(patches);
      const last = played.at(-1);
      status.textContent = last?.status ?? '';
      tell([...played.map((node) => node.says), last?.status].join(' '), '');
    } catch (error) {
      tell(/** @type {Error} */ (error).message, 'refused');
    } finally {
      isBusy = false;
    }
  }

  function putBack() {
    board.clear();
    board.patch(back);
    back = [];
    status.textContent = start;
    // A disabled button loses the focus.
    if (document.activeElement === again) board.focus();
    again.disabled = true;
  }

  function reset() {
    if (again.disabled) return;
    putBack();
    message.textContent = '';
    say(start ?? '');
  }

  /** @param {string} text @param {'refused' | ''} kind */
  function tell(text, kind) {
    message.textContent = text;
    message.className = `message ${kind}`;
    (kind === 'refused' ? shout : say)(text);
  }

  for (const button of findAll('[data-try]')) button.addEventListener('click', () => attempt(button.dataset.try ?? ''));
  again.addEventListener('click', reset);
  listenToKeys({
    typing(text) { message.textContent = text === '' ? '' : `${text} …`; message.className = 'message'; },
    typed: (text) => void attempt(text),
    keys: { ...hand.keys, Escape: reset },
  });
}
