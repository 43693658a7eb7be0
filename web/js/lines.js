// The lines that are still open: shown on the board as it is, for as long as that is wanted.

export class Lines {
  #board;
  #events;
  #isOn = false;
  /** How often they were asked for: an answer to an older question is about another board. */
  #asked = 0;

  /**
   * @param {import('./board.js').Board} board
   * @param {{ ask: () => Promise<any>, tell: (says: string) => void }} events how to ask for them, and what to do with what is said of them
   */
  constructor(board, events) {
    this.#board = board;
    this.#events = events;
  }

  /** Shows them, or no longer. @param {HTMLElement} button */
  toggle(button) {
    this.#isOn = !this.#isOn;
    button.setAttribute('aria-pressed', String(this.#isOn));
    this.renew();
  }

  /** The board has changed, and those that are shown are of the one before. */
  renew() {
    this.#board.stay([]);
    void this.show();
  }

  /** Asks for them where they are wanted, and shows them. */
  async show() {
    const own = ++this.#asked;
    if (!this.#isOn) return;
    const answer = await this.#events.ask();
    if (own !== this.#asked || answer?.type !== 'lines') return;
    this.#board.stay(answer.patches);
    this.#events.tell(answer.says);
  }
}
