// Being told outside of this page that a move is awaited: a feed, and a message to an address.

import { Refusal, request } from './api.js';
import { copy, find, findAll, seek } from './page.js';

/** Lets the visitor have a feed and a webhook. */
export function offerAlerts() {
  const place = find('#alerts');
  const says = find('[data-says]', place);
  const address = /** @type {HTMLInputElement} */ (find('[data-feed] input', place));
  const signing = /** @type {HTMLInputElement | null} */ (seek('[data-key]', place));
  const form = /** @type {HTMLFormElement | null} */ (seek('[data-webhook]', place));

  /** @type {Record<string, (button: HTMLElement) => Promise<string>>} what is done, and what is said of it */
  const acts = {
    async feed(button) {
      const { path, key } = await request('POST', '/api/me/feed');
      address.value = `${location.origin}${path}`;
      if (signing !== null) signing.value = key;
      find('[data-feed]', place).hidden = false;
      find('[data-alert="no-feed"]', place).hidden = false;
      button.textContent = button.dataset.again ?? '';
      return '';
    },
    async 'no-feed'(button) {
      await request('DELETE', '/api/me/feed');
      address.value = '';
      find('[data-feed]', place).hidden = true;
      button.hidden = true;
      return says.dataset.ended ?? '';
    },
    async 'no-webhook'(button) {
      await request('DELETE', '/api/me/webhook');
      button.hidden = true;
      form?.reset();
      if (form !== null) /** @type {HTMLInputElement} */ (find('input', form)).value = '';
      return says.dataset.ended ?? '';
    },
    async copy(button) {
      await copy(address.value, button, address);
      return '';
    },
  };

  /** @param {() => Promise<string>} act */
  const tell = async (act) => {
    try {
      says.className = 'message';
      says.textContent = await act();
    } catch (error) {
      const refusal = /** @type {Refusal} */ (error);
      says.className = 'message refused';
      says.textContent = refusal.id === 'no-guest' ? says.dataset.noGuest ?? '' : refusal.message;
    }
  };

  for (const button of findAll('[data-alert]', place)) {
    button.addEventListener('click', () => { void tell(async () => await acts[button.dataset.alert ?? '']?.(button) ?? ''); });
  }
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    void tell(async () => {
      await request('POST', '/api/me/webhook', { url: /** @type {HTMLInputElement} */ (find('input', form)).value });
      find('[data-alert="no-webhook"]', form).hidden = false;
      return says.dataset.saved ?? '';
    });
  });
}
