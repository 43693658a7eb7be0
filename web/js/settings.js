// The settings page: what is chosen is kept in this browser and takes effect at once.

import { offerAlerts } from './alerts.js';
import { request } from './api.js';
import { offerDevices } from './devices.js';
import { mayNotify } from './notify.js';
import { ask, find, findAll } from './page.js';
import { forgetAll } from './secrets.js';

for (const group of new Set(findAll('#preferences input').map((input) => /** @type {HTMLInputElement} */ (input).name))) {
  /** @type {HTMLInputElement[]} */
  const ways = findAll(`#preferences input[name="${group}"]`);
  const usual = ways[0]?.value;
  const way = document.documentElement.dataset[group] ?? usual;
  for (const input of ways) {
    input.checked = input.value === way;
    input.addEventListener('change', async () => {
      if (group === 'notify') {
        const isRefused = input.value === 'on' && !await mayNotify();
        find('#no-notifications').hidden = !isRefused;
        if (isRefused) {
          for (const other of ways) other.checked = other.value === usual;
          return;
        }
      }
      if (input.value === usual) delete document.documentElement.dataset[group];
      else document.documentElement.dataset[group] = input.value;
      try { localStorage.setItem(`konoba.${group}`, input.value); } catch { /* It holds for this page at least. */ }
    });
  }
}

offerAlerts();
offerDevices();

const says = find('#you [data-says]');

/** @type {Record<string, () => Promise<string>>} what is done, and what is said of it */
const leaving = {
  async 'sign-out'() {
    await request('POST', '/api/me/sign-out');
    return says.dataset.signedOut ?? '';
  },
  async revoke() {
    const { code } = await request('POST', '/api/me/revoke');
    return `${says.dataset.revoked}${code}`;
  },
  async delete() {
    if (!await ask(/** @type {HTMLDialogElement} */ (find('#deleting')))) return '';
    await request('DELETE', '/api/me');
    return says.dataset.deleted ?? '';
  },
};

for (const button of findAll('[data-leave]')) {
  button.addEventListener('click', async () => {
    try {
      const said = await leaving[button.dataset.leave ?? '']?.() ?? '';
      // Codes that were kept here are worthless now, or not this visitor's any more.
      if (said !== '') forgetAll();
      says.textContent = said;
    } catch (error) {
      const { id, message } = /** @type {import('./api.js').Refusal} */ (error);
      says.textContent = id === 'no-guest' ? says.dataset.noGuest ?? '' : message;
    }
  });
}
