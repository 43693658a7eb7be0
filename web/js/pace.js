// A natural pace: the answer of the computer is not shown in the same moment as the move it answers.

/** How long a move stands alone before the answer to it is shown. */
const ALONE = 450;

export class Pace {
  /** @type {(() => void)[]} what waits, in its order */
  #waiting = [];
  #freeAt = 0;

  /**
   * Does something at once, or after what waits already. Where it shows the answer of the computer, the
   * move before stands alone for a moment.
   * @param {boolean} isAnswer
   * @param {() => void} act
   */
  show(isAnswer, act) {
    const pause = this.#freeAt - performance.now();
    if (this.#waiting.length === 0 && (!isAnswer || pause <= 0)) {
      act();
      return;
    }
    this.#waiting.push(act);
    if (this.#waiting.length === 1) setTimeout(() => this.#goOn(), Math.max(0, pause));
  }

  /** A move was shown, which now stands alone. */
  begin() { this.#freeAt = performance.now() + ALONE; }

  #goOn() {
    const acts = this.#waiting.splice(0);
    for (const act of acts) act();
  }
}
