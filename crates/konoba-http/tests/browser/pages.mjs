// Every page: sound for those who do not see it, light, and deaf to hostile texts.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Person, lay } from './people.mjs';
import { world } from './world.mjs';

const PATHS = ['/', '/learn', '/learn/konobi', '/learn/quentin/1', '/learn/quentin/rules/1', '/puzzles', '/puzzles/quentin', '/puzzle/quentin-1', '/review', '/review?line=1~konobi~5~c3.swap.b2', '/settings', '/nothing'];
const THEMES = ['dark', 'contrast', 'safe'];

test('axe-core finds nothing on any page, and every theme can be read', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  ana.expects = /404/;
  await ana.offer('quentin', 'same-screen', { size: '5' });
  const table = new URL(ana.page.url()).pathname;
  await ana.play('c3');
  for (const path of [...PATHS, table]) {
    await ana.visit(path);
    assert.deepEqual(await ana.complaints(), [], path);
    for (const theme of path === '/' || path === table ? THEMES : []) {
      await ana.page.evaluate((name) => { document.documentElement.dataset.theme = name; }, theme);
      assert.deepEqual(await ana.complaints(['color-contrast']), [], `${path} in ${theme}`);
    }
  }
  await ana.visit('/');
  const names = await ana.page.locator('.card button').evaluateAll((buttons) => buttons.map((button) => button.ariaLabel ?? button.textContent));
  assert.equal(new Set(names).size, names.length, 'each button says which game it starts');
  await ana.page.click('.card [data-with="friend"]');
  assert.deepEqual(await ana.complaints(), [], 'an open dialog');
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('the edge of a field stands out from what is in it and around it', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await ana.visit('/');
  for (const theme of ['light', ...THEMES]) {
    await ana.page.evaluate((name) => { document.documentElement.dataset.theme = name; }, theme);
    const contrasts = await ana.page.locator('#name input').evaluate((field) => {
      const light = (colour) => {
        const paper = new OffscreenCanvas(1, 1).getContext('2d');
        paper.fillStyle = colour;
        paper.fillRect(0, 0, 1, 1);
        const [red, green, blue] = [...paper.getImageData(0, 0, 1, 1).data].map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const edge = light(getComputedStyle(field).borderTopColor);
      return [field, document.body].map((element) => {
        const other = light(getComputedStyle(element).backgroundColor);
        return (Math.max(edge, other) + 0.05) / (Math.min(edge, other) + 0.05);
      });
    });
    assert.ok(contrasts.every((contrast) => contrast >= 3), `${theme}: ${contrasts}`);
  }
  await ana.leave();
});

/** Every colour on a page, in each of these boards. */
const colours = (page) => page.evaluate(() => ['wood', 'slate', 'paper'].map((board) => {
  document.documentElement.dataset.board = board;
  return [...document.querySelectorAll('*')].map((element) => {
    const { color, backgroundColor, borderTopColor, boxShadow, fill, stroke, stopColor, accentColor } = getComputedStyle(element);
    return [element.tagName, color, backgroundColor, borderTopColor, boxShadow, fill, stroke, stopColor, accentColor].join(' ');
  });
}));

test('a browser that does not know light-dark() has the light colours', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  for (const setup of ['konobi:4', 'order-and-chaos']) {
    await lay(ana, { setup, time: 'none' });
    await page.waitForSelector('#board.live');
    const known = await colours(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.route('**/all.css', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('light-dark(', 'not-known(') });
    });
    await page.reload();
    await page.waitForSelector('#board.live');
    assert.deepEqual(await colours(page), known, setup);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.unroute('**/all.css');
  }
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('the first load of any page is under 100 kB in all, a table of 19x19 too', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await ana.offer('konobi', 'same-screen', { size: '19' });
  const table = new URL(ana.page.url()).pathname;
  for (const path of [table, '/', '/learn/konobi/1', '/puzzles', '/puzzles/konobi', '/puzzle/konobi-1', '/review?setup=konobi:19']) {
    const visitor = await Person.arrive(world.browser, world.house, 'Visitor');
    const network = await visitor.context.newCDPSession(visitor.page);
    await network.send('Network.enable');
    let bytes = 0;
    network.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength; });
    await visitor.visit(path);
    await visitor.page.waitForLoadState('networkidle');
    assert.ok(bytes > 5_000 && bytes < 100_000, `${path}: ${bytes} bytes`);
    console.log(`  ${path.replace(/[^/]{16}$/, '…')}: ${(bytes / 1000).toFixed(1)} kB`);
    await visitor.leave();
  }
  await ana.leave();
});

test('hostile names and texts do nothing', async () => {
  const names = ['<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', "');alert(1)//"];
  const ana = await Person.arrive(world.browser, world.house, names[1].slice(0, 32));
  const dialogs = [];
  ana.page.on('dialog', (dialog) => { dialogs.push(dialog.message()); void dialog.dismiss(); });
  await ana.offer('konobi', 'same-screen', { size: '4', name: names[0] });
  await ana.reads('#seat-2', /<img src=x/);
  await ana.play('b2');
  await ana.reads('#message', /plays b2/);
  await ana.visit('/');
  await ana.reads('#list-own', /<img src=x/);
  const record = `(;SU[konobi:5];B[c3]C[<script>alert(1)</script>])`;
  await ana.visit('/review');
  await ana.page.fill('#open textarea', record);
  await ana.page.click('#open button');
  await ana.page.waitForURL('**/review?line=*');
  await ana.page.waitForSelector('#tree button');
  await ana.page.click('#tree button');
  assert.equal(await ana.page.inputValue('#comment'), '<script>alert(1)</script>');
  await ana.page.goto(`${world.house.url}/review?line=${encodeURIComponent(names[1])}`);
  await ana.reads('.problem', /cannot be read/);
  assert.deepEqual(dialogs, []);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});
