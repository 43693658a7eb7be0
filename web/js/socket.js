// The line to a table. It mends itself, and what was ordered before it broke is ordered again under
// the same name, so that nothing is lost and nothing is done twice.

/** How long to wait before trying again: a little longer each time, in milliseconds. */
const PAUSES = [150, 300, 600, 1000, 2000, 3000];
/** An answer that takes longer than this means that the line is dead. */
const PATIENCE = 6000;
/** An order that is not answered for so long is shown as one that waits. */
const SLOW = 3000;
/** A line that broke is mended unseen within this time, and shown as broken afterwards. */
const UNSEEN = 700;
/** After so long without a message the page asks for the time, which the server always answers. */
const SILENCE = 15_000;

/**
 * @typedef {object} LineEvents
 * @property {(message: any) => void} said the server sends a message that is no answer
 * @property {() => void} lost the connection is lost
 * @property {() => void} found it holds again
 * @property {() => void} [signedOut] the visitor has logged out, here or elsewhere
 * @property {(kind: 'queued' | 'slow' | null) => void} [waits] an order is kept until the line holds again, or is not answered yet, or neither
 */

/**
 * @typedef {object} Pending
 * @property {object} message
 * @property {boolean} isOrder
 * @property {(answer: any) => void} answered
 * @property {number} [dying]
 * @property {number} [slowing]
 * @property {boolean} [isSlow] whether the answer is overdue
 */

export class Line {
  /** @type {WebSocket | null} */
  #socket = null;
  #path;
  #events;
  #tries = 0;
  #next = 1;
  #isLeft = false;
  #isEnded = false;
  /** Where orders are kept until they are answered; nowhere if empty. */
  #keptAs;
  /** @type {import('./types').Order[]} what was not answered when the page was left */
  #unanswered;
  /** @type {Map<number, Pending>} what has not been answered */
  #pending = new Map();
  /** @type {number | undefined} */
  #waiting;
  /** @type {number | undefined} */
  #telling;
  /** @type {number | undefined} */
  #listening;
  /** @type {number | undefined} when a socket that does not open is given up */
  #opening;

