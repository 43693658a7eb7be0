// How likely each side was to win, move by move, where an engine has said so.

const [WIDTH, HEIGHT] = [300, 60];

/**
 * @param {Element} graph
 * @param {import('./types').TreeView} tree
 * @param {number} now how many moves have been played
 * @param {number[]} line the moves of the line
 */
export function drawGraph(graph, tree, now, line) {
  const values = [0, ...line].map((node) => tree.nodes[node]?.first_wins ?? null);
  const isKnown = values.some((value) => value !== null);
  graph.toggleAttribute('hidden', !isKnown);
  if (!isKnown) return;
  const across = (/** @type {number} */ move) => (move / Math.max(1, values.length - 1)) * WIDTH;
  const points = values.flatMap((value, move) => (value === null ? [] : [`${across(move)},${HEIGHT - (value / 100) * HEIGHT}`]));
  graph.replaceChildren(
    shape('line', { class: 'half', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    shape('polyline', { class: 'course', points: points.join(' ') }),
    shape('line', { class: 'now', x1: across(now), x2: across(now), y1: 0, y2: HEIGHT }),
  );
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const own = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) own.setAttribute(key, String(value));
  return own;
}
