// A slow line to a house, for everything that a browser sends: pages, sockets, and what workers fetch, which the browser's
// own emulation leaves out. All connections share its width, and each begins with one way there and back.

import { connect, createServer } from 'node:net';

/** The "slow 4G" of Lighthouse: 150 ms there and back, 1.6 Mbit/s down and 750 kbit/s up. */
const [WAY, DOWN, UP] = [75, 1.6e6 / 8, 750e3 / 8];

export class SlowLine {
  #server;
  #bytes = 0;

  /** @param {string} port of the house */
  static async open(port) {
    const line = new SlowLine();
    const [down, up] = [new Width(DOWN), new Width(UP)];
    line.#server = createServer((near) => {
      const far = connect(Number(port), '127.0.0.1');
      for (const end of [near, far]) end.on('error', () => { near.destroy(); far.destroy(); });
      near.pause();
      setTimeout(() => near.resume(), 2 * WAY);
      carry(near, far, up);
      carry(far, near, down, (bytes) => { line.#bytes += bytes; });
    });
    await new Promise((open) => line.#server.listen(0, '127.0.0.1', open));
    line.url = `http://127.0.0.1:${line.#server.address().port}`;
    return line;
  }

  /** How many bytes have come down since it was asked last. */
  takeBytes() {
    const bytes = this.#bytes;
    this.#bytes = 0;
    return bytes;
  }

  close() { this.#server.close(); }
}

/** How much of a connection waits here, in bytes; the rest waits where it comes from. */
const WINDOW = 65_536;

/** What is sent one way, a packet of each connection in turn. */
class Width {
  #rate;
  #free = 0;
  /** @type {Queue[]} the connections with something to send, the next one first */
  #waiting = [];
  #isBusy = false;

  /** @param {number} rate bytes a second */
  constructor(rate) { this.#rate = rate; }

  /** Sends a packet, or the end of the connection. @param {Queue} queue @param {Buffer | null} packet */
  send(queue, packet) {
    if (queue.packets.length === 0) this.#waiting.push(queue);
    queue.packets.push(packet);
    if (!this.#isBusy) this.#next();
  }

  #next() {
    const queue = this.#waiting.shift();
    this.#isBusy = queue !== undefined;
    if (queue === undefined) return;
    const packet = queue.packets.shift();
    if (queue.packets.length > 0) this.#waiting.push(queue);
    const now = performance.now();
    this.#free = Math.max(this.#free, now) + 1000 * (packet?.length ?? 0) / this.#rate;
    queue.sent.push(packet);
    setTimeout(() => queue.arrive(queue.sent.shift()), this.#free + WAY - now);
    // Timers are too coarse for each packet, so what has been sent by the next millisecond is sent now.
    if (this.#free < now + 1) this.#next();
    else setTimeout(() => this.#next(), this.#free - now);
  }
}

/** @typedef {{ packets: (Buffer | null)[], sent: (Buffer | null)[], arrive: (packet: Buffer | null) => void }} Queue */

function carry(from, to, width, note = () => {}) {
  let waiting = 0;
  const queue = {
    packets: [],
    // Timers may go off a little too early or too late, but never change the order.
    sent: [],
    arrive(next) {
      waiting -= next?.length ?? 0;
      if (waiting < WINDOW) from.resume();
      note(next?.length ?? 0);
      if (next === null) to.destroy();
      else if (!to.destroyed) to.write(next);
    },
  };
  from.on('data', (chunk) => {
    waiting += chunk.length;
    if (waiting >= WINDOW) from.pause();
    // As the packets of a network would, so that one long answer does not hold up a short one.
    for (let at = 0; at < chunk.length; at += 1460) width.send(queue, chunk.subarray(at, at + 1460));
  });
  from.on('close', () => width.send(queue, null));
}
