// Bad weather: the house is killed in the middle of a game and comes back.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { House } from './house.mjs';
import { Person } from './people.mjs';
import { world } from './world.mjs';

test('a killed house is a hiccup: nothing is lost and nothing is done twice', async () => {
  let house = await House.open();
  const ana = await Person.arrive(world.browser, house, 'Ana');
  ana.expects = /WebSocket|ERR_CONNECTION/;
  try {
    await ana.offer('konobi', 'same-screen', { size: '5' });
    await ana.play('c3');
    await ana.page.click('[data-choice="swap"] [data-do="swap"]');
    await ana.reads('#message', /swaps and now plays/);
    await house.kill();
    await ana.page.waitForSelector('#lost:not([hidden])');
    // A move that is made in the dark is carried out when the light is back.
    await ana.point('b2').click();
    await ana.page.waitForSelector('#queued:not([hidden])');
    await ana.reads('#voice', /^Queued/);
    await ana.sees('b2', /\bghost-second\b/);
    // There is one move at a time: another point changes nothing.
    await ana.point('d4').click();
    house = await House.open({ folder: house.folder, http: house.port });
    await ana.page.waitForSelector('#lost', { state: 'hidden' });
    await ana.reads('#loud-voice', /^Connected again/);
    await ana.sees('b2', /\bsecond last\b/);
    await ana.page.waitForSelector('#queued', { state: 'hidden' });
    await ana.play('c4');
    assert.deepEqual(await ana.page.locator('#moves .mv').allTextContents(), ['c3', 'swap', 'b2', 'c4']);
    // It is not forgotten if the page is loaded anew meanwhile.
    await house.kill();
    await ana.page.waitForSelector('#lost:not([hidden])');
    await ana.point('d2').click();
    await ana.page.waitForSelector('#queued:not([hidden])');
    const address = ana.page.url();
    await ana.page.reload().catch(() => null);
    house = await House.open({ folder: house.folder, http: house.port });
    await ana.page.goto(address);
    await ana.sees('d2', /\bsecond last\b/);
    assert.equal(await ana.page.locator('#moves .mv').count(), 5);
    assert.deepEqual(ana.faults, []);
  } finally {
    await ana.leave();
    await house.close();
  }
});

test('a player who loads the page anew during an outage is at the table again once it is over', async () => {
  let house = await House.open();
  const ana = await Person.arrive(world.browser, house, 'Ana', { serviceWorkers: 'allow' });
  const { page } = ana;
  ana.expects = /WebSocket|ERR_CONNECTION|Failed to load resource/;
  try {
    await ana.visit('/');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await ana.offer('konobi', 'same-screen', { size: '5' });
    await ana.play('c3');
    await house.kill();
    await page.reload();
    await ana.reads('h1', /Konoba cannot be reached/);
    house = await House.open({ folder: house.folder, http: house.port });
    await ana.sees('c3', /\blast\b/);
    await ana.isSeated();
    // At its own address it has nothing to wait for.
    await ana.visit('/unreached');
    const again = page.waitForRequest((request) => request.url().endsWith('/unreached'), { timeout: 4000 });
    await assert.rejects(again, /Timeout/);
    assert.deepEqual(ana.faults, []);
  } finally {
    await ana.leave();
    await house.close();
  }
});

