// What players say to each other. The words are the server's; here they are shown, or hidden by those who wish it.

import { say } from './announce.js';
import { find, findAll, seek } from './page.js';

/** How long a remark stays, in milliseconds. */
const STAYS = 8000;

/** @type {Map<number, number>} when the remark of a seat goes */
const going = new Map();

/**
 * Lets the visitor say something, where the page has remarks.
 * @param {(remark: string) => void} made
 */
export function offerRemarks(made) {
  const dialog = /** @type {HTMLDialogElement | null} */ (seek('#remarks'));
  if (dialog === null) return;
  for (const button of findAll('[data-say]', dialog)) {
    button.addEventListener('click', () => made(button.dataset.say ?? ''));
  }
  const mute = /** @type {HTMLInputElement} */ (find('[data-mute]', dialog));
  mute.checked = isMuting();
  mute.addEventListener('change', () => {
    if (mute.checked) document.documentElement.dataset.remarks = 'off';
    else delete document.documentElement.dataset.remarks;
    try { localStorage.setItem('konoba.remarks', mute.checked ? 'off' : 'on'); } catch { /* It holds for this page at least. */ }
  });
}

/** Whether remarks of others are hidden. */
function isMuting() { return document.documentElement.dataset.remarks === 'off'; }

/**
 * Shows what was said, beside the name of the player.
 * @param {{seat: number, says: string}} remark
 * @param {boolean} isOwn
 */
export function showRemark({ seat, says }, isOwn) {
  if (isMuting() && !isOwn) return;
  const card = find(`#seat-${seat}`);
  const place = find('[data-remark]', card);
  place.textContent = says;
  place.hidden = false;
  clearTimeout(going.get(seat));
  going.set(seat, setTimeout(() => { place.hidden = true; }, STAYS));
  if (!isOwn) say(`${find('[data-name]', card).textContent}: ${says}`);
}
