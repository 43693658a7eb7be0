// The clocks. What is left comes from the server; between its messages only the time that has passed
// here is taken off, so that a wrong clock in this machine does no harm.

import { find } from './page.js';

/** Less than this is shown with tenths, and in another colour. */
const SHORT = 20_000;

export class Clocks {
  /** @type {import('./types').ClocksView | null} */
  #clocks = null;
  #since = 0;
  /** @type {() => void} */
  #fallen;
  /** @type {number | undefined} */
  #ticking;
  #isStopped = false;

  /** @param {() => void} fallen called when the running clock has run out */
  constructor(fallen) { this.#fallen = fallen; }

  /** @param {import('./types').ClocksView | null} clocks */
  set(clocks) {
    this.#clocks = clocks;
    this.#since = performance.now();
    this.#isStopped = false;
    this.#tick();
  }

  /** Stops the clocks: without a connection the shown time may be wrong. */
  stop() {
    this.#isStopped = true;
    clearTimeout(this.#ticking);
  }

  #tick() {
    clearTimeout(this.#ticking);
    if (this.#isStopped) return;
    const passed = performance.now() - this.#since;
    let next = 0;
    for (const seat of [1, 2]) {
      const clock = find(`#seat-${seat} [data-clock]`);
      const left = this.#clocks?.left[seat - 1];
      clock.hidden = left === undefined;
      if (left === undefined) continue;
      const isRunning = seat === this.#clocks?.running;
      const now = Math.max(0, isRunning ? left - passed : left);
      clock.textContent = written(now);
      clock.classList.toggle('short', isRunning && now < SHORT);
      if (!isRunning) continue;
      if (now === 0) this.#fallen();
      else next = now < SHORT ? 100 : now % 1000 || 1000;
    }
    if (next > 0) this.#ticking = setTimeout(() => this.#tick(), next);
  }
}

/** @param {number} milliseconds */
function written(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  const tenths = milliseconds < SHORT ? `.${Math.floor(milliseconds / 100) % 10}` : '';
  return `${minutes}:${two(seconds % 60)}${tenths}`;
}
