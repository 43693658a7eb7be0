// Questions about the board in words, for those who do not see it.

import { find } from './page.js';

/**
 * Lets the visitor ask about the board of a table, and returns what opens the question.
 * @param {(question: string) => Promise<{ says: string }>} read
 * @returns {() => void}
 */
export function offerReading(read) {
  const dialog = /** @type {HTMLDialogElement} */ (find('#reading'));
  const field = /** @type {HTMLInputElement} */ (find('#reading input'));
  const says = find('#reading [data-says]');
  let asked = 0;
  find('#reading form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const own = ++asked;
    const answer = await read(field.value).catch((error) => ({ says: /** @type {Error} */ (error).message }));
    // Something else was asked meanwhile.
    if (own !== asked) return;
    says.textContent = answer.says;
    field.select();
  });
  find('#reading .close').addEventListener('click', () => dialog.close());
  return () => { dialog.showModal(); field.select(); };
}
