// Makes the page work without a network, where browsers allow that: with TLS, or on this machine. Elsewhere nothing is said.

/** Where the version of this script stands in its address. */
const version = new URL(import.meta.url).pathname.split('/').at(2) ?? '';

/** @type {any} who pays for each byte has nothing fetched that may never be used */
const { connection } = navigator;

if ('serviceWorker' in navigator && isSecureContext) {
  // What is kept is fetched after what is needed now.
  addEventListener('load', () => setTimeout(() => void register(), 1500));
  tellOfUpdate();
  offerInstalling();
}

async function register() {
  if (connection?.saveData === true) return;
  try {
    const registration = await navigator.serviceWorker.register('/service-worker.js');
    // Once a visit: it reads all that is kept.
    if (sessionStorage.getItem('konoba.checked') !== null) return;
    sessionStorage.setItem('konoba.checked', version);
    registration.active?.postMessage('check');
  } catch { /* Then the page needs the network, as it does elsewhere. */ }
}

/** Says once that there is a new version. */
function tellOfUpdate() {
  try {
    const before = localStorage.getItem('konoba.version');
    localStorage.setItem('konoba.version', version);
    const note = document.querySelector('[data-updated]');
    if (before !== null && before !== version && note instanceof HTMLElement) note.hidden = false;
  } catch { /* A browser that keeps nothing has nothing to compare. */ }
}

/** Where the browser can install the page, it is offered at the foot of it, and never by a window of its own. */
function offerInstalling() {
  const button = document.querySelector('[data-install]');
  if (!(button instanceof HTMLElement)) return;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    button.hidden = false;
    // The browser asks once for each such event, and tells again if it can be asked again.
    button.onclick = () => {
      button.hidden = true;
      void /** @type {any} */ (event).prompt();
    };
  });
}
