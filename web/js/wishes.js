// What the visitor wants their own way, put on the root element before anything is painted.
// This is no module, because modules run too late for that.

(() => {
  const customary = { theme: 'system', board: 'wood', lattice: 'game', coordinates: 'on', legal: 'off', confirm: 'auto', remarks: 'on', sounds: 'off', notify: 'off', motion: 'system' };
  const root = document.documentElement;
  for (const [name, usual] of Object.entries(customary)) {
    let way = null;
    try { way = localStorage.getItem(`konoba.${name}`); } catch { /* A browser may forbid to keep anything. */ }
    if (way !== null && way !== usual) root.dataset[name] = way;
  }
})();
