// What is seen, heard and felt at a table: clocks, sounds, a long press, a forced pass, the way back.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Person, lay } from './people.mjs';
import { world } from './world.mjs';

test('a clock runs where it should, and falls when it is shown to', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await lay(ana, { setup: 'konobi:5,nopie', time: '4s+0s' });
  const shown = async (seat) => Number((await ana.page.textContent(`#seat-${seat} [data-clock]`)).replace('0:', ''));
  await ana.reads('#seat-1 [data-clock]', /^0:0[0-4]\.\d$/);
  const mover = await ana.page.evaluate(() => document.querySelector('[data-to-move]').id.at(-1));
  const other = String(3 - Number(mover));
  await ana.play('c3');
  const [before, still] = [await shown(other), await shown(mover)];
  await ana.page.waitForFunction(([seat, then]) => Number(document.querySelector(`#seat-${seat} [data-clock]`).textContent.replace('0:', '')) < then, [other, before]);
  assert.equal(await shown(mover), still);
  assert.match(await ana.page.getAttribute(`#seat-${other} [data-clock]`, 'class'), /short/);
  await ana.reads('[data-choice="result"]', /ran out of time/);
  assert.equal(await shown(other), 0);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('the clocks are told on asking, that of the player to move first', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await lay(ana, { setup: 'konobi:5,nopie', time: '64s+0s' });
  await ana.play('c3');
  const [mover, other] = await ana.page.evaluate(() => ['.seat[data-to-move]', '.seat:not([data-to-move])'].map((which) => {
    const seat = document.querySelector(which);
    return `${seat.querySelector('[data-name]').textContent} \\(${seat.querySelector('[data-side]').textContent}\\)`;
  }));
  await ana.page.keyboard.press('-');
  await ana.reads('#voice', new RegExp(`${mover} has (?:1 minute(?: and \\d seconds?)?|\\d+ seconds) left\\. ${other} has 1 minute and 4 seconds left\\.$`));
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('little time is told to the player whose time it is, and once', async () => {
  const people = await Promise.all(['Ana', 'Luka', 'Mara'].map((name) => Person.arrive(world.browser, world.house, name)));
  const [ana, luka, mara] = people;
  for (const { page } of people) {
    await page.addInitScript(() => {
      globalThis.heard = [];
      addEventListener('DOMContentLoaded', () => {
        const voice = document.querySelector('#voice');
        new MutationObserver(() => globalThis.heard.push(voice.textContent)).observe(voice, { childList: true });
      });
    });
  }
  await ana.offer('konobi', 'friend', { size: '5', side: 'black', time: 'custom', minutes: '1', seconds: '0' });
  await luka.accept(await ana.invitation());
  await mara.visit(new URL(ana.page.url()).pathname);
  await ana.play('c3');
  await luka.reads('#voice', /^You have (?:1 minute|5\d seconds) left\.$/);
  // Two more ticks of the clock.
  await luka.page.waitForTimeout(2500);
  const warnings = await Promise.all(people.map(({ page }) => page.evaluate(() => globalThis.heard.filter((line) => / left\.$/.test(line)).length)));
  assert.deepEqual(warnings, [0, 1, 0]);
  for (const person of people) {
    assert.deepEqual(person.faults, []);
    await person.leave();
  }
});

test('sounds are played only where they are switched on', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await ana.page.addInitScript(() => {
    globalThis.knocks = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function count(...when) { globalThis.knocks += 1; return start.apply(this, when); };
  });
  await ana.offer('konobi', 'same-screen', { size: '5' });
  await ana.play('c3');
  assert.equal(await ana.page.evaluate(() => globalThis.knocks), 0);
  const table = new URL(ana.page.url()).pathname;
  await ana.visit('/settings');
  await ana.page.check('[name="sounds"][value="on"]', { force: true });
  await ana.page.addInitScript(() => {
    globalThis.resumed = 0;
    AudioContext.prototype.resume = async function count() { globalThis.resumed += 1; };
    Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' });
  });
  await ana.visit(table);
  // What makes sounds begins with what the visitor does, or some phones stay silent.
  await ana.page.click('[data-step="back"]');
  assert.ok(await ana.page.evaluate(() => globalThis.resumed) > 0);
  await ana.page.click('#looking [data-step="end"]');
  await ana.play('a1');
  await ana.page.waitForFunction(() => globalThis.knocks === 1);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a long press says why not and plays nothing', async () => {
  const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };
  const ana = await Person.arrive(world.browser, world.house, 'Ana', phone);
  await lay(ana, { setup: 'konobi:4,nopie', time: 'none' });
  for (const point of ['c4', 'b4']) {
    await ana.page.waitForSelector('#board.live');
    await ana.point(point).tap();
    await ana.page.tap('[data-do="confirm"]');
    await ana.sees(point, /\blast\b/);
  }
  const box = await ana.point('b3').boundingBox();
  const touch = await ana.context.newCDPSession(ana.page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] });
  await ana.reads('#message', /touches c4 only diagonally/);
  await ana.sees('c4', /\bblamed\b/);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  assert.equal(await ana.page.isVisible('[data-choice="confirm"]'), false);
  assert.equal(await ana.page.locator('#moves li').count(), 2);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a forced pass is announced, and the other side moves again', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await lay(ana, { setup: 'konobi:4,nopie', time: 'none' });
  for (const point of ['a1', 'c1', 'a2', 'b4', 'd4', 'd3', 'a4', 'b1', 'b2', 'c2', 'd2', 'd1', 'c4', 'a3']) await ana.play(point);
  await ana.reads('#voice', /pass/);
  assert.equal(await ana.page.textContent('#moves li:last-child .mv'), 'pass');
  await ana.play('b3');
  await ana.reads('[data-choice="result"]', /connecting left and right/);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('one looks back in a game that goes on, and plays nothing there', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await ana.offer('konobi', 'same-screen', { size: '5' });
  for (const point of ['c3', 'a1', 'c2']) await ana.play(point);
  await ana.page.click('[data-step="back"]');
  await ana.page.waitForFunction(() => !/first|second/.test(document.querySelector('[data-point="c2"]').getAttribute('class')));
  await ana.sees('a1', /\blast\b/);
  await ana.reads('#message', /plays a1/);
  await ana.page.keyboard.press(',');
  await ana.sees('c3', /\blast\b/);
  // A click there leads back to the game as it is, and no further.
  await ana.point('b5').click();
  await ana.sees('c2', /\blast\b/);
  assert.equal(await ana.page.locator('#moves li').count(), 3);
  await ana.page.keyboard.press(',');
  await ana.sees('a1', /\blast\b/);
  await ana.page.keyboard.press('.');
  await ana.sees('c2', /\blast\b/);
  await ana.page.click('#moves li:first-child');
  await ana.sees('c3', /\blast\b/);
  // It is told as well as shown, also before the first move.
  await ana.page.keyboard.press('=');
  await ana.reads('#voice', /^c3, black stone[^;]*$/);
  await ana.page.click('[data-step="start"]');
  await ana.reads('#voice', /^Move 0 of 3$/);
  await ana.page.click('#looking [data-step="end"]');
  await ana.reads('#voice', /^Back to live$/);
  await ana.isAt('#board');
  // A question about a move does not stay open over another board.
  await ana.page.evaluate(() => { document.documentElement.dataset.confirm = 'always'; });
  await ana.point('b5').click();
  await ana.page.waitForSelector('[data-choice="confirm"]:not([hidden])');
  await ana.page.keyboard.press(',');
  await ana.sees('c2', /^point$/);
  assert.equal(await ana.page.isVisible('[data-choice="confirm"]'), false);
  await ana.page.keyboard.press('Escape');
  await ana.reads('#voice', /^Back to live$/);
  await ana.page.evaluate(() => { delete document.documentElement.dataset.confirm; });
  await ana.play('b5');
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('the question whether to resign goes with the game, and the focus to the result', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const luka = await Person.arrive(world.browser, world.house, 'Luka');
  await ana.offer('konobi', 'friend', { size: '5', side: 'black' });
  await luka.accept(await ana.invitation());
  await luka.page.click('.tools [data-do="resign"]');
  await ana.page.click('.tools [data-do="resign"]');
  await ana.page.click('#resignation [value="yes"]');
  for (const person of [ana, luka]) {
    await person.isAt('[data-choice="result"]');
    assert.equal(await person.page.isVisible('#resignation'), false);
    assert.deepEqual(person.faults, []);
    await person.leave();
  }
});

