// Bringing others to the table: an invitation for a friend, a link for those who watch.

import { request } from './api.js';
import { find } from './page.js';
import { keepCode, keptCode, keptInvitation } from './secrets.js';

let isDrawn = false;

/**
 * Shows the link for a friend as long as the other seat is empty, if this browser knows it.
 * @param {import('./types').TableView} table
 */
export async function showInvitation({ standing, you, table }) {
  const invitation = keptInvitation(table);
  if (standing !== 'waiting' || you.length === 0 || isDrawn || invitation === null) return;
  isDrawn = true;
  const link = `${location.origin}/t/${table}#join=${invitation}`;
  /** @type {HTMLInputElement} */ (find('[data-link]')).value = link;
  const picture = /** @type {HTMLImageElement} */ (find('.qr'));
  picture.src = `data:image/svg+xml,${encodeURIComponent(await request('POST', '/api/qr', { text: link }))}`;
  find('.invite').hidden = false;
  find('[data-for-anyone]').hidden = true;
}

/**
 * Takes the empty seat, with the invitation from the address if there is one.
 * @param {string} table
 */
export async function sitDown(table) {
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
