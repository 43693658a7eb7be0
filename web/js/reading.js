// Questions about the board in words, for those who do not see it.

import { request } from './api.js';
import { find } from './page.js';

/**
 * Lets the visitor ask about the board of a table, and returns what opens the question.
 * @param {string} table
 * @returns {() => void}
 */
export function offerReading(table) {
  const dialog = /** @type {HTMLDialogElement} */ (find('#reading'));
  const field = /** @type {HTMLInputElement} */ (find('#reading input'));
  const says = find('#reading [data-says]');
  find('#reading form').addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const answer = await request('GET', `/api/tables/${table}/read?ask=${encodeURIComponent(field.value)}`);
      says.textContent = answer.says;
    } catch (error) {
      says.textContent = /** @type {Error} */ (error).message;
    }
    field.select();
  });
  find('#reading .close').addEventListener('click', () => dialog.close());
  return () => { dialog.showModal(); field.select(); };
}
