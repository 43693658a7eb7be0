// The lists of puzzles: what was solved in this browser is marked.

import { findAll, mark } from './page.js';
import { countSolved, isDaySolved, isSolved, streakInWords } from './solved.js';

for (const link of findAll('a[data-game]')) {
  const { game = '', number, day } = link.dataset;
  const is = day !== undefined ? isDaySolved(game, day) : isSolved(game, Number(number));
  mark(link, 'learnt', is);
  if (is) link.setAttribute('aria-label', `${link.getAttribute('aria-label') ?? link.textContent}, solved`);
}
for (const line of findAll('[data-streak]')) line.textContent = streakInWords(line.dataset.streak ?? '', line.dataset.today ?? '');
for (const count of findAll('[data-count]')) {
  const links = findAll('a', count.parentElement?.nextElementSibling ?? document);
  const solved = countSolved(count.dataset.count ?? '', links.map((link) => Number(link.dataset.number)));
  count.textContent = `${solved} of ${count.dataset.of} solved`;
}
