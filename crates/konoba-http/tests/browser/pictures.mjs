// Pictures of the page in the twelve states that matter: `cargo xtask pictures`.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { GAMES } from './games.mjs';
import { House } from './house.mjs';
import { lay, openBrowser, Person } from './people.mjs';

const folder = process.argv[2];
const house = await House.open();
const browser = await openBrowser();
const assessed = await readFile(new URL('assessed.sgf', import.meta.url), 'utf8');

/** A person in front of a screen with these colours. */
const arrive = (name, colorScheme, options = {}) => Person.arrive(browser, house, name, { colorScheme, viewport: { width: 1200, height: 800 }, ...options });
/** The same with a phone that shows its bars. */
const arriveByPhone = (name, colorScheme = 'light') => arrive(name, colorScheme, { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
const take = (person, name) => person.page.screenshot({ path: join(folder, `page-${name}.png`) });

/** Opens a game of which an engine has thought, and goes to a blunder. */
async function review(person) {
  await person.visit('/review');
  await person.page.fill('#open textarea', assessed);
  await person.page.click('#open button');
  await person.page.waitForSelector('#graph .course');
  await person.page.locator('#mistake-list [data-played]').nth(3).click();
  await person.page.evaluate(() => scrollTo(0, 0));
}

try {
  const ana = await arrive('Ana', 'light');
  await ana.visit('/');
  await take(ana, 'home');

  await ana.offer('konobi', 'same-screen', { size: '9', side: 'black', name: 'Luka' });
  for (const point of ['f4', 'd6', 'f7', 'd5', 'f6']) await ana.play(point);
  await ana.point('e4').hover();
  await ana.reads('#message', /only diagonally/);
  await take(ana, 'game');

  const eva = await arrive('Eva', 'dark');
  await review(eva);
  await take(eva, 'review');

  await eva.visit('/learn/quentin/maps');
  await eva.page.locator('.maps.estimated').scrollIntoViewIfNeeded();
  await take(eva, 'maps');

  const luka = await arriveByPhone('Luka');
  await luka.visit('/');
  await take(luka, 'phone-home');

  await luka.visit('/learn/konobi/3');
  await luka.page.waitForSelector('#board.live');
  await luka.point('d4').tap();
  await luka.reads('#message', /diagonally/);
  await take(luka, 'phone-lesson');

  await luka.offer('order-and-chaos', 'same-screen', { side: 'order', name: 'Eva' });
  for (const [piece, point] of [['X', 'c3'], ['O', 'd3'], ['X', 'c4'], ['O', 'c5']]) {
    await luka.page.waitForSelector('#board.live');
    await luka.page.check(`#hand [value="${piece}"]`, { force: true });
    await luka.placeByTouch(point);
  }
  await take(luka, 'phone');

  // A large board: the stone that is asked about, then the swap that is offered.
  await lay(luka, { setup: 'konobi:13', time: '10m+5s', name: 'Eva' });
  await luka.tap('h8');
  await luka.reads('[data-choice="confirm"]', /h8/);
  await take(luka, 'phone-question');
  await luka.page.tap('[data-do="confirm"]');
  await luka.page.waitForSelector('[data-choice="swap"]:not([hidden])');
  await take(luka, 'phone-swap');

  // A friend is invited, comes, and wins.
  const { game, size, moves } = GAMES[0];
  await luka.offer(game, 'friend', { size, side: 'black' });
  const link = await luka.invitation();
  await luka.page.waitForFunction(() => document.querySelector('.qr')?.complete ?? document.querySelector('.qr svg') !== null);
  await take(luka, 'phone-invitation');
  const mia = await arriveByPhone('Mia', 'dark');
  await mia.accept(link);
  let [toMove, other] = [luka, mia];
  for (const move of moves) {
    await toMove.page.waitForSelector('#board.live');
    if (move === 'swap') await toMove.page.tap('[data-do="swap"]');
    else await toMove.placeByTouch(move);
    [toMove, other] = [other, toMove];
  }
  await other.page.waitForSelector('[data-choice="result"]:not([hidden])');
  await take(other, 'phone-won');

  await review(luka);
  await luka.page.locator('#graph').evaluate((graph) => graph.scrollIntoView({ block: 'start' }));
  await take(luka, 'phone-review');
} finally {
  await browser.close();
  await house.close();
}
