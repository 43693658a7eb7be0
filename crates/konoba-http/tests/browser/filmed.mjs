// A game on the page, as a picture that moves: `cargo xtask pictures`.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Film } from './film.mjs';
import { House } from './house.mjs';
import { openBrowser, Person } from './people.mjs';

/**
 * The game, which the terminal shows at the same time (`konoba-tui/examples/pictures.rs`). The move with a mark is tried, refused, and stays undone.
 */
const MOVES = 'b4 swap b3 a4 a3 e3 c2? e1 c4 c3 c5 d3 d5 d1 a5 d2'.split(' ');

/** How many milliseconds are seen of the empty board, of a move, of a sentence that is read, and of the end. */
const SEEN = { beginning: 1500, move: 1100, sentence: 3500, end: 5000 };

/** Does what the word says and waits until the page shows it. Says for how long that is seen. */
async function play(person, word, isLast) {
  const point = word.slice(0, 2);
  if (word === 'swap') {
    await person.page.click('[data-choice="swap"] [data-do="swap"]');
    await person.reads('#message', /swaps/);
    return SEEN.move;
  }
  if (word.endsWith('?')) {
    await person.page.waitForSelector('#board.live');
    await person.point(point).click();
    await person.reads('#message', /only diagonally/);
    return SEEN.sentence;
  }
  await person.play(point);
  await person.sees(point, /\blast\b/);
  if (!isLast) return SEEN.move;
  await person.page.waitForSelector('[data-choice="result"]:not([hidden])');
  return SEEN.end;
}

const [folder] = process.argv.slice(2);
const house = await House.open();
const browser = await openBrowser();
try {
  const ana = await Person.arrive(browser, house, 'Ana', { colorScheme: 'light', viewport: { width: 1000, height: 640 } });
  await ana.offer('konobi', 'same-screen', { size: '5', side: 'black', name: 'Luka' });
  await ana.page.waitForSelector('#board.live');
  const film = new Film();
  await film.take(ana.page, SEEN.beginning);
  for (const [number, word] of MOVES.entries()) {
    const seen = await play(ana, word, number === MOVES.length - 1);
    if (word === MOVES[0]) await ana.page.waitForSelector('[data-choice="swap"]:not([hidden])');
    await film.take(ana.page, seen);
  }
  await writeFile(join(folder, 'page-game.svg'), await film.develop(browser));
} finally {
  await browser.close();
  await house.close();
}
