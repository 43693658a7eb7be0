// Pictures of the page for the README: `cargo xtask pictures`.

import { join } from 'node:path';

import { House } from './house.mjs';
import { openBrowser, Person } from './people.mjs';

const folder = process.argv[2];
const house = await House.open();
const browser = await openBrowser();

/** Somebody in front of a screen with these colours. */
const arrive = (colorScheme, options = {}) => Person.arrive(browser, house, 'Ana', { colorScheme, viewport: { width: 1200, height: 800 }, ...options });

try {
  const ana = await arrive('light');
  await ana.visit('/');
  await ana.page.screenshot({ path: join(folder, 'page-home.png') });

  await ana.offer('konobi', 'same-screen', { size: '9', side: 'black', name: 'Luka' });
  for (const point of ['f4', 'd6', 'f7', 'd5', 'f6']) await ana.play(point);
  await ana.point('e4').hover();
  await ana.reads('#message', /only diagonally/);
  await ana.page.screenshot({ path: join(folder, 'page-game.png') });

  const eva = await arrive('dark');
  await eva.visit('/review?line=1~quentin~9.nopie~f5.f6.d6.d7.f7.d8.f8.e8.h6.g6.i6.h1.g3.g4.i4.i2.g2.f1.e1.g7.h9.f2.e3.e2.c1.d4.f4.d2.a3.c3.c2');
  await eva.page.waitForSelector('#tree button');
  await eva.page.keyboard.press('End');
  await eva.page.keyboard.press('ArrowLeft');
  await eva.point('b2').click();
  await eva.reads('#message', /would fill/);
  await eva.page.screenshot({ path: join(folder, 'page-review.png') });

  const luka = await arrive('light', { viewport: { width: 360, height: 700 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await luka.offer('order-and-chaos', 'same-screen', { side: 'order', name: 'Eva' });
  for (const [piece, point] of [['X', 'c3'], ['O', 'd3'], ['X', 'c4'], ['O', 'c5']]) {
    await luka.page.waitForSelector('#board.live');
    await luka.page.check(`#hand [value="${piece}"]`, { force: true });
    await luka.point(point).tap();
    await luka.page.tap('[data-do="confirm"]');
    await luka.sees(point, /last/);
  }
  await luka.page.screenshot({ path: join(folder, 'page-phone.png') });
} finally {
  await browser.close();
  await house.close();
}
