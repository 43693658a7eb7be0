// The points of a drawn board: which one an element belongs to, its name, and the keys that go from one to the next.

/** @param {EventTarget | null} target */
export function pointOf(target) {
  const point = target instanceof Element ? target.closest('[data-point]') : null;
  return /** @type {SVGGElement | null} */ (point);
}

/** @param {SVGGElement} point */
export function nameOf(point) { return point.dataset.point ?? ''; }

/** Whether a key goes from the point that has the focus to another one. @param {KeyboardEvent} event */
export function isForWalking(event) {
  return /^(Arrow(Left|Right|Up|Down)|Home|End|Page(Up|Down))$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
}
