// Announcements for screen readers.

import { find, seek } from './page.js';

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

/** A place to speak in is known to a screen reader only after so long, in milliseconds. */
const NEW = 100;

/**
 * The same words twice are no change, and would not be said: a new element is.
 * @param {string} voice
 * @param {string} text
 */
function speak(voice, text) {
  if (text === '') return;
  const line = document.createElement('p');
  line.textContent = text;
  const dialog = openDialog();
  if (dialog === null) find(voice).replaceChildren(line);
  else speakIn(dialog, find(voice), line);
}

/** The dialog in front of the page, if there is one. */
function openDialog() { return document.activeElement?.closest('dialog[open]') ?? seek('dialog[open]'); }

/**
 * While a dialog is open, nothing outside of it is said. It gets a voice of its own until it is closed.
 * @param {Element} dialog
 * @param {HTMLElement} voice the one outside
 * @param {HTMLElement} line
 */
function speakIn(dialog, voice, line) {
  const own = seek(`[data-voice="${voice.id}"]`, dialog) ?? /** @type {HTMLElement} */ (voice.cloneNode());
  if (!own.isConnected) {
    own.removeAttribute('id');
    own.dataset.voice = voice.id;
    dialog.append(own);
    dialog.addEventListener('close', () => own.remove(), { once: true });
  }
  setTimeout(() => (own.isConnected ? own : voice).replaceChildren(line), NEW);
}
