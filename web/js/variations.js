// The tree of moves: the main line in one paragraph, each variation indented under the move before it.

/**
 * @param {HTMLElement} place
 * @param {import('./types').TreeView} tree
 * @param {number} at
 * @param {(node: number) => void} go
 */
export function showTree(place, tree, at, go) {
  /** @type {number[][]} */
  const children = tree.nodes.map(() => []);
  tree.nodes.forEach(({ parent }, node) => { if (parent !== null) children[parent]?.push(node); });

  /** @param {number} node @returns {HTMLElement} */
  const button = (node) => {
    const { number, mv, comment, says } = /** @type {import('./types').NodeView} */ (tree.nodes[node]);
    const own = document.createElement('button');
    own.type = 'button';
    own.textContent = `${number} ${mv}`;
    own.title = says;
    own.classList.toggle('noted', comment !== '');
    if (node === at) own.setAttribute('aria-current', 'step');
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

  place.replaceChildren(...following(0));
  place.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}
