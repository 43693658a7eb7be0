// The board in the page: its classes and labels, the point under the keyboard, the choice of a point.

import { glassOver } from './glass.js';
import { nameOf, pointOf } from './points.js';

/** How long a pointer rests on a point before it is asked about, and a finger before that. */
const REST = 130;
const LONG_PRESS = 450;
/** Points smaller than this, in pixels, are chosen under a glass. */
const SMALL = 30;
/** The classes of a point on which something stands. */
const TAKEN = /(^| )(first|second)( |$)/;

/**
 * What happens on a board.
 * @typedef {object} BoardEvents
 * @property {(point: string, by: 'mouse' | 'touch' | 'key') => void} choose the player chooses a point
 * @property {(point: string | null) => void} consider the player points at a cell, or at none
 */

export class Board {
  /** @type {SVGGElement[]} row by row from the lower left */
  #points;
  /** @type {Map<string, SVGGElement>} */
  #byName = new Map();
  /** @type {Map<string, import('./types').Patch>} the position itself */
  #base = new Map();
  /** @type {Map<string, import('./types').Patch>} what is shown over it for a while */
  #over = new Map();
  /** @type {import('./types').Patch[]} what was given for that */
  #shown = [];
  /** @type {import('./types').Patch[]} what is shown under that, and stays when it is gone */
  #lasting = [];
  #may = new Set();
  #at = 0;
  #size;
  #events;
  /** @type {number | undefined} */
  #resting;