  /**
   * @param {() => string} path where the line leads; it may say what has been seen already
   * @param {LineEvents} events
   * @param {string} keptAs the name under which orders outlive the page that gave them; none do without one
   */
  constructor(path, events, keptAs = '') {
    this.#path = path;
    this.#events = events;
    this.#keptAs = keptAs;
    this.#unanswered = ordersKept(keptAs);
    this.#open();
    addEventListener('online', () => {
      // What was begun on the network of before may never open.
      if (this.#socket?.readyState === WebSocket.CONNECTING) this.#drop(this.#socket);
      this.#hurry();
    });
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.#hurry(); });
    // The page may be shown again as it was left, and opens a socket then.
    addEventListener('pagehide', () => this.#leave());
    addEventListener('pageshow', (event) => { if (event.persisted && !this.#isEnded) { this.#isLeft = false; this.#open(); } });
  }

  /** Whether the line holds just now. */
  get holds() { return this.#socket?.readyState === WebSocket.OPEN; }

  /**
   * Orders something and waits for the answer, through broken lines too.
   * @param {import('./types').Order} order
   * @returns {Promise<any>}
   */
  order(order) {
    return this.#send({ ...order, id: order.id ?? randomName() }, true);
  }

  /**
   * What was ordered before the page was loaded anew, and not answered. It is for the page to order it again, once.
   * @returns {import('./types').Order[]}
   */
  takeUnanswered() { return this.#unanswered.splice(0); }

  /**
   * Asks something. If there is no connection, or it breaks meanwhile, the answer is undefined at once. @param {object}
   * question @returns {Promise<any>}
   */
  ask(question) { return this.holds ? this.#send(question, false) : Promise.resolve(undefined); }

  /**
   * Says something that has no answer.
   * @param {object} message
   */
  tell(message) { this.#socket?.send(JSON.stringify(message)); }

  /** Ends the line for good. */
  end() {
    this.#isEnded = true;
    this.#leave();
  }

  #leave() {
    this.#isLeft = true;
    clearTimeout(this.#waiting);
    clearTimeout(this.#telling);
    clearTimeout(this.#opening);
    this.#socket?.close();
  }

  /**
   * @param {object} message
   * @param {boolean} isOrder
   */
  #send(message, isOrder) {
    const re = this.#next++;
    return new Promise((answered) => {
      /** @type {Pending} */
      const pending = { message: { ...message, re }, isOrder, answered };
      this.#pending.set(re, pending);
      if (isOrder) pending.slowing = setTimeout(() => { pending.isSlow = true; this.#tellWaiting(); }, SLOW);
      this.#transmit(pending);
      this.#tellWaiting();
    });
  }

  /** Says whether something that was ordered is still waited for. */
  #tellWaiting() {
    const orders = [...this.#pending.values()].filter((pending) => pending.isOrder);
    const isQueued = orders.length > 0 && !this.holds;
    keepOrders(this.#keptAs, [...this.#unanswered, ...orders.map(({ message }) => message)]);
    this.#events.waits?.(isQueued ? 'queued' : orders.some((pending) => pending.isSlow) ? 'slow' : null);
  }

  /** @param {Pending} pending */
  #transmit(pending) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const socket = this.#socket;
    socket.send(JSON.stringify(pending.message));
    clearTimeout(pending.dying);
    pending.dying = setTimeout(() => this.#drop(socket), PATIENCE);
  }

  #hurry() {
    if (this.#socket === null && !this.#isLeft) { clearTimeout(this.#waiting); this.#open(); }
  }

  #open() {
    const address = new URL(this.#path(), location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address);
    this.#socket = socket;
    clearTimeout(this.#opening);
    // Browsers wait for minutes. A line that is merely slow is given more time after each try.
    this.#opening = setTimeout(() => this.#drop(socket), PATIENCE * Math.min(1 + this.#tries, 3));
    socket.addEventListener('open', () => {
      if (this.#socket !== socket) return;
      this.#tries = 0;
      clearTimeout(this.#telling);
      clearTimeout(this.#opening);
      this.#events.found();
      this.#listen();
      for (const pending of this.#pending.values()) this.#transmit(pending);
      this.#tellWaiting();
    });
    socket.addEventListener('message', (event) => { if (this.#socket === socket) this.#hear(JSON.parse(event.data)); });
    socket.addEventListener('close', (event) => {
      if (event.reason === 'signed out') this.#events.signedOut?.();
      this.#lose(socket);
    });
  }

  /** Gives a dead line up. It is not waited for: its own end may be long in coming. @param {WebSocket} socket */
  #drop(socket) {
    socket.close();
    this.#lose(socket);
  }

  /** Tries another line, since this one is no more. @param {WebSocket} socket */
  #lose(socket) {
    if (this.#socket !== socket) return;
    this.#socket = null;
    clearTimeout(this.#listening);
    clearTimeout(this.#opening);
    for (const [re, pending] of this.#pending) {
      clearTimeout(pending.dying);
      // What was ordered goes again; what was asked is of no use later.
      if (!pending.isOrder) { this.#pending.delete(re); pending.answered(undefined); }
    }
    if (this.#isLeft) return;
    if (this.#tries === 0) {
      this.#telling = setTimeout(() => { this.#events.lost(); this.#tellWaiting(); }, UNSEEN);
    }
    const pause = PAUSES[Math.min(this.#tries, PAUSES.length - 1)] ?? 0;
    this.#tries += 1;
    this.#waiting = setTimeout(() => this.#open(), pause * (0.75 + Math.random() / 2));
  }

  /** Checks the connection once nothing has come for a while. */
  #listen() {
    clearTimeout(this.#listening);
    this.#listening = setTimeout(() => { void this.ask({ ask: 'time' }); }, SILENCE);
  }

  /** @param {any} message */
  #hear(message) {
    this.#listen();
    const pending = this.#pending.get(message.re);
    if (pending === undefined) {
      this.#events.said(message);
      return;
    }
    clearTimeout(pending.dying);
    clearTimeout(pending.slowing);
    this.#pending.delete(message.re);
    if (pending.isOrder) this.#tellWaiting();
    pending.answered(message);
  }
}

/** @param {string} name @returns {import('./types').Order[]} */
function ordersKept(name) {
  try { return JSON.parse(sessionStorage.getItem(name) ?? '[]'); } catch { return []; }
}

/** @param {string} name @param {object[]} orders */
function keepOrders(name, orders) {
  try {
    if (orders.length === 0) sessionStorage.removeItem(name);
    else if (name !== '') sessionStorage.setItem(name, JSON.stringify(orders));
  } catch { /* Then they are gone with the page. */ }
}

/** A name that no other client gives. (There is no randomUUID where the page comes without TLS.) */
function randomName() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
