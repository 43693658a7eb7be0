// Announcements for screen readers.

import { find } from './page.js';

/**
 * Says something when there is a pause.
 * @param {string} text
 */
export function say(text) { speak('#voice', text); }

/**
 * Says something at once: a refusal, or that the connection is lost or back.
 * @param {string} text
 */
export function shout(text) { speak('#loud-voice', text); }

/**
 * The same words twice are no change, and would not be said: a new element is.
 * @param {string} voice
 * @param {string} text
 */
function speak(voice, text) {
  if (text === '') return;
  const line = document.createElement('p');
  line.textContent = text;
  find(voice).replaceChildren(line);
}
