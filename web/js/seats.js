// The seats: who sits there, what they play, whose turn it is.

import { find, mark } from './page.js';

/** @param {import('./types').TableView} table */
export function showSeats({ seats, to_move: toMove, you }) {
  const bottom = you[0] ?? 1;
  for (const { seat, name, side, goal, is_present: isPresent, is_engine: isEngine } of seats) {
    const card = find(`#seat-${seat}`);
    card.classList.toggle('bottom', seat === bottom);
    card.classList.toggle('top', seat !== bottom);
    mark(card, 'toMove', seat === toMove);
    mark(card, 'engine', isEngine);
    showPresence(seat, isPresent);
    if (name !== null) find('[data-name]', card).textContent = name;
    find('[data-side]', card).textContent = side?.name ?? '';
    find('[data-goal]', card).textContent = goal ?? '';
    find('.token', card).className = `token ${side?.class ?? ''}`;
  }
}

/**
 * Shows whether the holder of a seat is there.
 * @param {number} seat
 * @param {boolean} isPresent
 */
export function showPresence(seat, isPresent) {
  const card = find(`#seat-${seat}`);
  mark(card, 'there', isPresent);
  const word = isPresent ? 'Here' : 'Away';
  const sign = find('[data-presence]', card);
  sign.title = word;
  find('.spoken', sign).textContent = word;
}

/** @param {number} watchers */
export function showWatchers(watchers) {
  find('#watchers [data-number]').textContent = String(watchers);
  find('#watchers').hidden = watchers === 0;
}
