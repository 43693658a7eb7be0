// Continuing on another device: a code that is good once, as a picture, a link and letters.

import { Refusal, request } from './api.js';
import { copy, find } from './page.js';

/** Lets the visitor ask for a code. */
export function offerDevices() {
  const place = find('#devices');
  const says = find('[data-says]', place);
  const link = /** @type {HTMLInputElement} */ (find('[data-link]', place));
  find('[data-link-device]', place).addEventListener('click', async () => {
    says.textContent = '';
    try {
      const { code, path, minutes } = await request('POST', '/api/me/device');
      link.value = `${location.origin}${path}`;
      find('[data-code]', place).textContent = code;
      find('[data-minutes]', place).textContent = String(minutes);
      const picture = /** @type {HTMLImageElement} */ (find('.qr', place));
      picture.src = `data:image/svg+xml,${encodeURIComponent(await request('POST', '/api/qr', { text: link.value }))}`;
      find('.device-link', place).hidden = false;
    } catch (error) {
      const refusal = /** @type {Refusal} */ (error);
      says.textContent = refusal.id === 'no-guest' ? says.dataset.noGuest ?? '' : refusal.message;
    }
  });
  const button = find('[data-copy-link]', place);
  button.addEventListener('click', () => { void copy(link.value, button, link); });
}
