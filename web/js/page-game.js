// A game that is played in the page, against the computer or by two at this device. It speaks like the line to a table of
// the house, so that the page need not know the difference.

import { Refusal } from './api.js';
import { keepGame, keptGame } from './kept-games.js';
import { askModule, come } from './local.js';
import { find } from './page.js';

/** How long the computer thinks at full strength, and before it can be interrupted, in milliseconds. */
const [THINKING, SLICE] = [3000, 250];
/** How long it thinks about a hint. */
const HINT = 700;

/** How a game is to begin, for the next page. @param {object} beginning */
export function begin(beginning) {
  sessionStorage.setItem('konoba.beginning', JSON.stringify(beginning));
}

export class PageGame {
  /** @type {import('./socket.js').LineEvents} */
  #events = { said() {}, lost() {}, found() {} };
  #game;
  #id;
  /** @type {any} what is known of the table as it was first shown */
  #first;
  #title = '';
  #status = '';

  /** @param {string} game @param {string} id @param {any} first */
  constructor(game, id, first) {
    this.#game = game;
    this.#id = id;
    this.#first = first;
  }

  /**
   * Goes on with the game that the address names, or begins one. The page is made ready for its board.
   * @param {string} game
   */
  static async open(game) {
    if (!await come()) throw new Error('This game cannot be loaded. Nothing is lost: reload the page, or start a game online.');
    const beginning = sessionStorage.getItem('konoba.beginning');
    sessionStorage.removeItem('konoba.beginning');
    const id = location.hash.slice(1);
    const kept = beginning === null && id !== '' ? await keptGame(id).catch(() => undefined) : undefined;
    const first = await answered(kept !== undefined
      ? { ask: 'resume', record: kept.record }
      : { ask: 'begin', setup: game, level: '1', names: ['', ''], ...JSON.parse(beginning ?? '{}') });
    const own = new PageGame(game, kept?.id ?? newId(), first);
    history.replaceState(null, '', `#${own.#id}`);
    const { table } = first.answer;
    const { svg } = await answered({ ask: 'board', setup: table.setup });
    find('#board').innerHTML = svg;
    for (const place of ['h1', '.panel .title']) find(place).textContent = table.title;
    for (const tool of ['share', ...(table.seats.some((/** @type {any} */ seat) => seat.is_engine) ? [] : ['hint'])]) {
      find(`[data-do="${tool}"]`).hidden = true;
    }
    return own;
  }

  /** Who is told what happens. @param {import('./socket.js').LineEvents} events */
  listen(events) {
    this.#events = events;
    this.#events.found();
    this.#events.said(this.#first.answer);
    void this.#take(this.#first);
    return this;
  }

  /** Nothing can break between a page and itself. */
  get holds() { return true; }

  /** @param {import('./types').Order} order @returns {Promise<any>} */
  async order(order) {
    try {
      const changed = await answered({ ask: 'order', do: order.do, move: order.move, seat: order.seat });
      await this.#take(changed);
      return changed.answer;
    } catch (error) {
      return { type: 'refused', says: /** @type {Error} */ (error).message };
    }
  }

  /** @param {any} question @returns {Promise<any>} */
  async ask(question) {
    if (question.ask === 'why') return answered({ ask: 'table-why', move: question.move }).catch(() => undefined);
    if (question.ask === 'lines') return { type: 'lines', ...await answered({ ask: 'table-lines' }) };
    return undefined;
  }

  /** There is no seat to be taken up by a code. */
  tell() {}

  /** What is answered to a question about the board. @param {string} question @returns {Promise<{ says: string }>} */
  read(question) { return answered({ ask: 'table-read', question }); }

  /** What the computer would play. @returns {Promise<import('./types').HintView>} */
  hint() { return answered({ ask: 'hint', millis: HINT }, this.#game); }

  /** Shows and keeps what has changed, and lets the computer answer. @param {any} changed */
  async #take(changed) {
    const whole = changed.answer.type === 'table' ? changed.answer : changed.news;
    this.#status = whole?.table.status ?? this.#status;
    this.#title = whole?.table.title ?? this.#title;
    const id = changed.is_next ? newId() : this.#id;
    await keepGame({
      id, game: this.#game, record: changed.record, moves: changed.moves, offer: changed.offer, title: this.#title, status: this.#status, isOver: changed.is_over, changed: Date.now(),
    }).catch(() => { /* A browser that keeps nothing plays all the same. */ });
    if (changed.is_next) {
      location.hash = id;
      location.reload();
      return;
    }
    /** @type {HTMLAnchorElement} */ (find('#record')).href = `data:application/x-go-sgf;charset=utf-8,${encodeURIComponent(changed.record)}`;
    /** @type {HTMLAnchorElement} */ (find('[data-choice="result"] a[href^="/review"]')).href = `/review?line=${encodeURIComponent(changed.line)}`;
    if (changed.news !== null) this.#events.said(changed.news);
    if (changed.is_thinking) void this.#think();
  }

  /** The computer thinks, a little at a time, so that it can be told to take a move back meanwhile. */
  async #think() {
    for (let spent = SLICE; ; spent += SLICE) {
      const changed = await answered({ ask: 'reply', millis: SLICE, is_last: spent >= THINKING }, this.#game).catch((error) => {
        // It may be no longer its turn, of which nothing need be said.
        if (!(error instanceof Refusal)) find('#message').textContent = error.message;
        return null;
      });
      if (changed === null) return;
      if (changed.news !== null || !changed.is_thinking) {
        await this.#take(changed);
        return;
      }
    }
  }
}

/** @param {object} question @param {string} [game] */
async function answered(question, game) {
  const answer = await askModule(question, game);
  if (answer?.error !== undefined) throw new Refusal(answer.error);
  return answer;
}

/** A name that no other game in this browser has. */
function newId() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
