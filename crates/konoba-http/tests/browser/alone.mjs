// One person: by keyboard alone, on a telephone, with the engine, two at one screen.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Person, lay } from './people.mjs';
import { world } from './world.mjs';

test('a whole game by keyboard alone, heard and not seen', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.visit('/');
  await page.focus('.card [data-game="konobi"][data-with="same-screen"]');
  await page.keyboard.press('Enter');
  await page.focus('#offer-konobi [name="size"]');
  await page.keyboard.type('4');
  await page.focus('#offer-konobi [name="online"]');
  await page.keyboard.press('Space');
  await page.focus('#offer-konobi [type="submit"]');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/t/*');
  await page.waitForSelector('#board.live');
  // By typing a point, then by walking there.
  await page.keyboard.type('c4');
  await page.keyboard.press('Enter');
  await ana.reads('#voice', /plays c4/);
  await page.locator('[data-choice="swap"] [data-do="swap"]').focus();
  await page.keyboard.press('Enter');
  await ana.reads('#voice', /swaps and now plays/);
  await ana.point('c3').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'b4, empty');
  await page.keyboard.press('Enter');
  await ana.reads('#voice', /plays b4/);
  // An illegal point says why as soon as the keyboard rests on it.
  await ana.point('b3').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await ana.reads('#loud-voice', /touches c4 only diagonally/);
  for (const point of ['c2', 'b2', 'd2', 'a4', 'c1', 'a2', 'c3']) {
    await page.waitForSelector('#board.live');
    await page.keyboard.type(point);
    await page.keyboard.press('Enter');
    await ana.sees(point, /\blast\b/);
  }
  await ana.reads('#voice', /wins by connecting top and bottom/);
  await page.keyboard.press('=');
  await ana.reads('#voice', /c4, black stone/);
  // Screen readers leave the keys to a page only in what is an application.
  assert.equal(await page.getAttribute('#board > svg', 'role'), 'application');
  await page.keyboard.press('?');
  await page.waitForSelector('#keys[open]');
  await page.keyboard.press('Escape');
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('on a telephone: no scrolling sideways, a move is confirmed, a glass over small points', async () => {
  const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  const ana = await Person.arrive(world.browser, world.house, 'Ana', phone);
  await ana.offer('konobi', 'same-screen', { size: '19' });
  assert.equal(await ana.overflow(), 0);
  const box = await ana.point('k10').boundingBox();
  assert.ok(box.width < 30, 'points are small here');
  await ana.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await ana.reads('[data-choice="confirm"]', /k10/);
  assert.doesNotMatch(await ana.point('k10').getAttribute('class'), /(?<!-)\bfirst\b/);
  await ana.page.tap('[data-do="confirm"]');
  await ana.sees('k10', /(?<!-)\bfirst\b/);
  assert.equal(await ana.overflow(), 0);
  for (const path of ['/', '/learn', '/learn/konobi', '/learn/konobi/1', '/review?setup=konobi:19', '/settings']) {
    await ana.visit(path);
    assert.equal(await ana.overflow(), 0, path);
  }
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('resigning is asked for, and is final', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await ana.offer('order-and-chaos', 'same-screen');
  await ana.page.click('.tools [data-do="resign"]');
  await ana.page.click('#resignation [value="no"]');
  await ana.play('c3');
  await ana.page.click('.tools [data-do="lines"]');
  await ana.reads('#message', /Open lines: /);
  await ana.sees('a1', /open-line/);
  // They stay under what is shown of a point, and belong to the board as it is.
  const { page } = ana;
  const ghosts = () => page.waitForFunction(() => document.querySelectorAll('#board [class*="ghost-"]').length === 1);
  await ana.point('f6').hover();
  await ghosts();
  await ana.sees('a1', /open-line/);
  await page.locator('.tools [data-do="resign"]').hover();
  await ana.sees('f6', /open-line/);
  assert.equal(await page.locator('#board [class*="ghost-"]').count(), 0);
  await ana.play('d3');
  await ana.sees('d3', /\blast\b.*open-line|open-line.*\blast\b/);
  await page.click('[data-step="back"]');
  await ana.reads('#looking', /Move 1 of 2/);
  await ana.sees('a1', /^point( may)?$/);
  await page.click('#looking button');
  await ana.sees('a1', /open-line/);
  await page.click('.tools [data-do="lines"]');
  await ana.sees('a1', /^point( may)?$/);
  await page.keyboard.press(',');
  await ana.reads('#looking', /Move 1 of 2/);
  await page.click('.tools [data-do="lines"]');
  await ana.reads('#message', /Open lines: /);
  assert.equal(await page.locator('#looking').isVisible(), false);
  await ana.sees('d3', /\blast\b/);
  await ana.page.click('.tools [data-do="resign"]');
  await ana.page.click('#resignation [value="yes"]');
  await ana.reads('[data-choice="result"]', /resigned/);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a game with the engine of the house', async (context) => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { levels } = await (await fetch(`${world.house.url}/api/lobby`)).json();
  if (levels.length === 0) {
    context.skip('there is no engine in the house yet');
  } else {
    await ana.offer('konobi', 'engine', { size: '5', level: '1', side: 'black' });
    await ana.play('c3');
    await ana.page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
    await ana.page.waitForSelector('#board.live');
  }
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('against the computer there are hints, and the end stands once, told to you', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', { reducedMotion: 'no-preference' });
  const computer = { with: 'engine', level: 1, time: 'none', side: 'black', name: null };
  await lay(ana, { ...computer, setup: 'konobi:5,nopie' });
  await ana.reads('#status', /^Your turn\.$/);
  await ana.reads('.seat.bottom', /You: connect top and bottom/);
  assert.equal(await ana.page.locator('.seat.top[data-engine]').count(), 1);
  await ana.page.click('.tools [data-do="hint"]');
  await ana.reads('#message', /Hint: [a-e][1-5]/);
  assert.ok(await ana.page.locator('#board .hinted').count() > 0);
  await ana.play('c3');
  await ana.page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
  assert.equal(await ana.page.locator('#board .hinted').count(), 0);

  await lay(ana, { ...computer, setup: 'konobi:1,nopie' });
  await ana.play('a1');
  await ana.reads('[data-choice="result"]', /You won by connecting top and bottom\./);
  const told = await ana.page.locator('#status:visible, #message:visible, #choice:visible').allTextContents();
  assert.equal(told.join(' ').match(/connecting/g).length, 1, told.join('|'));
  assert.ok(await ana.page.locator('.lighting .winning').count() > 0);

  // Between people the computer keeps out of it.
  await lay(ana, { setup: 'konobi:5,nopie', time: 'none' });
  assert.equal(await ana.page.locator('[data-do="hint"]').count(), 0);
  ana.expects = /409/;
  assert.equal(await ana.page.evaluate(() => fetch(`/api/tables/${document.querySelector('#table').dataset.table}/hint`).then(({ status }) => status)), 409);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a first game gives hints by itself, until that is switched off', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await lay(ana, { with: 'engine', level: 1, time: 'none', side: 'black', name: null, setup: 'konobi:5,nopie' });
  await ana.page.goto(`${ana.page.url()}#hints`);
  await ana.page.reload();
  await ana.reads('#message', /Hint: /);
  assert.equal(await ana.page.getAttribute('[data-do="hint"]', 'aria-pressed'), 'true');
  await ana.page.click('[data-do="hint"]');
  assert.equal(await ana.page.getAttribute('[data-do="hint"]', 'aria-pressed'), 'false');
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('an earlier board that cannot be had is not shown, and it is said why', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.withoutModules();
  await lay(ana, { setup: 'konobi:5,nopie', time: 'none' });
  await ana.play('c3');
  await ana.play('b2');
  ana.expects = /ERR_FAILED/;
  await page.route('**/api/draw?*', (route) => route.abort());
  await page.keyboard.press(',');
  await ana.reads('#message', /The server cannot be reached/);
  assert.equal(await page.locator('#looking').isVisible(), false);
  await page.unroute('**/api/draw?*');
  await page.keyboard.press(',');
  await ana.sees('b2', /^point$/);
  await ana.reads('#looking', /Move 1 of 2/);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});