  /**
   * @param {HTMLElement} frame
   * @param {BoardEvents} events
   */
  constructor(frame, events) {
    this.frame = frame;
    this.svg = /** @type {SVGSVGElement} */ (frame.querySelector('.konoba-board'));
    this.#events = events;
    this.#size = Number(this.svg.dataset.size);
    this.#points = [...this.svg.querySelectorAll('[data-point]')].map((point) => /** @type {SVGGElement} */ (point));
    for (const point of this.#points) {
      const name = nameOf(point);
      this.#byName.set(name, point);
      this.#base.set(name, [name, point.getAttribute('class') ?? '', point.getAttribute('aria-label') ?? '']);
    }
    const middle = Math.floor(this.#size / 2);
    this.#at = middle * this.#size + middle;
    this.#points[this.#at]?.setAttribute('tabindex', '0');
    this.#listen();
    // A finger that aims at small points must not scroll the page, and the browser wants to know so
    // before the finger comes down.
    new ResizeObserver(() => frame.classList.toggle('fine', this.#pitch < SMALL)).observe(frame);
  }

  /** How wide a point is on the screen. */
  get #pitch() { return this.#points[0]?.querySelector('.cell')?.getBoundingClientRect().width ?? 0; }

  /**
   * Brings the position up to date.
   * @param {import('./types').Patch[]} patches
   */
  patch(patches) {
    for (const patch of patches) {
      const [point, classes] = patch;
      if (point === 'board') {
        this.svg.setAttribute('class', classes);
        continue;
      }
      this.#base.set(point, patch);
      this.#render(point);
    }
  }

  /**
   * What stands at these points now, to be given back to `patch` later.
   * @param {import('./types').Patch[]} patches
   * @returns {import('./types').Patch[]}
   */
  before(patches) {
    return patches.map(([point]) => point === 'board'
      ? [point, this.svg.getAttribute('class') ?? '', '']
      : /** @type {import('./types').Patch} */ (this.#base.get(point)));
  }

  /** What stands at every point now, to be given back to `patch` later. @returns {import('./types').Patch[]} */
  everything() { return this.before([...this.#base.values(), ['board', '', '']]); }

  /**
   * Shows something over the position, instead of what was shown over it before.
   * @param {import('./types').Patch[]} patches
   */
  show(patches) {
    const earlier = [...this.#over.keys()];
    this.#shown = patches;
    this.#over = new Map([...this.#lasting, ...patches].filter(([point]) => point !== 'board').map((patch) => [patch[0], patch]));
    for (const name of new Set([...earlier, ...this.#over.keys()])) this.#render(name);
  }

  /**
   * Shows a piece that is not placed yet, instead of what was shown over the position before.
   * @param {string} point
   * @param {string} piece
   */
  ghost(point, piece) {
    const [, classes, label] = this.#base.get(point) ?? [point, '', ''];
    this.show([[point, `${classes} ghost-${piece}`, label]]);
  }

  /** Shows nothing over the position but what stays. */
  clear() { this.show([]); }

  /**
   * Shows something over the position until something else is to stay there, under whatever is shown for a while.
   * @param {import('./types').Patch[]} patches
   */
  stay(patches) {
    this.#lasting = patches;
    this.show(this.#shown);
  }

  /**
   * Says where a piece may be placed: a bit for each point, row by row from the lower left, in
   * hexadecimal digits of four points each.
   * @param {string} bits
   */
  allow(bits) {
    const earlier = this.#may;
    const isAllowed = (/** @type {number} */ index) => (parseInt(bits[index >> 2] ?? '0', 16) >> (index & 3)) % 2 === 1;
    this.#may = new Set(this.#points.filter((_, index) => isAllowed(index)).map(nameOf));
    for (const name of new Set([...earlier, ...this.#may])) this.#render(name);
  }

  /**
   * Whether a piece may be placed there.
   * @param {string} point
   */
  allows(point) { return this.#may.has(point); }

  /** Whether something stands there. @param {string} point */
  isTaken(point) { return TAKEN.test(this.#base.get(point)?.[1] ?? ''); }

  /** Whether the board has a point of this name. @param {string} point */
  has(point) { return this.#byName.has(point); }

  /** What stands on the board that is shown, which may be an earlier one, in the words of its points. */
  described() {
    const shown = [...this.#base].map(([name, patch]) => this.#over.get(name) ?? patch);
    const taken = shown.filter(([, classes]) => TAKEN.test(classes));
    return taken.map(([, , label]) => label).join('; ');
  }

  /** Lets the pieces that have won light up one by one, from the last move on. */
  light() {
    const winning = this.#points.flatMap((point, index) => point.classList.contains('winning') ? [index] : []);
    const start = this.#points.findIndex((point) => point.classList.contains('last'));
    const place = (/** @type {number} */ index) => [index % this.#size, Math.floor(index / this.#size)];
    const [x = 0, y = 0] = place(start < 0 ? winning[0] ?? 0 : start);
    for (const index of winning) {
      const [column = 0, row = 0] = place(index);
      const steps = Math.max(Math.abs(column - x), Math.abs(row - y));
      this.#points[index]?.style.setProperty('--after', `${steps * 90}ms`);
    }
    this.svg.classList.toggle('lighting', winning.length > 0);
  }

  /** Puts the keyboard on the board. The player has not gone to the point, and nothing is said of it. */
  focus() {
    this.#points[this.#at]?.focus();
    clearTimeout(this.#resting);
  }

  /** @param {string} name */
  #render(name) {
    const point = this.#byName.get(name);
    const shown = this.#over.get(name) ?? this.#base.get(name);
    if (point === undefined || shown === undefined) return;
    const [, own, label] = shown;
    const classes = this.#may.has(name) ? `${own} may` : own;
    if (point.getAttribute('class') !== classes) point.setAttribute('class', classes);
    if (point.getAttribute('aria-label') !== label) point.setAttribute('aria-label', label);
  }

  #listen() {
    const { svg } = this;
    svg.addEventListener('keydown', (event) => this.#key(event));
    svg.addEventListener('focusin', (event) => {
      const point = pointOf(event.target);
      if (point === null) return;
      this.#rove(this.#points.indexOf(point));
      // A point that was clicked has the focus too, but the arrow keys are then meant for the page. (As soon as a key is
      // pressed browsers show the focus there as well, so this has to be asked now.)
      const isWalked = point.matches(':focus-visible');
      svg.toggleAttribute('data-walked', isWalked);
      if (isWalked) this.#rest(nameOf(point), REST);
    });
    svg.addEventListener('focusout', (event) => {
      // A click takes the focus from the point clicked before to this one, about which something is being said.
      if (pointOf(event.relatedTarget) === null) this.#rest(null, 0);
    });
    svg.addEventListener('pointerover', (event) => {
      if (event.pointerType !== 'mouse') return;
      const point = pointOf(event.target);
      if (point !== null) this.#rest(nameOf(point), REST);
    });
    svg.addEventListener('pointerleave', (event) => {
      if (event.pointerType === 'mouse') this.#rest(null, 0);
    });
    let wasLong = false;
    let wasUnderGlass = false;
    /** What came down last. Older browsers (Firefox before 129) do not say it of a click. */
    let pointer = '';
    svg.addEventListener('pointerdown', (event) => {
      pointer = event.pointerType;
      // The point may have the focus already, and is not given it again.
      svg.removeAttribute('data-walked');
      [wasLong, wasUnderGlass] = [false, false];
      if (event.pointerType === 'mouse') return;
      const point = pointOf(event.target);
      if (point === null) return;
      if (this.#isFine) {
        // A second finger zooms, and aims at nothing.
        if (!event.isPrimary) return;
        wasUnderGlass = true;
        glassOver(this, event, (chosen) => this.#choose(chosen, 'touch'));
        return;
      }
      clearTimeout(this.#resting);
      this.#resting = setTimeout(() => { wasLong = true; this.#events.consider(nameOf(point)); }, LONG_PRESS);
    });
    svg.addEventListener('touchmove', (event) => {
      // Left to the browser, a quick finger would be scrolling, and the next tap would only end that.
      if (this.#isFine && event.touches.length === 1 && event.cancelable) event.preventDefault();
    }, { passive: false });
    svg.addEventListener('contextmenu', (event) => {
      if (wasLong) event.preventDefault();
    });
    svg.addEventListener('click', (event) => {
      const point = pointOf(event.target);
      const by = (/** @type {Partial<PointerEvent>} */ (event).pointerType ?? pointer) === 'touch' ? 'touch' : 'mouse';
      pointer = '';
      if (by === 'touch') clearTimeout(this.#resting);
      // The click that follows a lifted finger, however late, is not a second choice. There is one at most.
      const isOfGlass = wasUnderGlass;
      wasUnderGlass = false;
      if (point === null || wasLong || isOfGlass) return;
      this.#choose(nameOf(point), by);
    });
  }

  get #isFine() { return this.frame.classList.contains('fine'); }

  /**
   * @param {string} name
   * @param {'mouse' | 'touch' | 'key'} by
   */
  #choose(name, by) {
    const point = this.#byName.get(name);
    if (point !== undefined) this.#rove(this.#points.indexOf(point));
    // The pointer came to rest here just before, and what is said of the choice would be wiped away for it.
    clearTimeout(this.#resting);
    this.#events.choose(name, by);
  }

  /**
   * @param {string | null} name
   * @param {number} after
   */
  #rest(name, after) {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#events.consider(name), after);
  }

  /** @param {number} index */
  #rove(index) {
    this.#points[this.#at]?.setAttribute('tabindex', '-1');
    this.#at = index;
    this.#points[index]?.setAttribute('tabindex', '0');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const [x, y, last] = [this.#at % this.#size, Math.floor(this.#at / this.#size), this.#size - 1];
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [x - 1, y], ArrowRight: [x + 1, y], ArrowUp: [x, y + 1], ArrowDown: [x, y - 1], Home: [0, y], End: [last, y], PageUp: [x, last], PageDown: [x, 0] };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const [to, row] = step.map((along) => Math.max(0, Math.min(last, along)));
      this.#points[/** @type {number} */ (row) * this.#size + /** @type {number} */ (to)]?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const point = this.#points[this.#at];
      if (point !== undefined) this.#choose(nameOf(point), 'key');
    }
  }
}

/**
 * What every point of a picture shows.
 * @param {string} svg
 * @returns {import('./types').Patch[]}
 */
export function pointsIn(svg) {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  /** @returns {import('./types').Patch} */
  const patch = (/** @type {Element} */ element, /** @type {string} */ point) =>
    [point, element.getAttribute('class') ?? '', element.getAttribute('aria-label') ?? ''];
  const points = [...root.querySelectorAll('[data-point]')];
  return [patch(root, 'board'), ...points.map((point) => patch(point, point.getAttribute('data-point') ?? ''))];
}
