// Bringing others to the table: an invitation for a friend, a link for those who watch.

import { introduce, request } from './api.js';
import { leaveOnce } from './busy.js';
import { find } from './page.js';
import { keepCode, keptCode, keptInvitation } from './secrets.js';

/** After how many seconds a code that could not be drawn is tried again, unless the server says so. */
const PAUSE = 5;

let isDrawn = false;

/**
 * Shows the link for a friend as long as the other seat is empty, if this browser knows it.
 * @param {import('./types').TableView} table
 */
export function showInvitation({ standing, you, table }) {
  const invitation = keptInvitation(table);
  if (standing !== 'waiting' || you.length === 0 || isDrawn || invitation === null) return;
  const link = `${location.origin}/t/${table}#join=${invitation}`;
  /** @type {HTMLInputElement} */ (find('[data-link]')).value = link;
  find('.invite').hidden = false;
  find('[data-for-anyone]').hidden = true;
  isDrawn = true;
  void draw(link);
}

/** Draws the link as a code to scan. The link can be sent without it, and so it is tried until it comes or the friend does. @param {string} link */
async function draw(link) {
  if (find('[data-choice="waiting"]').hidden) return;
  const picture = /** @type {HTMLImageElement} */ (find('.qr'));
  try {
    picture.src = `data:image/svg+xml,${encodeURIComponent(await request('POST', '/api/qr', { text: link }))}`;
    picture.hidden = false;
  } catch (error) {
    const { wait } = /** @type {import('./api.js').Refusal} */ (error);
    setTimeout(() => void draw(link), (wait || PAUSE) * 1000);
  }
}

/**
 * Takes the empty seat for who fills in the form.
 * @param {string} table
 * @param {(why: string) => void} complain what to do where that is refused
 */
export function listenToSitting(table, complain) {
  const form = find('#sit');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // The table may tell of the new player before the seat is answered for, while the form is busy.
    void leaveOnce(form, async () => {
      await introduce(/** @type {HTMLInputElement} */ (find('input', form)).value);
      await sitDown(table);
      // The connection was opened before the visitor had a name: open it again. The invitation is used up, and must not come
      // back into the address by the button Back.
      history.replaceState(null, '', location.pathname);
      location.reload();
    }, complain);
  });
}

/**
 * Takes the empty seat, with the invitation from the address if there is one.
 * @param {string} table
 */
async function sitDown(table) {
  const invitation = /^#join=(.+)$/.exec(location.hash)?.[1] ?? null;
  const { code } = await request('POST', `/api/tables/${table}/seat`, { invitation });
  keepCode(table, code);
}

/** @param {string} table */
export function shareWatching(table) {
  const dialog = /** @type {HTMLDialogElement} */ (find('#sharing'));
  /** @type {HTMLInputElement} */ (find('[data-watch]', dialog)).value = `${location.origin}/t/${table}`;
  const code = keptCode(table);
  find('[data-seat-code]', dialog).hidden = code === null;
  find('[data-code]', dialog).textContent = code ?? '';
  dialog.showModal();
}
