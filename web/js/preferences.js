// The visitor's preferences, put on the root element before anything is painted.
// This is no module, because modules run too late for that.

(() => {
  const customary = { theme: 'system', board: 'wood', lattice: 'game', coordinates: 'on', legal: 'off', confirm: 'auto', remarks: 'on', sounds: 'off', notify: 'off', motion: 'system' };
  const root = document.documentElement;
  for (const [name, usual] of Object.entries(customary)) {
    let way = null;
    try { way = localStorage.getItem(`konoba.${name}`); } catch { /* A browser may forbid to keep anything. */ }
    if (way !== null && way !== usual) root.dataset[name] = way;
  }

  // The way past the menu leaves the address as it is: an invitation, or the name of a game in this browser, may stand behind its #.
  addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || event.target.closest('a.skip') === null) return;
    event.preventDefault();
    /** @type {HTMLElement | null} */ (document.querySelector('#middle'))?.focus();
  });

  // What is clicked before the script of the page has come is done once it is there; until then it is shown as busy.
  /** @type {{ target: Element, pointerType: string } | null} */
  let early = null;
  /** What came down last. Older browsers (Firefox before 129) do not say it of a click. */
  let pointer = '';
  const come = (/** @type {PointerEvent} */ event) => { pointer = event.pointerType; };
  const hold = (/** @type {Partial<PointerEvent> & Event} */ event) => {
    const target = event.target instanceof Element ? event.target.closest('button, [data-point]') : null;
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    early?.target.removeAttribute('aria-busy');
    early = { target, pointerType: event.pointerType ?? pointer };
    target.setAttribute('aria-busy', 'true');
  };
  const listens = { capture: true };
  addEventListener('pointerdown', come, listens);
  addEventListener('click', hold, listens);
  const release = () => {
    removeEventListener('pointerdown', come, listens);
    removeEventListener('click', hold, listens);
    if (early === null) return;
    const { target, pointerType } = early;
    early = null;
    target.removeAttribute('aria-busy');
    // What was clicked may have been drawn anew meanwhile.
    const { point } = /** @type {HTMLElement} */ (target).dataset;
    const now = target.isConnected || point === undefined ? target : document.querySelector(`#board [data-point="${point}"]`);
    now?.dispatchEvent(new PointerEvent('click', { bubbles: true, cancelable: true, pointerType }));
  };
  // Modules have run by then, but for one that says that it still waits for something; it says too when it does no longer.
  addEventListener('DOMContentLoaded', () => { if (root.dataset.waits === undefined) release(); }, { once: true });
  addEventListener('konoba-ready', release, { once: true });
})();
