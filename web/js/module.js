// The modules that hold rules, drawing and search: questions in, answers out. A worker of the page runs them; so do the
// tests, without a page.

/** What computes nets, the fastest first: each takes instructions that not every browser or processor has. */
const KINDS = ['relaxed', 'simd', 'plain'];

/** @typedef {(file: string) => Promise<Uint8Array<ArrayBuffer>>} Load how to come by a file */

export class Module {
  /** @type {any} what the session exports */
  #session;
  /** @type {any} what the module of nets exports, once there is one */
  #net = null;
  /** @type {string | null} the game whose net is loaded; empty if it has none */
  #game = null;
  /** Which of the kinds computes nets. */
  kind = '';
  #load;
  #kinds;

  /** @param {Load} load @param {string[]} kinds */
  constructor(load, kinds) {
    this.#load = load;
    this.#kinds = kinds;
  }

  /** Loads what answers questions. Nets are loaded when they are needed. @param {Load} load @param {string[]} [kinds] */
  static async open(load, kinds = KINDS) {
    const own = new Module(load, kinds);
    const page = {
      // Goes on evenly, and says the day.
      now: () => performance.timeOrigin + performance.now(),
      evaluate: (/** @type {number[]} */ ...what) => own.#evaluate(...what),
    };
    const { instance } = await WebAssembly.instantiate(await load('wasm/konoba.wasm'), { page });
    own.#session = instance.exports;
    return own;
  }

  /** How much memory the modules take, in bytes. */
  get bytes() {
    return [this.#session, this.#net].reduce((sum, own) => sum + (own?.memory.buffer.byteLength ?? 0), 0);
  }

  /** The answer to a question. @param {object} question @returns {any} */
  ask(question) {
    return JSON.parse(this.askText(JSON.stringify(question)));
  }

  /** The same as texts. @param {string} question */
  askText(question) {
    const bytes = new TextEncoder().encode(question);
    const { memory, room, ask, answer } = this.#session;
    const at = room(bytes.length);
    if (at === 0) throw new Error('the question is too long');
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = ask();
    return new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length));
  }

  /** Makes the net of a game ready, if the game has one. @param {string} game */
  async provideNet(game) {
    if (this.#game === game) return;
    const file = game === '' ? new Uint8Array() : await this.#load(`nets/${game}.bin`);
    const isThere = file.length > 0 && await this.#provideNets() && this.#take(game, file);
    this.#game = game;
    this.ask({ ask: 'net', game: isThere ? game : '' });
  }

  /** Whether there is a module that computes nets, loaded if need be. */
  async #provideNets() {
    for (const kind of this.#net === null ? this.#kinds : []) {
      const file = await this.#load(`wasm/net-${kind}.wasm`);
      if (!WebAssembly.validate(file)) continue;
      /** @type {any} */
      const net = (await WebAssembly.instantiate(file, {})).instance.exports;
      this.#net = net;
      this.kind = kind;
      // Some processors take more steps for what a module asks for than for what the next one does.
      if (net.is_fast() === 1) break;
    }
    return this.#net !== null;
  }

  /** Hands a net to the module that computes it. @param {string} game @param {Uint8Array} file */
  #take(game, file) {
    const name = new TextEncoder().encode(`${game}\0`);
    const at = this.#net.room(name.length + file.length);
    const room = new Uint8Array(this.#net.memory.buffer, at, name.length + file.length);
    room.set(name);
    room.set(file, name.length);
    return this.#net.load() === 1;
  }

  /** Has the net answer to a packed position. @param {number[]} where its place and length, the size of the board, the place of the answer */
  #evaluate(...where) {
    const [packed = 0, length = 0, size = 0, numbers = 0] = where;
    const room = this.#net.room(length);
    new Uint8Array(this.#net.memory.buffer, room, length).set(new Uint8Array(this.#session.memory.buffer, packed, length));
    const answer = this.#net.answer(size);
    const bytes = 4 * (size * size + 1);
    new Uint8Array(this.#session.memory.buffer, numbers, bytes).set(new Uint8Array(this.#net.memory.buffer, answer, bytes));
  }
}
