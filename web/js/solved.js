// Which puzzles, and the puzzles of which days, were solved in this browser.

/** @param {string} key @returns {any} */
function kept(key) {
  try { return JSON.parse(localStorage.getItem(key) ?? 'null'); } catch { return null; }
}

/** @param {string} key @param {unknown} value */
function keep(key, value) {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* A browser may forbid to keep anything. */ }
}

/** The numbers of the puzzles of a game that were solved. @param {string} game @returns {number[]} */
function numbers(game) {
  const all = kept(`konoba.solved.${game}`);
  return Array.isArray(all) ? all : [];
}

/** The days whose puzzle was solved, each with the day on which that was. @param {string} game @returns {Record<string, string>} */
function days(game) {
  const all = kept(`konoba.days.${game}`);
  return typeof all === 'object' && all !== null ? all : {};
}

/** @param {string} game @param {number} number */
export function isSolved(game, number) { return numbers(game).includes(number); }

/** @param {string} game @param {string} day */
export function isDaySolved(game, day) { return days(game)[day] !== undefined; }

/** How many of these puzzles were solved. @param {string} game @param {number[]} among */
export function countSolved(game, among) {
  const all = new Set(numbers(game));
  return among.filter((number) => all.has(number)).length;
}

/**
 * @param {string} game
 * @param {number} number
 * @param {string | undefined} day the day whose puzzle it is
 * @param {string} today
 */
export function keepSolved(game, number, day, today) {
  keep(`konoba.solved.${game}`, [...new Set([...numbers(game), number])]);
  // A puzzle that is solved again keeps the day on which it was solved first.
  if (day !== undefined) keep(`konoba.days.${game}`, { [day]: today, ...days(game) });
}

/**
 * How many days in a row the puzzle was solved on its day, up to today or yesterday.
 * @param {string} game
 * @param {string} today
 */
export function streak(game, today) {
  const all = days(game);
  const before = (/** @type {string} */ day) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  let day = all[today] === today ? today : before(today);
  let count = 0;
  while (all[day] === day) { count += 1; day = before(day); }
  return count;
}

/** The same in words; nothing where there is no streak. @param {string} game @param {string} today */
export function streakInWords(game, today) {
  const count = streak(game, today);
  return count === 0 ? '' : count === 1 ? '1 day in a row' : `${count} days in a row`;
}
