// What begins something and leads to another page: it is done once, and shown as busy until the page is left.

/** How long a page is waited for that was asked for, in milliseconds. The visitor may have stopped it. */
const LEAVING = 10_000;

/**
 * Does what a form or a button is for. Until it has failed or the page is left, pressing again does nothing: it would begin a second table.
 * @param {HTMLElement} pressed
 * @param {() => Promise<void>} work
 * @param {(why: string) => void} complain what to do where that is refused
 */
export async function leaveOnce(pressed, work, complain) {
  if (pressed.getAttribute('aria-busy') === 'true') return;
  pressed.setAttribute('aria-busy', 'true');
  const free = () => pressed.removeAttribute('aria-busy');
  try {
    await work();
  } catch (error) {
    free();
    complain(/** @type {Error} */ (error).message);
    return;
  }
  setTimeout(free, LEAVING);
  // A browser may show the page again as it was left.
  addEventListener('pageshow', ({ persisted }) => { if (persisted) free(); });
}
