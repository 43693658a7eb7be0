// What only this browser should know: the code of a seat, and the invitation for a friend. They are
// kept for as long as the browser stays open.

/**
 * @param {string} name
 * @param {string} secret
 */
function keep(name, secret) {
  try { sessionStorage.setItem(name, secret); } catch { /* Then it is known until the page is left. */ }
}

/** @param {string} name */
function kept(name) {
  try { return sessionStorage.getItem(name); } catch { return null; }
}

/** @param {string} table @param {string} code */
export function keepCode(table, code) { keep(`konoba.code.${table}`, code); }

/** @param {string} table */
export function keptCode(table) { return kept(`konoba.code.${table}`); }

/** @param {string} table */
export function forgetCode(table) {
  try { sessionStorage.removeItem(`konoba.code.${table}`); } catch { /* Then there is none. */ }
}

/** @param {string} table @param {string} invitation */
export function keepInvitation(table, invitation) { keep(`konoba.invitation.${table}`, invitation); }

/** @param {string} table */
export function keptInvitation(table) { return kept(`konoba.invitation.${table}`); }
