// What only this browser should know: the code of a seat, the invitation for a friend, the offer that stands meanwhile.
// They are kept for as long as the browser stays open.

/**
 * @param {string} name
 * @param {string} secret
 */
export function keep(name, secret) {
  try { sessionStorage.setItem(name, secret); } catch { /* Then it is known until the page is left. */ }
}

/** @param {string} name */
export function kept(name) {
  try { return sessionStorage.getItem(name); } catch { return null; }
}

/** @param {string} name */
export function forget(name) {
  try { sessionStorage.removeItem(name); } catch { /* Then there is none. */ }
}

/** Forgets everything: the codes belong to another visitor, or are no longer valid. */
export function forgetAll() {
  try { sessionStorage.clear(); } catch { /* Then there is nothing. */ }
}

/** @param {string} table @param {string} code */
export function keepCode(table, code) { keep(`konoba.code.${table}`, code); }

/** @param {string} table */
export function keptCode(table) { return kept(`konoba.code.${table}`); }

/** @param {string} table */
export function forgetCode(table) { forget(`konoba.code.${table}`); }

/** @param {string} table @param {string} invitation */
export function keepInvitation(table, invitation) { keep(`konoba.invitation.${table}`, invitation); }

/** @param {string} table */
export function keptInvitation(table) { return kept(`konoba.invitation.${table}`); }
