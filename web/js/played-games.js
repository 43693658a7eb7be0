// The games of this browser that are listed: those in which something was played.

import { forgetGame, keptGames } from './kept-games.js';

/** For how long a game without a move is kept, so that its page can be loaded anew: a day, in milliseconds. */
const UNPLAYED = 86_400_000;

/** Whether there is anything in a game that could be lost. @param {import('./kept-games.js').KeptGame} game */
function isPlayed({ moves, isOver }) { return moves !== '' || isOver; }

/** The games to list, the newest first; none where the browser keeps nothing. */
export async function playedGames() {
  const games = await keptGames().catch(() => []);
  return games.filter(isPlayed);
}

/** A sentence as it stands in a list of games: without the full stop. @param {string} sentence */
export function inShort(sentence) { return sentence.replace(/\.$/, ''); }

/** Forgets the games that were begun some time ago and never played. */
export async function forgetUnplayed() {
  const games = await keptGames().catch(() => []);
  const old = games.filter((game) => !isPlayed(game) && Date.now() - game.changed > UNPLAYED);
  await Promise.all(old.map(({ id }) => forgetGame(id).catch(() => undefined)));
}
