// The settings page: what is chosen is kept in this browser and takes effect at once.

import { findAll } from './page.js';

for (const group of new Set(findAll('#wishes input').map((input) => /** @type {HTMLInputElement} */ (input).name))) {
  /** @type {HTMLInputElement[]} */
  const ways = findAll(`#wishes input[name="${group}"]`);
  const usual = ways[0]?.value;
  const way = document.documentElement.dataset[group] ?? usual;
  for (const input of ways) {
    input.checked = input.value === way;
    input.addEventListener('change', () => {
      if (input.value === usual) delete document.documentElement.dataset[group];
      else document.documentElement.dataset[group] = input.value;
      try { localStorage.setItem(`konoba.${group}`, input.value); } catch { /* It holds for this page at least. */ }
    });
  }
}
