// Orders, each given once: a button that is pressed twice would order the same of a game that the first order has changed.

export class Orders {
  #send;
  /** @type {Set<string>} what was ordered, of which version, and is not answered for */
  #unanswered = new Set();

  /** @param {(order: import('./types').Order) => Promise<any>} send */
  constructor(send) { this.#send = send; }

  /** Gives an order. The answer is null if the same one is not answered yet. @param {import('./types').Order} order */
  async give(order) {
    const name = `${order.do} ${order.seen}`;
    if (this.#unanswered.has(name)) return null;
    this.#unanswered.add(name);
    return this.#send(order).finally(() => this.#unanswered.delete(name));
  }
}
