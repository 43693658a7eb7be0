// The moments of a game at which one move won and another was played: each is a puzzle to try again.

import { say } from './announce.js';
import { request } from './api.js';
import { copyOf, find } from './page.js';

/**
 * Has them found when the player wants that.
 * @param {() => { sgf: string, line: string }} record the game as it stands
 * @param {string} own the player who looks, if only that one's are wanted
 */
export function offerMissed(record, own) {
  const button = /** @type {HTMLButtonElement} */ (find('[data-do="missed"]'));
  const [place, said, list] = [find('#missed'), find('#missed-said'), find('#missed-list')];
  button.addEventListener('click', async () => {
    const { sgf, line } = record();
    place.hidden = false;
    button.disabled = true;
    list.replaceChildren();
    said.textContent = 'Looking for them …';
    try {
      /** @type {import('./types').MissedWin[]} */
      const all = await request('POST', '/api/missed', { record: sgf });
      const found = all.filter(({ by }) => own === '' || by === '' || by === own);
      list.replaceChildren(...found.map(({ number, says }) => item(says, `/puzzle?${new URLSearchParams({ line, move: `${number}` })}`)));
      const none = `No move of ${own === '' ? 'this game' : 'yours'} is proved to have missed the only one that won.`;
      said.textContent = found.length === 0 ? none : 'One move won, and it is proved that every other lost. Find it:';
    } catch (error) {
      said.textContent = /** @type {Error} */ (error).message;
    }
    button.disabled = false;
    say(said.textContent ?? '');
  });
}

/** @param {string} says @param {string} address */
function item(says, address) {
  const own = copyOf('missed-item');
  find('span', own).textContent = says;
  const link = /** @type {HTMLAnchorElement} */ (find('a', own));
  link.href = address;
  link.setAttribute('aria-label', `Try again. ${says}`);
  return own;
}
