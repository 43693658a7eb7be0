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

/** What is sent one way waits until all that was sent before has gone. */
class Width {
  #rate;
  #free = 0;

  /** @param {number} rate bytes a second */
  constructor(rate) { this.#rate = rate; }

  /** When so many bytes arrive, in milliseconds from now. @param {number} bytes */
  arrival(bytes) {
    const now = performance.now();
    this.#free = Math.max(this.#free, now) + 1000 * bytes / this.#rate;
    return this.#free + WAY - now;
  }
}

function carry(from, to, width, note = () => {}) {
  // Timers may go off a little too early or too late, but never change the order.
  const sent = [];
  const send = (packet) => {
    sent.push(packet);
    setTimeout(() => {
      const next = sent.shift();
      note(next?.length ?? 0);
      if (next === null) to.destroy();
      else if (!to.destroyed) to.write(next);
    }, width.arrival(packet?.length ?? 0));
  };
  from.on('data', (chunk) => {
    // As the packets of a network would, so that one long answer does not hold up a short one.
    for (let at = 0; at < chunk.length; at += 1460) send(chunk.subarray(at, at + 1460));
  });
  from.on('close', () => send(null));
}
