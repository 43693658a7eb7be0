// Keys that work anywhere on a page with a board, and points that are typed.

import { isForWalking } from './points.js';

/** What is typed is forgotten after so long without a key. */
const PATIENCE = 4000;

/**
 * @typedef {object} KeyEvents
 * @property {(text: string) => void} typed a move was typed and finished
 * @property {(text: string) => void} typing what has been typed so far
 * @property {Record<string, () => void>} keys what other keys do
 */

/**
 * Listens to the keyboard wherever nothing else wants it.
 * @param {KeyEvents} events
 */
export function listenToKeys({ typed, typing, keys }) {
  let text = '';
  /** @type {number | undefined} */
  let forgetting;
  const forget = () => {
    clearTimeout(forgetting);
    if (text !== '') { text = ''; typing(''); }
  };
  document.addEventListener('keydown', (event) => {
    if (isWantedElsewhere(event)) return;
    const key = event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.key;
    const act = keys[key];
    if (act !== undefined && (text === '' || !/^[a-z0-9]$/i.test(key))) {
      event.preventDefault();
      forget();
      act();
    } else if (/^[a-z0-9]$/i.test(key) && text.length < 6) {
      text += key.toLowerCase();
      typing(text);
      clearTimeout(forgetting);
      forgetting = setTimeout(forget, PATIENCE);
    } else if (text !== '' && key === 'Enter') {
      event.preventDefault();
      const whole = text;
      forget();
      typed(whole);
    } else if (text !== '' && key === 'Backspace') {
      text = text.slice(0, -1);
      typing(text);
    } else if (text !== '' && key === 'Escape') {
      forget();
    }
  }, { capture: true });
}

/**
 * Whether the key is meant for a field, a dialog, the board or the browser.
 * @param {KeyboardEvent} event
 */
function isWantedElsewhere(event) {
  const { target } = event;
  if (event.altKey || event.isComposing || document.querySelector('dialog[open]') !== null) return true;
  if (target instanceof HTMLInputElement) return target.type !== 'radio';
  // The keyboard walks over the board, and what is shown on it must not change meanwhile.
  if (target instanceof Element && target.closest('[data-walked]') !== null && isForWalking(event)) return true;
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
