// The clocks. What is left comes from the server; between its messages only the time that has passed
// here is taken off, so that a wrong clock in this machine does no harm.

import { say } from './announce.js';
import { find } from './page.js';

/** Less than this is shown with tenths, and in another colour. */
const SHORT = 20_000;
/** When so much is left, it is said; and again only after there was clearly more. */
const MARKS = [60_000, SHORT];
const CLEARLY = 5_000;

export class Clocks {
  /** @type {import('./types').ClocksView | null} */
  #clocks = null;
  /** @type {number[]} */
  #own = [];
  /** The seat whose clock is told first. */
  #first = 1;
  #since = 0;
  /** For each seat, the lowest mark of which its holder has heard. */
  #heard = [Infinity, Infinity];
  /** @type {number | undefined} */
  #ticking;
  /** @type {number | null} */
  #stoppedAt = null;

  /** @param {import('./types').TableView} table */
  set({ clocks, you, to_move: toMove }) {
    this.#clocks = clocks;
    this.#own = you;
    this.#first = toMove ?? 1;
    this.#since = performance.now();
    this.#stoppedAt = null;
    this.#tick();
  }

  /** Stops the clocks: without a connection the shown time may be wrong. */
  stop() {
    this.#stoppedAt ??= performance.now();
    clearTimeout(this.#ticking);
  }

  /** What the clocks show, in words, that of the player to move first; nothing where there are none. */
  said() {
    if (this.#clocks === null) return '';
    return [this.#first, 3 - this.#first].map((seat) => this.#saidOf(seat, this.#left(seat))).join(' ');
  }

  /**
   * @param {number} seat
   * @param {number} left
   */
  #saidOf(seat, left) {
    const isOnlyOwn = this.#own.length === 1 && this.#own[0] === seat;
    const [name, side] = ['name', 'side'].map((what) => find(`#seat-${seat} [data-${what}]`).textContent);
    return `${isOnlyOwn ? 'You have' : `${name} (${side}) has`} ${spoken(left)} left.`;
  }

  /** @param {number} seat */
  #left(seat) {
    const left = this.#clocks?.left[seat - 1] ?? 0;
    if (seat !== this.#clocks?.running) return left;
    return Math.max(0, left - ((this.#stoppedAt ?? performance.now()) - this.#since));
  }

  /** @param {boolean} isTold whether little time is told of: not at once with other news, which would take its place */
  #tick(isTold = false) {
    clearTimeout(this.#ticking);
    if (this.#stoppedAt !== null) return;
    let next = 0;
    for (const seat of [1, 2]) {
      const clock = find(`#seat-${seat} [data-clock]`);
      clock.hidden = this.#clocks === null;
      if (this.#clocks === null) continue;
      const isRunning = seat === this.#clocks.running;
      const left = this.#left(seat);
      clock.textContent = written(left);
      clock.classList.toggle('short', isRunning && left < SHORT);
      if (!isRunning) continue;
      if (isTold && this.#own.includes(seat)) this.#warn(seat, left);
      // That it has run out, the house says.
      if (left > 0) next = left < SHORT ? 100 : left % 1000 || 1000;
    }
    if (next > 0) this.#ticking = setTimeout(() => this.#tick(true), next);
  }

  /**
   * Those who do not see the clock hear that little is left of their own time.
   * @param {number} seat
   * @param {number} left
   */
  #warn(seat, left) {
    const lowest = MARKS.filter((mark) => left <= mark).at(-1) ?? Infinity;
    const heard = this.#heard[seat - 1] ?? Infinity;
    if (lowest < heard && left > 0) say(this.#saidOf(seat, Math.ceil(left / 1000) * 1000));
    if (lowest < heard || left > heard + CLEARLY) this.#heard[seat - 1] = lowest;
  }
}

/**
 * A span in its largest unit and the next smaller one, as it is said elsewhere too: `4 minutes and 5 seconds`.
 * @param {number} milliseconds
 */
function spoken(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds === 0) return milliseconds > 0 ? 'less than a second' : 'no time';
  /** @type {[number, string][]} */
  const parts = [[Math.floor(seconds / 86_400), 'day'], [Math.floor(seconds / 3600) % 24, 'hour'], [Math.floor(seconds / 60) % 60, 'minute'], [seconds % 60, 'second']];
  const largest = parts.findIndex(([count]) => count > 0);
  const said = parts.slice(largest, largest + 2).filter(([count]) => count > 0);
  return said.map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`).join(' and ');
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
