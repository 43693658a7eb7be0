// Looking at games again, learning, and having things one's own way.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Person } from './people.mjs';
import { world } from './world.mjs';

test('a review: steps, wheel, variations, comments, SGF, link', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.visit('/review');
  await page.setInputFiles('#open [type="file"]', { name: 'game.sgf', mimeType: 'text/plain', buffer: Buffer.from('(;SU[quentin:4];B[d4];W[b1];B[d1]C[Closed.];W[c2](;B[d3])(;B[a4]))') });
  await page.click('#open button');
  await page.waitForSelector('.branch');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await ana.sees('d1', /\blast\b/);
  assert.equal(await page.inputValue('#comment'), 'Closed.');
  await page.locator('#board').hover();
  await page.mouse.wheel(0, 120);
  await ana.sees('c1', /\bfilled\b/);
  // A touchpad goes as far for one move; with Ctrl the browser zooms.
  const turn = (deltaY, ctrlKey = false) => page.locator('#board > svg').evaluate((svg, init) => {
    const wheel = new WheelEvent('wheel', { bubbles: true, cancelable: true, ...init });
    svg.dispatchEvent(wheel);
    return [wheel.defaultPrevented, document.querySelector('#tree [aria-current]').textContent];
  }, { deltaY, ctrlKey });
  for (const pixels of [-20, -20, -10]) assert.deepEqual(await turn(pixels), [true, '4 c2']);
  assert.deepEqual(await turn(-400, true), [false, '4 c2']);
  assert.deepEqual(await turn(-20), [true, '3 d1']);
  assert.deepEqual(await turn(-20), [true, '3 d1']);
  assert.deepEqual(await turn(120), [true, '4 c2']);
  await page.keyboard.press('ArrowLeft');
  await ana.sees('c1', /^point$/);
  await page.keyboard.press('End');
  await ana.sees('d2', /\bwinning\b/);
  await page.keyboard.press('ArrowDown');
  await ana.sees('a4', /\blast\b/);
  await page.keyboard.press('Home');
  await ana.sees('d4', /^point$/);
  // A variation of one's own, and a move that is none.
  await ana.point('a1').click();
  await ana.sees('a1', /\bfirst\b/);
  await ana.point('a1').click();
  await ana.reads('#message', /a1 is occupied/);
  await page.fill('#comment', 'Too far away.');
  await page.locator('#comment').blur();
  await page.waitForFunction(() => decodeURIComponent(document.querySelector('#save-sgf')?.href ?? '').includes('Too far away.'));
  await page.click('[data-do="promote"]');
  await page.waitForFunction(() => document.querySelector('#tree button')?.textContent === '1 a1');
  // What somebody has written is not deleted by a slip.
  await page.click('[data-do="delete"]');
  await page.click('dialog[open] [value="yes"]');
  await page.waitForFunction(() => document.querySelector('#tree button')?.textContent === '1 d4');
  const drawn = await page.request.get(`${world.house.url}${await page.locator('#save-svg').getAttribute('href')}`);
  assert.match(await drawn.text(), /^<svg/);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('the engine is asked about a position and a game, and its answer is in the record', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.visit('/review?line=1~konobi~4.nopie~b2.c3');
  await page.waitForSelector('#tree button');
  await page.click('[data-do="analyse"]');
  await ana.reads('#message', /Hint: [a-d][1-4](, \d+ %|\. .* wins )/);
  // At first it may have looked at no move yet, and then all are of the same heat.
  await page.waitForSelector('#board .heat-9');
  await page.click('[data-do="analyse-all"]');
  await page.waitForFunction(() => (decodeURIComponent(document.querySelector('#save-sgf')?.href ?? '').match(/SBKV/g) ?? []).length === 2);
  assert.equal(await page.locator('#graph .course').count(), 1);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a rule by example explains a refusal and shows what a move does', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.visit('/learn/quentin');
  const links = await page.locator('.lessons a').allTextContents();
  const number = links.findIndex((text) => text.includes('the whole turn is taken back')) + 1;
  await ana.visit(`/learn/quentin/rules/${number}`);
  await page.click('[data-try="b1"]');
  await ana.reads('#message', /would fill a1/);
  await ana.sees('c2', /\bblamed\b/);
  await page.focus('[data-do="again"]');
  await page.keyboard.press('Enter');
  await ana.sees('c2', /^point second$/);
  // A button that is of no use any more passes the focus on, and what it did is heard.
  await ana.isAt('#board');
  assert.equal(await page.textContent('#voice'), await page.textContent('#status'));
  await ana.point('c3').click();
  await ana.reads('#message', /White plays c3/);
  await page.click('[rel="next"]');
  await page.waitForURL(`**/${number + 1}`);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('two quick clicks in a rule by example are one move, and it can be taken back', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.withoutModules();
  await ana.visit('/learn/konobi/rules/1');
  const stones = () => page.locator('#board').evaluate((board) => [...board.querySelectorAll('.first, .second')].map((point) => point.dataset.point));
  const before = await stones();
  let asked = 0;
  page.on('request', () => { asked += 1; });
  await page.evaluate(() => {
    for (const name of ['c4', 'a4']) document.querySelector(`#board [data-point="${name}"]`).dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });
  await ana.reads('#message', / plays /);
  assert.equal(asked, 1);
  assert.equal((await stones()).length, before.length + 1);
  await page.click('[data-do="again"]');
  assert.deepEqual(await stones(), before);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('settings hold on every page', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.visit('/settings');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.check('[name="theme"][value="dark"]');
  const dark = await ground();
  assert.notEqual(light, dark);
  await page.check('[name="lattice"][value="squares"]');
  await page.check('[name="confirm"][value="always"]');
  await ana.offer('konobi', 'same-screen', { size: '5' });
  assert.equal(await ground(), dark);
  assert.equal(await page.locator('.lattice.squares').evaluate((path) => getComputedStyle(path).display), 'inline');
  await page.waitForSelector('#board.live');
  await ana.point('c3').click();
  await ana.reads('[data-choice="confirm"]', /c3/);
  await page.click('[data-do="cancel"]');
  assert.equal(await page.locator('#moves li').count(), 0);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('the proof of a solved game is played through, and wins', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.visit('/learn/order-and-chaos');
  await page.click('a[href$="variant=exact-five"]');
  await ana.reads('h1', /Order wins/);
  await ana.reads('#status', /Chaos is to move/);
  // The end of a line is answered at its other end, with the other piece.
  await ana.point('a3').click();
  await ana.reads('#message', /f3/);
  await ana.sees('f3', /\bsecond\b/);
  await ana.point('a3').click();
  await ana.reads('#message', /occupied/);
  await page.focus('[data-do="back"]');
  await page.keyboard.press('Enter');
  await ana.sees('f3', /^point$/);
  await ana.isAt('#board');
  await page.keyboard.press('o');
  for (let turn = 0; turn < 18; turn += 1) {
    if (/wins/.test(await page.textContent('#status'))) break;
    const moves = () => page.locator('#board .first, #board .second').count();
    const before = await moves();
    await page.locator('#board [data-point]:not(.first):not(.second)').first().click();
    await page.waitForFunction((count) => document.querySelectorAll('#board .first[data-point], #board .second[data-point]').length > count, before);
  }
  await ana.reads('#status', /Order wins/);
  await page.evaluate(() => {
    globalThis.heard = 0;
    new MutationObserver((changes) => { globalThis.heard += changes.length; }).observe(document.querySelector('#voice'), { childList: true });
  });
  await page.focus('[data-do="again"]');
  await page.keyboard.press('Enter');
  await ana.reads('#status', /Chaos is to move/);
  await ana.isAt('#board');
  assert.equal(await page.evaluate(() => globalThis.heard), 1);
  await ana.visit('/learn/order-and-chaos/proof?variant=lasting-five');
  await ana.point('a1').click();
  await ana.reads('#message', /Pair: .* answers a1/);
  assert.deepEqual(await ana.complaints(), []);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('the boards on which the swap is known are pictures with words', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await ana.visit('/learn/quentin');
  await ana.page.click('a[href="/learn/quentin/maps"]');
  await ana.page.waitForURL('**/learn/quentin/maps');
  const says = await ana.page.locator('.cells').evaluateAll((pictures) => pictures.map((picture) => picture.getAttribute('aria-label')));
  assert.ok(says.includes('3 by 3. Swap after a1, b1, c1, a2, c2, a3, b3, c3.'), says.join('\n'));
  const kept = 'c1, d1, b2, c2, d2, e2, c3, d3, c4, d4, b5, c5, d5, e5, c6, d6';
  assert.ok(says.includes(`6 by 6. Keep your side after ${kept}. Not known yet after any other first move.`), says.join('\n'));
  // Larger boards are estimated, up to 11x11, and say how sure that is.
  assert.match(says.at(-1), /^11 by 11, estimated\. .*; else unclear\.$/);
  assert.match(await ana.page.locator('.maps.estimated figcaption').last().textContent(), /^11 × 11Changes: [\d.]+ % on average, \d+ % at most$/);
  await ana.page.setViewportSize({ width: 390, height: 664 });
  assert.ok(await ana.overflow() <= 0);
  assert.deepEqual(await ana.complaints(), []);
  ana.expects = /404/;
  await ana.visit('/learn/order-and-chaos/maps');
  await ana.reads('h1', /nothing|not/i);
  await ana.leave();
});
