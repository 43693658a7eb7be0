// The mistakes of a player, what each cost, and what was better.

import { drawCosts } from './graph.js';
import { copyOf, find, findAll, keepingFocus } from './page.js';

export class Mistakes {
  /**
   * @param {(node: number) => void} go what to do with a move that is chosen
   * @param {(node: number, move: string) => void} tryOut what to do with a better move: it is played in place of that node
   */
  constructor(go, tryOut) {
    this.go = go;
    this.tryOut = tryOut;
    this.place = find('#mistakes');
    this.whose = /** @type {HTMLSelectElement} */ (find('#whose'));
    this.redraw = () => {};
    /** What is listed. */
    this.shown = '';
    this.whose.addEventListener('change', () => this.redraw());
  }

  /**
   * Shows those of a line of play.
   * @param {import('./types').NodeView[]} line the moves of the line, the start first
   * @param {number[]} nodes their numbers
   * @param {number} now how many moves have been played
   * @param {(node: number) => boolean} isAsked whether the computer was asked about it, though it may know nothing of it
   */
  show(line, nodes, now, isAsked) {
    // Nothing is said of a game before the engine was asked about two positions in a row.
    const isKnown = line.some(({ first_wins: share }, move) => move > 0 && share !== null && (line[move - 1]?.first_wins ?? null) !== null);
    this.place.hidden = !isKnown;
    this.redraw = () => { if (isKnown) this.draw(line, nodes, now, isAsked); };
    this.redraw();
  }

  /** @param {import('./types').NodeView[]} line @param {number[]} nodes @param {number} now @param {(node: number) => boolean} isAsked */
  draw(line, nodes, now, isAsked) {
    const whose = this.whose.value;
    const found = line.flatMap((view, move) => (view.verdict !== null && (whose === '' || view.by === whose) ? [{ view, move }] : []));
    const count = (/** @type {string} */ word) => {
      const number = found.filter(({ view }) => view.verdict === word).length;
      return `${number} ${word}${number === 1 ? '' : 's'}`;
    };
    // The end of a line is not asked about: nothing was played there.
    const isWhole = line.slice(0, -1).every(({ first_wins: share }, move) => share !== null || isAsked(nodes[move] ?? 0));
    find('#mistake-count').textContent = `${count('blunder')}, ${count('mistake')}${isWhole ? '' : ' so far'}`;
    const costs = find('#costs');
    costs.toggleAttribute('hidden', found.length === 0);
    if (found.length > 0) drawCosts(costs, line, nodes, whose, now, this.go);
    const listed = found.map(({ view, move }) => ({ view, node: nodes[move] ?? 0, better: line[move - 1]?.best_line ?? '' }));
    this.list(listed);
    for (const played of findAll('[data-played]', this.place)) {
      if (played.dataset.node === String(nodes[now])) played.setAttribute('aria-current', 'step');
      else played.removeAttribute('aria-current');
    }
  }

  /** Lists them; buttons that stay keep the focus. @param {{ view: import('./types').NodeView, node: number, better: string }[]} listed */
  list(listed) {
    const list = find('#mistake-list');
    const shown = JSON.stringify(listed.map(({ view: { number, side, mv, cost, verdict }, node, better }) => [node, better, number, side, mv, cost, verdict]));
    if (this.shown === shown) return;
    this.shown = shown;
    keepingFocus(list, () => list.replaceChildren(...listed.map(({ view, node, better }) => this.item(view, node, better))));
  }

  /** @param {import('./types').NodeView} view @param {number} node @param {string} better */
  item(view, node, better) {
    const own = copyOf('mistake');
    own.classList.add(view.side);
    const [played, instead] = [find('[data-played]', own), find('[data-better]', own)];
    find('.number', own).textContent = `${view.number}`;
    find('.mv', own).textContent = view.mv;
    find('.cost', own).textContent = `−${view.cost} %`;
    find('.verdict-word', own).textContent = view.verdict ?? '';
    [played.dataset.node, instead.dataset.node] = [String(node), `better-${node}`];
    played.addEventListener('click', () => this.go(node));
    const [first] = better.split(' ');
    instead.hidden = first === undefined || first === '';
    find('.line', instead).textContent = better.split(' ').slice(0, 3).join(' ');
    instead.addEventListener('click', () => this.tryOut(node, first ?? ''));
    return own;
  }
}
