// How likely the first side was to win, move by move, where an engine has said so, and what moves cost.

/** Room for what is written beside the axes. */
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 10, 8, 18];
/** How far apart numbers of moves may be. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200];

/** Where things are in a graph: as many units as it has pixels, so that nothing is stretched. */
class Axes {
  /** @param {Element} graph @param {number} moves how many moves there are @param {number} top how many per cent the highest line stands for */
  constructor(graph, moves, top) {
    const { width, height } = graph.getBoundingClientRect();
    this.width = Math.max(width, 100);
    this.height = Math.max(height, 60);
    this.moves = Math.max(1, moves);
    this.top = top;
    graph.setAttribute('viewBox', `0 0 ${this.width} ${this.height}`);
  }

  /** @param {number} move */
  across(move) { return LEFT + (move / this.moves) * (this.width - LEFT - RIGHT); }

  /** @param {number} percent */
  up(percent) { return this.height - BOTTOM - (percent / this.top) * (this.height - TOP - BOTTOM); }

  /** Lines at some per cent with their figures, and the numbers of moves below. @param {number[]} percents */
  lines(percents) {
    const step = STEPS.find((each) => this.moves / each <= (this.width - LEFT) / 48) ?? this.moves;
    const numbers = Array.from({ length: Math.floor(this.moves / step) + 1 }, (_, index) => index * step);
    return [
      ...percents.flatMap((percent) => [
        shape('line', { class: 'axis', x1: LEFT, x2: this.width - RIGHT, y1: this.up(percent), y2: this.up(percent) }),
        written(`${percent} %`, { class: 'percent', x: LEFT - 5, y: this.up(percent) + 4 }),
      ]),
      ...numbers.map((move) => written(String(move), { class: 'number', x: this.across(move), y: this.height - 4 })),
    ];
  }

  /** A strip for each move, to click on. @param {number[]} nodes @param {(move: number) => string} says @param {(node: number) => void} go */
  places(nodes, says, go) {
    const strip = (this.width - LEFT - RIGHT) / this.moves;
    return nodes.map((node, move) => {
      const from = Math.max(LEFT, this.across(move) - strip / 2);
      const to = Math.min(this.width - RIGHT, this.across(move) + strip / 2);
      const place = shape('rect', { class: 'place', x: from, width: to - from, y: 0, height: this.height });
      const own = shape('title', {});
      own.textContent = says(move);
      place.append(own);
      place.addEventListener('click', () => go(node));
      return place;
    });
  }

  /** Where one is. @param {number} move */
  now(move) { return shape('line', { class: 'now', x1: this.across(move), x2: this.across(move), y1: TOP, y2: this.height - BOTTOM }); }
}

/**
 * The course of a line of play.
 * @param {HTMLElement} graph it names the first side
 * @param {import('./types').NodeView[]} line the moves of the line, the start first
 * @param {number[]} nodes their numbers
 * @param {number} now how many moves have been played
 * @param {(node: number) => void} go what to do with a move that is clicked
 */
export function drawGraph(graph, line, nodes, now, go) {
  const isKnown = line.some(({ first_wins: share }) => share !== null);
  graph.toggleAttribute('hidden', !isKnown);
  if (!isKnown) return;
  const axes = new Axes(graph, line.length - 1, 100);
  /** @type {string[][]} */
  const courses = [[]];
  line.forEach(({ first_wins: share }, move) => {
    // Where nothing is known there is a gap.
    if (share === null) courses.push([]);
    else courses.at(-1)?.push(`${axes.across(move)},${axes.up(share)}`);
  });
  const marks = line.flatMap(({ first_wins: share, verdict }, move) => (share === null || verdict === null ? [] : [mark(verdict, axes.across(move), axes.up(share))]));
  graph.replaceChildren(
    ...axes.lines([0, 50, 100]),
    // A line from a point to itself is drawn as a dot.
    ...courses.filter((course) => course.length > 0).map((course) => shape('polyline', { class: 'course', points: [...course, course.at(-1)].join(' ') })),
    axes.now(now),
    ...marks,
    ...axes.places(nodes, (move) => described(graph, line[move], move), go),
  );
}

/**
 * What moves cost those who played them, as bars.
 * @param {HTMLElement} graph
 * @param {import('./types').NodeView[]} line the moves of the line, the start first
 * @param {number[]} nodes their numbers
 * @param {string} whose the player whose moves are meant, or nothing for both
 * @param {number} now how many moves have been played
 * @param {(node: number) => void} go what to do with a move that is clicked
 */
export function drawCosts(graph, line, nodes, whose, now, go) {
  const isMeant = (/** @type {import('./types').NodeView} */ { by, cost }) => cost !== null && (whose === '' || by === whose);
  const most = Math.max(20, ...line.filter(isMeant).map(({ cost }) => cost ?? 0));
  const top = Math.min(100, Math.ceil(most / 20) * 20);
  const axes = new Axes(graph, line.length - 1, top);
  const wide = Math.max(3, Math.min(14, (axes.across(1) - axes.across(0)) * 0.7));
  const bars = line.flatMap((view, move) => {
    if (!isMeant(view)) return [];
    const high = axes.up(view.cost ?? 0);
    const bar = shape('rect', { class: `bar ${view.verdict}`, x: axes.across(move) - wide / 2, width: wide, y: high, height: axes.up(0) - high });
    return view.verdict === 'blunder' ? [bar, mark('blunder', axes.across(move), high)] : [bar];
  });
  const says = (/** @type {number} */ move) => { const view = line[move]; return view !== undefined && isMeant(view) ? `Move ${move}: ${view.cost} % lost` : `Move ${move}`; };
  graph.replaceChildren(...axes.lines([0, top / 2, top]), axes.now(now), ...bars, ...axes.places(nodes, says, go));
}

/** A mistake is round and a blunder square, whatever colours there are. @param {string} verdict @param {number} x @param {number} y */
function mark(verdict, x, y) {
  return verdict === 'blunder'
    ? shape('rect', { class: 'mark blunder', x: x - 4, y: y - 4, width: 8, height: 8 })
    : shape('circle', { class: 'mark mistake', cx: x, cy: y, r: 4 });
}

/** @param {HTMLElement} graph @param {import('./types').NodeView | undefined} view @param {number} move */
function described(graph, view, move) {
  const share = view?.first_wins ?? null;
  const word = view?.verdict ?? null;
  return `Move ${move}${share === null ? '' : `: ${graph.dataset.first} ${Math.round(share)} %`}${word === null ? '' : `, ${word}`}`;
}

/** @param {string} text @param {Record<string, string | number>} attributes */
function written(text, attributes) {
  const own = shape('text', attributes);
  own.textContent = text;
  return own;
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const own = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) own.setAttribute(key, String(value));
  return own;
}
