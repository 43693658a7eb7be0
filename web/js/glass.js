// A magnifying glass over the finger, where points are too small to be hit.

import { nameOf, pointOf } from './points.js';

/** How much of the picture is seen in the glass, in its own units; a point is 40 wide. */
const SEEN = 170;

/**
 * Follows a finger from where it touched the board; where it is lifted a point is chosen. Moving it
 * off the board chooses nothing.
 * @param {import('./board.js').Board} board
 * @param {PointerEvent} start
 * @param {(point: string) => void} choose
 */
export function glassOver(board, start, choose) {
  start.preventDefault();
  const { svg, frame } = board;
  svg.setPointerCapture(start.pointerId);
  const glass = document.createElement('div');
  glass.className = 'glass';
  glass.setAttribute('aria-hidden', 'true');
  const name = document.createElement('span');
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  for (const point of copy.querySelectorAll('[tabindex]')) point.removeAttribute('tabindex');
  glass.append(copy, name);
  /** @type {SVGGElement | null} */
  let aimed = null;

  /** @param {PointerEvent} event */
  const follow = (event) => {
    const box = svg.getBoundingClientRect();
    const scale = svg.viewBox.baseVal.width / box.width;
    const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    copy.setAttribute('viewBox', `${x - SEEN / 2} ${y - SEEN / 2} ${SEEN} ${SEEN}`);
    place(glass, event);
    const below = pointOf(document.elementFromPoint(event.clientX, event.clientY));
    if (below === aimed) return;
    for (const point of copy.querySelectorAll('.aimed')) point.classList.remove('aimed');
    aimed = below !== null && svg.contains(below) ? below : null;
    if (aimed !== null) copy.querySelector(`[data-point="${nameOf(aimed)}"]`)?.classList.add('aimed');
    name.textContent = aimed === null ? '' : nameOf(aimed);
  };

  /** @param {PointerEvent} event */
  const end = (event) => {
    for (const kind of /** @type {const} */ (['pointermove', 'pointerup', 'pointercancel'])) {
      svg.removeEventListener(kind, kind === 'pointermove' ? follow : end);
    }
    glass.remove();
    if (event.type === 'pointerup' && aimed !== null) choose(nameOf(aimed));
  };

  frame.append(glass);
  follow(start);
  svg.addEventListener('pointermove', follow);
  svg.addEventListener('pointerup', end);
  svg.addEventListener('pointercancel', end);
}

/**
 * Puts the glass where the finger does not hide it: above, and beside it under the upper edge of the
 * screen. It never leaves the screen.
 * @param {HTMLElement} glass
 * @param {PointerEvent} finger
 */
function place(glass, { clientX, clientY }) {
  const { offsetWidth: size } = glass;
  const far = size * 0.7;
  const isUnderEdge = clientY < far + size / 2;
  const aside = clientX < innerWidth / 2 ? far : -far;
  const within = (/** @type {number} */ middle, /** @type {number} */ length) => Math.max(size / 2, Math.min(length - size / 2, middle));
  glass.style.left = `${within(isUnderEdge ? clientX + aside : clientX, innerWidth) - size / 2}px`;
  glass.style.top = `${within(clientY - far, innerHeight) - size / 2}px`;
}
