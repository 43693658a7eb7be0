// The tree of moves: the main line in one paragraph, each variation indented under the move before it.

import { findAll, keepingFocus, seek } from './page.js';

/** The moves for which there are buttons. */
let shownMoves = '';

/**
 * @param {HTMLElement} place
 * @param {import('./types').TreeView} tree
 * @param {number} at
 * @param {(node: number) => void} go
 */
export function showTree(place, tree, at, go) {
  const moves = JSON.stringify(tree.nodes.map(({ parent, number, mv }) => [parent, number, mv]));
  // Buttons that stay keep the focus, and a screen reader does not read them again.
  if (moves !== shownMoves) keepingFocus(place, () => place.replaceChildren(...drawn(tree, go)));
  shownMoves = moves;
  for (const button of findAll('[data-node]', place)) {
    const node = Number(button.dataset.node);
    const { comment = '', says = '' } = tree.nodes[node] ?? {};
    button.title = says;
    button.classList.toggle('noted', comment !== '');
    if (node === at) button.setAttribute('aria-current', 'step');
    else button.removeAttribute('aria-current');
  }
  seek('[aria-current]', place)?.scrollIntoView({ block: 'nearest' });
}

/**
 * A button for each move.
 * @param {import('./types').TreeView} tree
 * @param {(node: number) => void} go
 */
function drawn(tree, go) {
  /** @type {number[][]} */
  const children = tree.nodes.map(() => []);
  tree.nodes.forEach(({ parent }, node) => { if (parent !== null) children[parent]?.push(node); });

  /** @param {number} node @returns {HTMLElement} */
  const button = (node) => {
    const { number, mv } = /** @type {import('./types').NodeView} */ (tree.nodes[node]);
    const own = document.createElement('button');
    own.type = 'button';
    own.dataset.node = String(node);
    own.textContent = `${number} ${mv}`;
    own.addEventListener('click', () => go(node));
    return own;
  };

  /** What follows a move: the main line, with the variations after the move that they stand against. @param {number} node */
  const following = (node) => {
    const shown = [];
    for (let after = children[node] ?? []; after.length > 0;) {
      const [main, ...others] = /** @type {[number, ...number[]]} */ (after);
      shown.push(button(main), ...others.map(branch));
      after = children[main] ?? [];
    }
    return shown;
  };

  /** @param {number} first @returns {HTMLElement} */
  const branch = (first) => {
    const own = document.createElement('span');
    own.className = 'branch';
    own.append(button(first), ...following(first));
    return own;
  };

  return following(0);
}
