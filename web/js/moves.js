// The list of moves.

import { copyOf, find, findAll } from './page.js';

/** @param {import('./types').TableView} table */
export function showMoves({ moves: { keep, then } }) {
  const list = find('#moves');
  while (list.children.length > keep) list.lastElementChild?.remove();
  for (const mv of then) {
    const line = copyOf('move');
    line.className = mv.side;
    line.title = mv.says;
    find('.number', line).textContent = String(mv.number);
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
