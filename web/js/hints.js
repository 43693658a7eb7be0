// Hints: what the computer would play in one's place, in games against it.

import { seek } from './page.js';

export class Hints {
  #button = /** @type {HTMLButtonElement | null} */ (seek('[data-do="hint"]'));
  #ask;
  #events;
  /** Whether one is given at every turn, as in a first game. */
  #isAlways = location.hash === '#hints' || location.search === '?hints';

  /**
   * @param {() => Promise<import('./types').HintView>} ask
   * @param {{ thinks: () => void, gives: (hint: import('./types').HintView) => void, fails: (says: string) => void }} events
   */
  constructor(ask, events) {
    this.#ask = ask;
    this.#events = events;
    this.#mark();
  }

  /** It is this visitor's turn, or is not. @param {boolean} isOn */
  turn(isOn) {
    if (this.#button === null) return;
    this.#button.disabled = !isOn && !this.#isAlways;
    if (isOn && this.#isAlways) void this.#give();
  }

  /** The button was pressed: one hint, or no more of them. */
  press() {
    if (!this.#isAlways) {
      void this.#give();
      return;
    }
    this.#isAlways = false;
    this.#mark();
  }

  async #give() {
    this.#events.thinks();
    try {
      this.#events.gives(await this.#ask());
    } catch (error) {
      this.#events.fails(/** @type {Error} */ (error).message);
    }
  }

  #mark() { this.#button?.setAttribute('aria-pressed', String(this.#isAlways)); }
}
