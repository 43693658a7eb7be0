// Hints: what the computer would play in one's place, in games against it.

import { request } from './api.js';
import { seek } from './page.js';

export class Hints {
  #button = /** @type {HTMLButtonElement | null} */ (seek('[data-do="hint"]'));
  #table;
  #events;
  /** Whether one is given at every turn, as in a first game. */
  #isAlways = location.hash === '#hints';

  /**
   * @param {string} table
   * @param {{ thinks: () => void, gives: (hint: import('./types').HintView) => void, fails: (says: string) => void }} events
   */
  constructor(table, events) {
    this.#table = table;
    this.#events = events;
    this.#mark();
  }

  /** It is this visitor's turn, or is not. @param {boolean} isOn */
  turn(isOn) {
    if (this.#button === null) return;
    this.#button.disabled = !isOn && !this.#isAlways;
    if (isOn && this.#isAlways) void this.#ask();
  }

  /** The button was pressed: one hint, or no more of them. */
  press() {
    if (!this.#isAlways) {
      void this.#ask();
      return;
    }
    this.#isAlways = false;
    this.#mark();
  }

  async #ask() {
    this.#events.thinks();
    try {
      this.#events.gives(await request('GET', `/api/tables/${this.#table}/hint`));
    } catch (error) {
      this.#events.fails(/** @type {Error} */ (error).message);
    }
  }

  #mark() { this.#button?.setAttribute('aria-pressed', String(this.#isAlways)); }
}
