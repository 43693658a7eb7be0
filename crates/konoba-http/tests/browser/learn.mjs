// The first five minutes: the home page, the lessons, and a first game.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Person } from './people.mjs';
import { world } from './world.mjs';

/** Whether something is seen whole without scrolling. */
const isInSight = (person, selector) => person.page.locator(selector).evaluateAll((found) => found.length > 0 && found.every((element) => {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
}));

test('the home page: one line, one way to begin, three games at a glance, at most 60 kB', async () => {
  const text = await (await fetch(`${world.house.url}/`)).text();
  assert.ok(Buffer.byteLength(text) <= 60_000, `${Buffer.byteLength(text)} bytes`);
  console.log(`  the home page has ${(Buffer.byteLength(text) / 1000).toFixed(1)} kB`);
  const ana = await Person.arrive(world.browser, world.house, 'Ana', { viewport: { width: 1280, height: 720 } });
  await ana.visit('/');
  assert.equal(await ana.page.locator('main .button.primary:visible').count(), 1);
  for (const part of ['h1', '.first-steps .button', '.card h2', '.card .konoba-board', '.card .company .button']) assert.ok(await isInSight(ana, part), part);
  await ana.page.setViewportSize({ width: 390, height: 664 });
  for (const part of ['h1', '.first-steps .button']) assert.ok(await isInSight(ana, part), part);
  assert.equal(await ana.overflow(), 0);
  // One click, and the game against the computer is there.
  await ana.page.click('.first-steps .button.primary');
  await ana.page.waitForURL('**/t/*');
  await ana.isSeated();
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('lessons are done one after the other, and lead to a first game with hints', async () => {
  const phone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };
  const ana = await Person.arrive(world.browser, world.house, 'Ana', phone);
  const { page } = ana;
  await ana.visit('/learn/konobi');
  await page.click('a[href="/learn/konobi/1"]');
  // A wrong move, an illegal one, the right one.
  await ana.point('a1').click();
  await ana.reads('#message', /gap is still open/);
  await ana.sees('a1', /^point$/);
  await ana.point('c2').click();
  await ana.reads('#message', /c2 is occupied/);
  assert.equal(await page.isVisible('#done'), false);
  await ana.point('c3').click();
  await ana.reads('#message', /you win/);
  await ana.sees('c3', /\bwinning\b/);
  for (const part of ['#board .konoba-board', '#message', '#done .button']) assert.ok(await isInSight(ana, part), part);
  await page.click('#done [rel="next"]');
  // A move that the rules refuse is what is wanted here; the task goes on.
  await ana.visit('/learn/konobi/3');
  await ana.point('d4').click();
  await ana.reads('#message', /only diagonally.*straight/);
  await ana.sees('c3', /\bblamed\b/);
  await ana.reads('#task', /c4/);
  await ana.point('c4').click();
  await page.waitForSelector('#done:not([hidden])');
  // The other side answers, and both colours change hands in a swap.
  await ana.visit('/learn/konobi/6');
  await ana.point('d2').click();
  await ana.sees('c4', /\bsecond\b/);
  await ana.point('d4').click();
  await ana.sees('d4', /\bwinning\b/);
  await ana.visit('/learn/konobi/7');
  await page.click('[data-do="swap"]');
  await page.waitForSelector('#done:not([hidden])');
  await ana.visit('/learn/konobi/8');
  await ana.point('a3').click();
  await ana.reads('#message', /must pass/);
  await ana.point('b3').click();
  await page.waitForSelector('#done:not([hidden])');
  // What was done is remembered.
  await page.reload();
  const learnt = await page.locator('[data-learnt]').evaluateAll((steps) => steps.map((step) => step.dataset.progress));
  assert.deepEqual(learnt, ['1', '3', '6', '7', '8']);
  await ana.point('a3').click();
  await ana.reads('#task', /your turn again/);
  await ana.point('b3').click();
  await page.click('[data-first-game]');
  // In the page, if the module has arrived by now.
  await page.waitForURL(/\/(t|play)\//);
  await ana.isSeated();
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a game with pieces to choose is taught too, and nothing is where there is no lesson', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  ana.expects = /404/;
  await ana.visit('/learn/order-and-chaos/2');
  await ana.page.keyboard.press('o');
  await ana.point('e6').click();
  await ana.page.waitForSelector('#done:not([hidden])');
  assert.deepEqual(await ana.complaints(), []);
  for (const path of ['/learn/konobi/abc', '/learn/konobi/99', '/learn/konobi/rules/0', '/learn/nothing']) {
    await ana.visit(path);
    await ana.reads('h1', /not found/i);
  }
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});
