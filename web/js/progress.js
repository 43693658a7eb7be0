// Which lessons of a game were done in this browser.

/** @param {string} game @returns {number[]} */
function learnt(game) {
  try { return JSON.parse(localStorage.getItem(`konoba.learnt.${game}`) ?? '[]'); } catch { return []; }
}

/** @param {string} game @param {number} lesson */
export function isLearnt(game, lesson) { return learnt(game).includes(lesson); }

/** @param {string} game @param {number} lesson */
export function learn(game, lesson) {
  const all = [...new Set([...learnt(game), lesson])];
  try { localStorage.setItem(`konoba.learnt.${game}`, JSON.stringify(all)); } catch { /* A browser may forbid to keep anything. */ }
}
