// Who answers about the game in the page: the page itself once it can, and the house until then. The game goes along with every
// question to the house, which keeps nothing of it, so that the change is not noticed.

import { Refusal, request } from './api.js';
import { askModule, come, isModuleReady } from './local.js';

/** How long the line is left to what is needed at once, in milliseconds. */
const LATER = 1500;

export class GameAnswers {
  #game;
  /** @type {string | undefined} the game as it stands, from which it goes on */
  #record;
  /** @type {string | undefined} the side that the visitor began with, which the game itself does not tell where two play at one device */
  #side;
  /** @type {string | undefined} the game as the module knows it */
  #known;
  /** Whether the page answers by itself. */
  #isHere = false;
  /** @type {Promise<boolean> | null} */
  #coming = null;

  /** @param {string} game */
  constructor(game) { this.#game = game; }

  /** Has the module come: at once if it is kept in this browser, and else after what is needed now. */
  async open() {
    if (await isModuleReady()) this.#isHere = await come();
    if (!this.#isHere) setTimeout(() => void this.#arrive(), LATER);
  }

  /** Whether the module and the net of the game have come. */
  #arrive() {
    this.#coming ??= come().then(async (isHere) => {
      // The net comes with the first question that needs it.
      if (isHere) await askModule({ ask: 'board', setup: this.#game }, this.#game);
      this.#isHere = isHere;
      return isHere;
    }).catch(() => false);
    return this.#coming;
  }

  /**
   * @param {any} question
   * @param {number} [thinks] for how many milliseconds the computer thinks about it, if it does
   * @returns {Promise<any>}
   */
  async ask(question, thinks) {
    while (!this.#isHere) {
      const before = this.#record;
      let answer;
      try {
        answer = await request('POST', '/api/page-game', { side: this.#side, ...question, millis: thinks, record: question.record ?? before });
      } catch (error) {
        const canWait = error instanceof Refusal && (error.wait > 0 || ['unreachable', 'busy'].includes(error.id));
        if (!canWait || !await this.#arrive()) throw error;
        break;
      }
      if (before === this.#record) {
        this.#note(answer);
        return answer;
      }
      // The game has gone on meanwhile: a move was taken back before the computer had found its own.
      if (thinks !== undefined) throw new Refusal({ id: 'no-turn', says: 'The game has gone on.' });
    }
    try {
      return await this.#askHere(question, thinks);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      // The module has stopped, or a file that it needs is of a version that the house no longer has: the house goes on.
      this.#isHere = false;
      this.#coming = Promise.resolve(false);
      return this.ask(question, thinks).catch((refusal) => { throw refusal.id === 'unreachable' ? error : refusal; });
    }
  }

  /** @param {any} question @param {number} [thinks] @returns {Promise<any>} */
  async #askHere(question, thinks) {
    if (this.#known !== this.#record) {
      this.#known = this.#record;
      await answered({ ask: 'resume', record: this.#record, side: this.#side });
    }
    const answer = await answered(question, thinks === undefined ? undefined : this.#game);
    this.#note(answer);
    this.#known = this.#record;
    return answer;
  }

  /** Notes how the game stands, if the answer says it. @param {any} answer */
  #note(answer) {
    this.#record = answer.record ?? this.#record;
    this.#side = answer.offer?.side ?? this.#side;
  }
}

/** @param {object} question @param {string} [game] whose net is needed */
async function answered(question, game) {
  const answer = await askModule(question, game);
  if (answer?.error !== undefined) throw new Refusal(answer.error);
  return answer;
}
