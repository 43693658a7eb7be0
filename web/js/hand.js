// The piece that will be placed, where there is a choice.

import { findAll } from './page.js';

export class Hand {
  /** @type {HTMLInputElement[]} */
  #choices = findAll('#hand input');

  /** @param {() => void} changed */
  constructor(changed) {
    for (const choice of this.#choices) choice.addEventListener('change', changed);
  }

  /** The letter to be written before a point; nothing where there is no choice. */
  get letter() { return this.#choices.find((choice) => choice.checked)?.value ?? ''; }

  /** The class of the piece; nothing where there is no choice. */
  get class() { return this.#choices.find((choice) => choice.checked)?.dataset.class ?? ''; }

  /** What each key does that chooses a piece. */
  get keys() {
    return Object.fromEntries(this.#choices.map((choice) => [choice.value.toLowerCase(), () => {
      choice.checked = true;
      choice.dispatchEvent(new Event('change'));
    }]));
  }
}
