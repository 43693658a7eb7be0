// The list of moves.

import { copyOf, find, findAll } from './page.js';

/**
 * Brings the list up to date. What a move did stands in it, or at the same place among the sentences.
 * @param {import('./types').TableView['moves']} moves
 * @param {string[]} says
 */
export function showMoves({ keep, then }, says) {
  const list = find('#moves');
  while (list.children.length > keep) list.lastElementChild?.remove();
  for (const [index, mv] of then.entries()) {
    const line = copyOf('move');
    line.className = mv.side;
    line.title = mv.says ?? says[index] ?? '';
    find('.number', line).textContent = String(keep + index + 1);
    find('.mv', line).textContent = mv.mv;
    list.append(line);
  }
  // What comes with a move, such as the end of the game, may take room from the list.
  if (then.length > 0) requestAnimationFrame(() => { list.scrollTop = list.scrollHeight; });
}

/** The moves in the list, with what each of them did. */
export function movesShown() {
  return findAll('#moves li').map((line) => ({ mv: find('.mv', line).textContent ?? '', says: line.title }));
}
