// A whole game of each kind, as it is played by two people in two browsers.

/**
 * The first mover opens with the first move; the second side swaps where there is a swap. `refused`
 * is tried before the move of that number (from 0) is played. A hidden game is played in a house that offers those.
 */
export const GAMES = [
  {
    game: 'konobi', size: '4',
    moves: ['c4', 'swap', 'b4', 'c2', 'b2', 'd2', 'a4', 'c1', 'a2', 'c3'],
    refused: { before: 3, point: 'b3', says: /touches c4 only diagonally/, blamed: ['c4', 'c3'] },
    result: /connecting top and bottom/, winning: 'c3',
  },
  {
    game: 'quentin', size: '4',
    moves: ['d4', 'swap', 'b1', 'd1', 'c2', 'd3'],
    refused: { before: 3, point: 'c3', says: /touch only diagonally/, blamed: ['c3', 'd4'] },
    fill: { before: 4, point: 'c2', says: /would fill c1/, filled: 'c1' },
    result: /connecting top and bottom/, winning: 'd2',
  },
  {
    game: 'order-and-chaos',
    moves: ['Xa1', 'Oa6', 'Xb1', 'Ob6', 'Xc1', 'Oc6', 'Xd1', 'Od6', 'Xe1'],
    refused: { before: 3, point: 'a1', says: /occupied/, blamed: ['a1'], isTaken: true },
    result: /five/, winning: 'e1',
  },
  {
    // Nothing but its own file and a line of the register knows this game.
    game: 'crossway', size: '4', isHidden: true,
    moves: ['a1', 'swap', 'b1', 'd4', 'a2', 'd3', 'a3', 'd2', 'a4', 'd1'],
    refused: { before: 5, point: 'b2', says: /would make a crosscut/, blamed: ['a1', 'a2', 'b1'] },
    result: /connecting top and bottom/, winning: 'd1',
  },
];
