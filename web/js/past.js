// The board as it was: stepping back in a game that goes on. What is drawn comes from the house; the
// game itself stays where it is.

import { say } from './announce.js';
import { request } from './api.js';
import { pointsIn } from './board.js';
import { movesShown } from './moves.js';
import { find, findAll } from './page.js';

export class Past {
  #board;
  #setup;
  #events;
  /** @type {number | null} how many moves are shown; null for all of them, as they come */
  #shown = null;
  /** @type {Map<string, import('./types').Patch[]>} the boards that were drawn, by their moves */
  #drawn = new Map();

  /**
   * @param {import('./board.js').Board} board
   * @param {() => string} setup
   * @param {{ tell: (says: string) => void, entered: () => void, turned: () => void }} events what is said of a move, that an
   * earlier board is going to be shown, and that something else is shown
   */
  constructor(board, setup, events) {
    this.#board = board;
    this.#setup = setup;
    this.#events = events;
  }

  /** Whether something else is shown than the board as it is. */
  get isShown() { return this.#shown !== null; }

  /** @param {string} where `start`, `back`, `on` or `end` */
  step(where) {
    const last = movesShown().length;
    const now = this.#shown ?? last;
    /** @type {Record<string, number>} */
    const places = { start: 0, back: now - 1, on: now + 1, end: last };
    this.goTo(places[where] ?? last);
  }

  /** Shows the board after so many moves. @param {number} count */
  goTo(count) {
    const last = movesShown().length;
    if (count < last) void this.#show(Math.max(0, count));
    else this.#return();
  }

  /** Shows the board as it is, because that was asked for. */
  #return() {
    if (!this.isShown) return;
    this.leave();
    say('Back to live');
  }

  /** Shows the board as it is. */
  leave() {
    if (this.#shown === null) return;
    this.#shown = null;
    this.#mark();
    this.#board.clear();
    this.#events.tell('');
  }

  /** @param {number} count */
  async #show(count) {
    if (!this.isShown) this.#events.entered();
    this.#shown = count;
    this.#mark();
    const moves = movesShown().slice(0, count);
    const written = moves.map(({ mv }) => mv).join(' ');
    let [patches, says] = [this.#drawn.get(written), moves.at(-1)?.says ?? ''];
    if (patches === undefined) {
      const query = new URLSearchParams({ setup: this.#setup(), moves: written });
      const svg = await request('GET', `/api/draw?${query}`).catch((error) => { says = error.message; return null; });
      if (svg !== null) this.#drawn.set(written, patches = pointsIn(svg));
    }
    // The player may have gone on to another move meanwhile.
    if (this.#shown !== count) return;
    // Nothing may say that this is an earlier board when it is the present one.
    if (patches === undefined) this.leave();
    else this.#board.show(patches);
    this.#events.tell(says);
    // Before the first move there is nothing to tell of.
    if (says === '' && this.isShown) say(this.#place());
  }

  #place() { return `Move ${this.#shown} of ${movesShown().length}`; }

  #mark() {
    this.#board.frame.classList.toggle('past', this.#shown !== null);
    const looking = find('#looking');
    looking.hidden = this.#shown === null;
    find('[data-says]', looking).textContent = this.#place();
    for (const [index, line] of findAll('#moves li').entries()) {
      line.classList.toggle('shown', index + 1 === this.#shown);
    }
    this.#events.turned();
  }
}
