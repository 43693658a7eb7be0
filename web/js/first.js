// The first game: against the computer, at once, with nothing to choose.

import { Refusal, introduce, request } from './api.js';
import { leaveOnce } from './busy.js';
import { canRunModule, isModuleReady } from './local.js';
import { begin } from './page-game.js';
import { find, findAll } from './page.js';
import { keepCode } from './secrets.js';

/**
 * Makes the buttons work that begin a first game.
 * @param {() => string} name how the visitor wants to be called
 */
export function offerFirstGame(name = () => '') {
  for (const button of findAll('[data-first-game]')) {
    const tell = (/** @type {string} */ says) => { find('.problem', button.closest('section') ?? document).textContent = says; };
    button.addEventListener('click', () => void leaveOnce(button, () => beginFirst(button, name()), tell));
  }
}

/** @param {HTMLElement} button @param {string} name */
async function beginFirst({ dataset: { firstGame: setup, level, hints } }, name) {
  const playHere = () => {
    const [game] = (setup ?? '').split(':');
    location.href = `/play/${game}${hints === undefined ? '' : '?hints'}${begin({ setup, level, names: [name, ''] })}`;
  };
  if (await isModuleReady()) { playHere(); return; }
  try {
    await introduce(name);
    const laid = await request('POST', '/api/tables', { setup, with: 'engine', level: Number(level), time: 'none', side: null, name: null });
    keepCode(laid.table, laid.code);
    location.href = `${laid.watch}${hints === undefined ? '' : '#hints'}`;
  } catch (error) {
    if (!canRunModule() || !(error instanceof Refusal) || error.id !== 'unreachable') throw error;
    playHere();
  }
}
