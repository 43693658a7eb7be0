// The points of a drawn board: which one an element belongs to, and its name.

/** @param {EventTarget | null} target */
export function pointOf(target) {
  const point = target instanceof Element ? target.closest('[data-point]') : null;
  return /** @type {SVGGElement | null} */ (point);
}

/** @param {SVGGElement} point */
export function nameOf(point) { return point.dataset.point ?? ''; }
