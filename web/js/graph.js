// How likely each side was to win, move by move, where an engine has said so.

const [WIDTH, HEIGHT] = [300, 60];
/** So many per cent lost by one move are a blunder. */
const BLUNDER = 20;

/**
 * @param {Element} graph
 * @param {import('./types').TreeView} tree
 * @param {number} now how many moves have been played
 * @param {number[]} line the moves of the line
 * @param {(node: number) => void} go what to do with a move that is clicked
 */
export function drawGraph(graph, tree, now, line, go) {
  const values = [0, ...line].map((node) => tree.nodes[node]?.first_wins ?? null);
  const isKnown = values.some((value) => value !== null);
  graph.toggleAttribute('hidden', !isKnown);
  if (!isKnown) return;
  const across = (/** @type {number} */ move) => (move / Math.max(1, values.length - 1)) * WIDTH;
  const points = values.flatMap((value, move) => (value === null ? [] : [`${across(move)},${HEIGHT - (value / 100) * HEIGHT}`]));
  const nodes = [0, ...line];
  // A move after which its own side is much worse off.
  const blunders = values.flatMap((value, move) => {
    const [before, side] = [values[move - 1] ?? null, tree.nodes[nodes[move] ?? 0]?.side];
    if (value === null || before === null) return [];
    const lost = side === 'first' ? before - value : value - before;
    return lost >= BLUNDER ? [shape('circle', { class: 'blunder', cx: across(move), cy: HEIGHT - (value / 100) * HEIGHT, r: 3 })] : [];
  });
  const strip = WIDTH / values.length;
  const moves = nodes.map((node, move) => {
    const place = shape('rect', { class: 'place', x: across(move) - strip / 2, width: strip, y: 0, height: HEIGHT });
    place.append(title(move, values[move] ?? null));
    place.addEventListener('click', () => go(node));
    return place;
  });
  graph.replaceChildren(
    shape('line', { class: 'half', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    shape('polyline', { class: 'course', points: points.join(' ') }),
    shape('line', { class: 'now', x1: across(now), x2: across(now), y1: 0, y2: HEIGHT }),
    ...blunders,
    ...moves,
  );
}

/** What is said of a place. @param {number} move @param {number | null} value */
function title(move, value) {
  const own = shape('title', {});
  own.textContent = value === null ? `Move ${move}` : `Move ${move}: ${Math.round(value)} %`;
  return own;
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const own = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) own.setAttribute(key, String(value));
  return own;
}
