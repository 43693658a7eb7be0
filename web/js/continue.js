// Continuing on this device: the code stands behind the # of the address, which is not sent to the server.

import { Refusal, request } from './api.js';
import { find } from './page.js';
import { forgetAll } from './secrets.js';

const says = find('#continue [data-says]');
const code = location.hash.slice(1);
// It is good once, and must not stay in the history of the browser.
history.replaceState(null, '', location.pathname);

const button = /** @type {HTMLButtonElement} */ (find('[data-continue]'));
button.addEventListener('click', async () => {
  button.disabled = true;
  try {
    await request('POST', '/api/continue', { code, replace: button.dataset.replace !== undefined });
    forgetAll();
    location.href = '/games';
  } catch (error) {
    const refusal = /** @type {Refusal} */ (error);
    says.textContent = refusal.id === 'no-code' ? says.dataset.used ?? '' : refusal.message;
    button.disabled = refusal.id === 'no-code';
  }
});
