// The core of the page in another browser: Firefox, driven over WebDriver BiDi. What is tested here is what differs
// between browsers: modules and sockets, clicks and keys on the drawn board, dialogs, the layout of a phone.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { House } from './house.mjs';

const require = createRequire(join(process.env.KONOBA_NODE_MODULES, 'package.json'));
const puppeteer = require('puppeteer-core');

/** How long anything may take on a busy machine before it counts as not happening. */
const PATIENCE = 40_000;

let house;
let browser;

before(async () => {
  house = await House.open();
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.KONOBA_FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
    timeout: 2 * PATIENCE,
  });
});

after(async () => {
  await browser?.close();
  await house?.close();
});

/** A stranger with a page of a size; what goes wrong in it is kept. */
async function arrive(width = 1280, height = 860) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.setViewport({ width, height });
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  return { page, faults, leave: () => context.close() };
}

async function offer(page, withWhom, size) {
  await page.goto(`${house.url}/`);
  await page.waitForSelector('.card [data-game="konobi"]');
  await page.click(`.card [data-game="konobi"][data-with="${withWhom}"]`);
  await page.select('#offer-konobi [name="size"]', size);
  await page.select('#offer-konobi [name="side"]', 'black');
  if (withWhom === 'same-screen') await page.click('#offer-konobi [name="online"]');
  await page.click('#offer-konobi button[type="submit"]');
  await page.waitForFunction(() => location.pathname.startsWith('/t/'));
  await page.waitForSelector('#board');
}

const looks = (page, point, pattern) => page.waitForFunction((name, source) =>
  new RegExp(source).test(document.querySelector(`#board [data-point="${name}"]`)?.getAttribute('class') ?? ''), {}, point, pattern.source);
const reads = (page, selector, pattern) => page.waitForFunction((place, source) =>
  new RegExp(source).test(document.querySelector(place)?.textContent ?? ''), {}, selector, pattern.source);

async function play(page, point) {
  await page.waitForSelector('#board.live');
  await page.click(`#board [data-point="${point}"] .cell`);
  await looks(page, point, /\blast\b/);
}

test('Firefox: a game by mouse and keys, with a swap, a refusal, a resignation and a review', async () => {
  const { page, faults, leave } = await arrive();
  await offer(page, 'same-screen', '5');
  await play(page, 'c3');
  await page.waitForSelector('[data-choice="swap"]:not([hidden])');
  await page.click('[data-choice="swap"] [data-do="swap"]');
  await reads(page, '#message', /swaps and now plays/);
  // By keys: a point is typed.
  await page.waitForSelector('#board.live');
  await page.keyboard.type('b2');
  await page.keyboard.press('Enter');
  await looks(page, 'b2', /\bsecond\b/);
  await page.waitForSelector('#board.live');
  await page.click('#board [data-point="b2"] .cell');
  await reads(page, '#message', /b2/);
  await page.click('[data-do="resign"]');
  await page.click('#resignation [value="yes"]');
  await reads(page, '[data-choice="result"]', /resigned/);
  await page.click('[data-choice="result"] a[href^="/review"]');
  await page.waitForFunction(() => location.pathname === '/review');
  await reads(page, '.tree', /c3[^]*swap[^]*b2/);
  assert.deepEqual(faults, []);
  await leave();
});

test('Firefox: two people by a link, and whose turn it is in the list of games', async () => {
  const ana = await arrive();
  const luka = await arrive(390, 664);
  await offer(ana.page, 'friend', '5');
  await ana.page.waitForFunction(() => document.querySelector('[data-link]')?.value !== '');
  const link = await ana.page.$eval('[data-link]', (field) => field.value);
  await luka.page.goto(link);
  await luka.page.waitForSelector('#sit input');
  await luka.page.type('#sit input', 'Luka');
  await luka.page.click('#sit button');
  await ana.page.waitForFunction(() => document.querySelector('#table')?.dataset.standing === 'playing');
  await play(ana.page, 'c3');
  await looks(luka.page, 'c3', /\blast\b/);
  await luka.page.goto(`${house.url}/games`);
  await reads(luka.page, '#running [data-turn] .says', /Your turn/);
  assert.deepEqual([...ana.faults, ...luka.faults], []);
  await ana.leave();
  await luka.leave();
});

test('Firefox: on a phone everything that matters is on one screen', async () => {
  const { page, faults, leave } = await arrive(360, 640);
  await offer(page, 'same-screen', '11');
  await play(page, 'f6');
  await page.waitForSelector('[data-choice="swap"]:not([hidden])');
  for (const what of ['#board', '#seat-1', '#seat-2', '[data-choice="swap"] button']) {
    const { top, bottom, left, right } = await page.$eval(what, (element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return { top, bottom, left, right };
    });
    assert.ok(top >= 0 && left >= 0 && bottom <= 640 && right <= 360, `${what}: ${top}-${bottom}, ${left}-${right}`);
  }
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
  assert.deepEqual(faults, []);
  await leave();
});