test('a line that died without a word is noticed and replaced', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  let lines = 0;
  let isDead = false;
  await ana.page.routeWebSocket(/socket/, (socket) => {
    lines += 1;
    const isFirst = lines === 1;
    const server = socket.connectToServer();
    socket.onMessage((message) => { if (!isFirst || !isDead) server.send(message); });
    server.onMessage((message) => { if (!isFirst || !isDead) socket.send(message); });
  });
  await ana.visit('/');
  await ana.offer('konobi', 'same-screen', { size: '5' });
  lines = 0;
  await ana.page.clock.install();
  await ana.page.reload();
  await ana.isSeated();
  assert.equal(lines, 1);
  isDead = true;
  // The page asks over the quiet connection for the time, gets no answer, and opens another one.
  await ana.page.clock.runFor(16_000);
  await ana.page.clock.runFor(7_000);
  await ana.page.clock.runFor(1_000);
  await ana.play('c3');
  assert.equal(lines, 2);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

/** A player at a table whose connection can be cut and muted, with a clock that the test turns. */
async function atAnUnsureLine() {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const line = { isDeaf: false, isGone: false, isRefused: false, sockets: [] };
  await ana.page.routeWebSocket(/socket/, async (socket) => {
    // A socket that is never opened, as where the network drops everything.
    if (line.isGone) await new Promise(() => {});
    line.sockets.push(socket);
    if (line.isRefused) { await socket.close(); return; }
    const server = socket.connectToServer();
    socket.onMessage((message) => { if (!line.isDeaf) server.send(message); });
    server.onMessage((message) => { if (!line.isDeaf) socket.send(message); });
  });
  await ana.visit('/');
  await ana.offer('konobi', 'same-screen', { size: '5' });
  await ana.page.clock.install();
  await ana.page.reload();
  await ana.page.waitForSelector('#board.live');
  return { ana, line };
}

test('a closed connection is shown within a second', async () => {
  const { ana, line } = await atAnUnsureLine();
  line.isGone = true;
  await line.sockets.at(-1).close();
  await ana.page.waitForFunction(() => document.querySelector('#lost').hidden);
  await ana.page.clock.runFor(1000);
  assert.equal(await ana.page.locator('#lost').isVisible(), true);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a connection that is never made is shown, given up and tried again', async () => {
  const { ana, line } = await atAnUnsureLine();
  const { page } = ana;
  line.isGone = true;
  await page.reload();
  await page.waitForFunction(() => document.querySelector('#lost').hidden);
  await page.clock.runFor(7000);
  assert.equal(await page.locator('#lost').isVisible(), true);
  line.isGone = false;
  // The second try is waited for longer than the first.
  await page.clock.runFor(13_000);
  await page.waitForSelector('#lost', { state: 'hidden' });
  // On another network it is not waited for at all.
  line.isGone = true;
  await line.sockets.at(-1).close();
  await page.clock.runFor(1000);
  await page.waitForSelector('#lost:not([hidden])');
  line.isGone = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.waitForSelector('#lost', { state: 'hidden' });
  await ana.play('c3');
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a connection that is mended leaves a question and an earlier board as they are, unless something was missed', async () => {
  const { ana, line } = await atAnUnsureLine();
  const { page } = ana;
  const mend = async () => {
    // The page says it again once the house has told how the table stands.
    await page.evaluate(() => { delete document.querySelector('#table').dataset.standing; });
    const before = line.sockets.length;
    await line.sockets.at(-1).close();
    while (line.sockets.length === before) await page.clock.runFor(100);
    await page.waitForSelector('#table[data-standing="playing"]');
  };
  await ana.play('c3');
  await ana.play('b2');
  await page.keyboard.press(',');
  await ana.reads('#looking', /Move 1 of 2/);
  await mend();
  assert.equal(await page.locator('#looking').isVisible(), true);
  await ana.sees('b2', /^point$/);
  await page.keyboard.press('.');
  await page.waitForSelector('#looking', { state: 'hidden' });
  await page.evaluate(() => { document.documentElement.dataset.confirm = 'always'; });
  await ana.point('c4').click();
  await ana.reads('[data-choice="confirm"]', /c4/);
  await page.focus('[data-do="confirm"]');
  await mend();
  assert.equal(await page.locator('[data-choice="confirm"]').isVisible(), true);
  await ana.isAt('[data-do="confirm"]');
  // The same player in another window plays what this one does not hear of.
  line.isDeaf = true;
  const other = Object.assign(new Person(), { name: 'Ana', page: await ana.context.newPage() });
  await other.page.goto(page.url());
  await other.play('a5');
  await other.page.close();
  line.isDeaf = false;
  await mend();
  await ana.sees('a5', /\blast\b/);
  assert.equal(await page.locator('[data-choice="confirm"]').isVisible(), false);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a remark without a connection is answered at once', async () => {
  const { ana, line } = await atAnUnsureLine();
  const luka = await Person.arrive(world.browser, world.house, 'Luka');
  await ana.offer('konobi', 'friend', { size: '5' });
  await luka.accept(await ana.invitation());
  await ana.page.waitForSelector('#table[data-standing="playing"]');
  const say = async () => {
    await ana.page.click('[data-do="remarks"]');
    await ana.page.click('#remarks [data-say]');
  };
  line.isDeaf = true;
  await say();
  line.isGone = true;
  await line.sockets.at(-1).close();
  await ana.reads('#message', /^The connection was lost\. Your remark may not have been sent\.$/);
  await ana.page.clock.runFor(1000);
  await ana.page.waitForSelector('#lost:not([hidden])');
  await say();
  await ana.reads('#message', /^No connection\. Your remark was not sent\.$/);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
  await luka.leave();
});

test('a page that is left while it waits to connect, and comes back, has one connection', async () => {
  const { ana, line } = await atAnUnsureLine();
  line.isRefused = true;
  await line.sockets.at(-1).close();
  // By now it waits for seconds between two tries.
  while (line.sockets.length < 7) await ana.page.clock.runFor(500);
  line.isRefused = false;
  const before = line.sockets.length;
  await ana.page.evaluate(() => { for (const type of ['pagehide', 'pageshow']) dispatchEvent(new PageTransitionEvent(type, { persisted: true })); });
  await ana.page.waitForSelector('#lost', { state: 'hidden' });
  await ana.page.clock.runFor(4000);
  assert.equal(line.sockets.length - before, 1);
  await ana.play('c3');
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('an order without an answer is shown after three seconds, and carried out once', async () => {
  const { ana, line } = await atAnUnsureLine();
  line.isDeaf = true;
  await ana.point('c3').click();
  await ana.page.clock.runFor(2900);
  assert.equal(await ana.page.locator('#slow').isVisible(), false);
  await ana.page.clock.runFor(200);
  assert.equal(await ana.page.locator('#slow').isVisible(), true);
  await ana.reads('#voice', /has not answered yet/);
  await ana.sees('c3', /\bghost-first\b/);
  // The line is given up for another one, over which the order goes again.
  line.isDeaf = false;
  await ana.page.clock.runFor(4000);
  await ana.sees('c3', /(?<!-)\bfirst\b/);
  await ana.page.waitForSelector('#slow', { state: 'hidden' });
  assert.deepEqual(await ana.page.locator('#moves .mv').allTextContents(), ['c3']);
  // A button that is pressed again meanwhile orders nothing more, which would be refused.
  line.isDeaf = true;
  for (let times = 0; times < 2; times += 1) await ana.page.click('[data-choice="swap"] [data-do="swap"]');
  await ana.page.clock.runFor(3100);
  await ana.page.waitForSelector('#slow:not([hidden])');
  line.isDeaf = false;
  await ana.page.clock.runFor(4000);
  await ana.page.waitForSelector('#slow', { state: 'hidden' });
  await ana.reads('#message', /swaps and now plays/);
  assert.doesNotMatch(await ana.page.textContent('#loud-voice'), /Nothing was done/);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('an offer that cannot be taken back without a connection stands, and the page says so', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  ana.expects = /ERR_INTERNET_DISCONNECTED/;
  await ana.offer('konobi', 'friend', { size: '5' });
  await ana.context.setOffline(true);
  await ana.page.click('[data-do="withdraw"]');
  await ana.reads('#message', /server cannot be reached/);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a connection that breaks in the midst of an answer is told as one that cannot be had', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await ana.withoutModules();
  await ana.visit('/puzzle/konobi-1');
  await ana.page.route('**/api/puzzle', (route) => route.fulfill({ contentType: 'application/json', body: '{"says":' }));
  await ana.page.click('[data-do="hint"]');
  await ana.reads('#message', /^The server cannot be reached\. Try again in a moment\.$/);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('the link for a friend is there without its code to scan, which is tried again', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  ana.expects = /429/;
  let tries = 0;
  await ana.page.route('**/api/qr', async (route) => {
    tries += 1;
    if (tries > 1) await route.continue();
    else await route.fulfill({ status: 429, headers: { 'retry-after': '2' }, json: { id: 'too-many', says: 'Too many requests.' } });
  });
  await ana.offer('konobi', 'friend', { size: '5' });
  assert.match(await ana.invitation(), /#join=/);
  const seen = () => ana.page.evaluate(() => ['[data-link]', '[data-for-anyone]', '.qr'].map((part) => document.querySelector(part).checkVisibility()));
  assert.deepEqual(await seen(), [true, false, false]);
  await ana.page.waitForFunction(() => document.querySelector('.qr').naturalWidth > 0);
  assert.deepEqual(await seen(), [true, false, true]);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('what is clicked before the script has come is done once it is there', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  const scripts = { wait: null, come: null };
  await page.route(/\/js\//, async (route) => {
    if (!route.request().url().includes('preferences')) await scripts.wait;
    await route.continue();
  });
  /** Opens a page whose script comes only when it is let through. */
  const open = async (path, selector) => {
    scripts.wait = new Promise((come) => { scripts.come = come; });
    await page.goto(new URL(path, world.house.url).href, { waitUntil: 'commit' });
    await page.waitForSelector(selector);
  };
  const button = '.card [data-game="quentin"][data-with="engine"]';
  await open('/', button);
  await page.click(button);
  await page.waitForSelector(`${button}[aria-busy="true"]`);
  assert.equal(await page.locator(button).evaluate((own) => getComputedStyle(own).cursor), 'progress');
  scripts.come();
  await page.waitForSelector('#offer-quentin[open]');
  assert.equal(await page.locator(`${button}[aria-busy]`).count(), 0);

  scripts.wait = null;
  await ana.offer('konobi', 'same-screen', { size: '5' });
  const path = new URL(page.url()).pathname;
  await open(path, '#board [data-point="c3"]');
  await page.click('#board [data-point="c3"]');
  scripts.come();
  await ana.sees('c3', /\blast\b/);

  // In a game in the page the house plays until the module has arrived, with its net, and nothing changes then.
  scripts.wait = null;
  let asked = 0;
  page.on('request', (request) => { if (request.url().endsWith('/api/page-game')) asked += 1; });
  let come;
  const module = new Promise((done) => { come = done; });
  await page.route('**/konoba.wasm', async (route) => { await module; await route.continue(); });
  await ana.visit('/play/konobi');
  await page.waitForSelector('#board.live');
  await page.click('#board [data-point="c3"]');
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
  assert.ok(asked >= 3, `${asked}`);
  come();
  await page.waitForFunction(() => /^\d+ \w+$/.test(document.documentElement.dataset.module ?? ''));
  const before = asked;
  await page.waitForSelector('#board.live');
  await page.locator('#board .may').first().click();
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 4);
  assert.equal(asked, before);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});
