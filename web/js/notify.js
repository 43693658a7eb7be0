// "Your turn" as a notification while the page is in the background, if the visitor has chosen that.

/** Whether this browser has notifications. */
const canTell = 'Notification' in globalThis;

/**
 * Asks the browser for leave to tell. @returns {Promise<boolean>} whether it was given
 */
export async function mayNotify() {
  return canTell && await Notification.requestPermission() === 'granted';
}

/**
 * Tells that it is the visitor's turn, unless the page is being looked at.
 * @param {import('./types').TableView} table
 */
export function notifyOfTurn({ status, title, table }) {
  const isChosen = document.documentElement.dataset.notify === 'on';
  if (!isChosen || !document.hidden || !canTell || Notification.permission !== 'granted') return;
  try {
    // One for each table: the next takes the place of the one before.
    const note = new Notification(status, { body: title, tag: table });
    note.addEventListener('click', () => { window.focus(); note.close(); });
  } catch {
    // Some browsers of phones tell only what a service worker tells, and say so in this way.
  }
}