test('a move is also heard by a player who looks at a dialog', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const luka = await Person.arrive(world.browser, world.house, 'Luka');
  await ana.offer('konobi', 'friend', { size: '5', side: 'black' });
  await luka.accept(await ana.invitation());
  await luka.page.keyboard.press('?');
  await luka.page.waitForSelector('#keys[open]');
  await ana.play('c3');
  // Everything outside of it is inert.
  await luka.reads('#keys [role="status"][aria-live="polite"]', /plays c3/);
  assert.deepEqual(await luka.complaints(), []);
  await luka.page.keyboard.press('Escape');
  await luka.page.waitForFunction(() => document.querySelector('#keys [role="status"]') === null);
  for (const person of [ana, luka]) {
    assert.deepEqual(person.faults, []);
    await person.leave();
  }
});

test('with forced colours, the chosen piece is told by its frame', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', { forcedColors: 'active' });
  await lay(ana, { setup: 'order-and-chaos', time: 'none' });
  const frames = () => ana.page.locator('#hand label').evaluateAll((labels) => labels.map((label) => getComputedStyle(label).outlineStyle));
  assert.deepEqual(await frames(), ['solid', 'none']);
  await ana.page.keyboard.press('o');
  assert.deepEqual(await frames(), ['none', 'solid']);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('the board is read in words, as those need it who do not see it', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await lay(ana, { setup: 'konobi:5,nopie', time: 'none' });
  await ana.play('c3');
  await ana.page.keyboard.press('/');
  await ana.page.waitForSelector('#reading[open]');
  const ask = async (question, answer) => {
    await ana.page.fill('#reading input', question);
    await ana.page.keyboard.press('Enter');
    await ana.reads('#reading [data-says]', answer);
  };
  await ask('read row 3', /c3 black/);
  await ask('read around c3', /Around it is empty/);
  await ask('chains', /c3/);
  await ask('legal near c3', /c4/);
  await ask('what changed', /c3/);
  // What is no question is answered too, and the field can be typed over at once.
  await ask('sing', /You can ask: read row 4/);
  // An answer that comes late does not replace that to a later question.
  let answer;
  const late = new Promise((done) => { answer = done; });
  await ana.page.route('**/read?ask=chains', async (route) => { await late; await route.continue(); });
  const come = ana.page.waitForResponse('**/read?ask=chains');
  await ana.page.fill('#reading input', 'chains');
  await ana.page.keyboard.press('Enter');
  await ask('read row 3', /c3 black/);
  answer();
  await (await come).finished();
  await ana.page.evaluate(() => new Promise(requestAnimationFrame));
  assert.match(await ana.page.textContent('#reading [data-says]'), /c3 black/);
  assert.equal(await ana.page.evaluate(() => document.activeElement === document.querySelector('#reading input')), true);
  assert.ok(await ana.page.getAttribute('#reading [data-says]', 'aria-live') ?? await ana.page.getAttribute('#reading [data-says]', 'role'), 'a screen reader hears the answer');
  await ana.page.keyboard.press('Escape');
  await ana.page.waitForSelector('#reading:not([open])', { state: 'attached' });
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});
