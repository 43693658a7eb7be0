// "Your turn" as a notification while the page is in the background, if the visitor has chosen that.

/** Whether this browser has notifications. */
const canTell = 'Notification' in globalThis;

/**
 * Asks the browser for leave to tell. @returns {Promise<boolean>} whether it was given, and there is a way to tell
 */
export async function mayNotify() {
  if (!canTell || await Notification.requestPermission() !== 'granted') return false;
  // It may still be on its way.
  if (await registered() !== undefined) return true;
  try {
    new Notification('Konoba').close();
    return true;
  } catch {
    // Browsers of phones leave it to a service worker, and there is none.
    return false;
  }
}

/**
 * Tells that it is the visitor's turn, unless the page is being looked at.
 * @param {import('./types').TableView} table
 * @param {string} path where it is the visitor's turn
 */
export function notifyOfTurn({ status, title, table }, path = ownPath()) {
  const isChosen = document.documentElement.dataset.notify === 'on';
  if (!isChosen || !document.hidden || !canTell || Notification.permission !== 'granted') return;
  // One for each table: the next takes the place of the one before.
  void notify(status, { body: title, tag: table, data: path });
}

/** Where this page is. A game in the page is named behind the #; at a table an invitation may stand there. */
function ownPath() { return location.pathname.startsWith('/t/') ? location.pathname : location.pathname + location.hash; }

/** @param {string} title @param {NotificationOptions} options */
async function notify(title, options) {
  try {
    const registration = await teller();
    if (registration !== null) {
      await registration.showNotification(title, options);
      return;
    }
    const note = new Notification(title, options);
    note.addEventListener('click', () => { window.focus(); note.close(); });
  } catch { /* The browser has changed its mind; the page itself still tells. */ }
}

/** The service worker, which can notify everywhere; none before it has come. */
async function teller() {
  const registration = await registered();
  return registration?.active ? registration : null;
}

/** What was registered as the service worker, perhaps not at work yet. A browser that keeps nothing may refuse to tell. */
async function registered() {
  return navigator.serviceWorker?.getRegistration().catch(() => undefined);
}
