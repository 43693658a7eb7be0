// What has to be decided now. Each kind of decision has a place of its own, so that no button is
// ever where another one just was.

import { say } from './announce.js';
import { find, findAll, seek } from './page.js';
import { keptCode } from './secrets.js';

/**
 * Shows one kind of decision with its question, or hides it.
 * @param {string} kind
 * @param {string | null} asks
 */
export function offer(kind, asks) {
  const card = find(`[data-choice="${kind}"]`);
  card.hidden = asks === null;
  const question = card.querySelector('[data-asks]');
  if (question !== null && asks !== null) question.textContent = asks;
  return card;
}

/** @param {import('./types').TableView} table */
export function showChoices({ swap, question, result, standing, status, you, can, next }) {
  offer('swap', swap && swap.offer);
  // A seat that is kept for a friend is nothing to those who only watch.
  const isInvited = find('[data-choice="sit"]').dataset.byInvitation === undefined || location.hash.startsWith('#join=');
  offer('sit', standing === 'waiting' && you.length === 0 && isInvited ? '' : null);
  offer('waiting', standing === 'waiting' && you.length > 0 ? '' : null);
  const isWithdrawn = standing === 'withdrawn';
  // A visitor who opens a withdrawn table reads it; only one who is there while it is withdrawn needs to hear it.
  if (isWithdrawn && next === null && find('[data-choice="withdrawn"]').hidden) say(status);
  offer('withdrawn', isWithdrawn ? status : null);
  // It stands in the card, and there is nothing to look back at or to share.
  if (isWithdrawn) for (const part of findAll('#status, .steps, [data-do="share"]')) part.hidden = true;
  const asked = offer('question', question && question.says);
  const mayAnswer = can.some((choice) => choice.startsWith('accept-'));
  find('[data-own-question]', asked).hidden = mayAnswer;
  find('[data-others-question]', asked).hidden = !mayAnswer;
  const ended = offer('result', result && result.says);
  const rematch = /** @type {HTMLButtonElement} */ (find('[data-do="rematch"]', ended));
  const isAsked = question?.wish === 'rematch';
  // A hidden button would lose the focus.
  if (isAsked && document.activeElement === rematch) ended.focus();
  rematch.hidden = you.length === 0 || next !== null || isAsked;
  rematch.disabled = !can.includes('rematch');
  const following = /** @type {HTMLAnchorElement} */ (find('[data-next]', ended));
  following.hidden = next === null;
  if (next !== null) following.href = `/t/${next}`;
  const remarks = /** @type {HTMLButtonElement | null} */ (seek('.tools [data-do="remarks"]'));
  if (remarks !== null) remarks.disabled = standing === 'waiting' || isWithdrawn;
  for (const tool of findAll('.tools [data-do="undo"], .tools [data-do="resign"]')) {
    // A disabled button would lose the focus.
    tool.setAttribute('aria-disabled', String(!can.includes(tool.dataset.do ?? '')));
  }
}

/**
 * Whether a visitor has come by an invitation to a seat that is taken. It is answered once: the invitation leaves the address,
 * which leads those who watch from then on.
 * @param {import('./types').TableView} table
 * @param {string} id
 */
export function isSeatTaken({ standing, you }, id) {
  // Who sits down, or has sat down here, is a player, and the table will soon say so too.
  const isPlayer = you.length > 0 || keptCode(id) !== null || find('#sit').matches('[aria-busy="true"]');
  const isTaken = location.hash.startsWith('#join=') && !isPlayer && ['playing', 'over'].includes(standing);
  if (isTaken) history.replaceState(null, '', location.pathname);
  return isTaken;
}

/**
 * The focus passes to the board, or to what says that the game is over or not offered any more, when the button that has it is
 * hidden or disabled.
 * A tool that can do nothing now keeps it while the game goes on.
 * @param {import('./board.js').Board} board
 */
export function keepFocus(board) {
  const focused = document.activeElement;
  const end = findAll('[data-choice="result"], [data-choice="withdrawn"]').find((card) => !card.hidden);
  const isUsable = focused !== null && focused.getClientRects().length > 0 && !focused.matches(':disabled');
  if (isUsable && (end === undefined || !focused.matches('[aria-disabled="true"]'))) return;
  if (end === undefined) board.focus();
  else end.focus();
}

/**
 * Whether a move has to be confirmed.
 * @param {'mouse' | 'touch' | 'key'} by
 * @param {boolean} [takesDays] whether the game has days for a move
 */
export function isConfirmed(by, takesDays = false) {
  const preference = document.documentElement.dataset.confirm ?? 'auto';
  if (preference !== 'auto') return preference === 'always';
  return by === 'touch' || takesDays;
}
