// The lobby: small boards that go on by themselves, with whose turn it is.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Person } from './people.mjs';
import { world } from './world.mjs';

test('games in progress are shown with boards that follow the moves; private ones are not', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana Lobby');
  const luka = await Person.arrive(world.browser, world.house, 'Luka Lobby');
  const mara = await Person.arrive(world.browser, world.house, 'Mara', { viewport: { width: 390, height: 664 } });
  await ana.offer('konobi', 'anyone', { size: '6', side: 'black', time: '15+10' });
  const path = new URL(ana.page.url()).pathname;
  await luka.visit(path);
  await luka.page.fill('#sit input', luka.name);
  await luka.page.click('#sit button');
  await luka.isSeated();

  await mara.visit('/');
  const row = `#list-live a[href="${path}"]`;
  await mara.reads(`${row} .status`, /Ana Lobby \(Black\) is to move/);
  await mara.reads(row, /Ana Lobby – Luka Lobby/);
  await mara.reads(`${row} .how`, /15 min \+ 10 s/);
  assert.equal(await mara.page.locator(`${row} .pieces`).count(), 0);
  await ana.play('c3');
  await mara.page.waitForSelector(`${row} .pieces.first`, { state: 'attached' });
  await mara.reads(`${row} .status`, /Luka Lobby \(White\) is to move/);
  await luka.play('d5');
  await mara.page.waitForSelector(`${row} .pieces.second`, { state: 'attached' });
  const drawn = () => mara.page.locator(`${row} .pieces`).evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
  const after = await drawn();
  // What comes with the page is the same, and stays when the lists come by the socket before the boards.
  await mara.page.routeWebSocket(/lobby/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => { if (JSON.parse(message).type !== 'boards') socket.send(message); });
  });
  await mara.page.reload();
  await mara.page.focus(row);
  await luka.offer('quentin', 'anyone', { size: '17', time: '7d' });
  await mara.page.waitForSelector(`#list-open a[href="${new URL(luka.page.url()).pathname}"]`);
  assert.deepEqual(await drawn(), after);
  assert.equal(await mara.page.evaluate(() => document.activeElement.getAttribute('href')), path);
  assert.ok(await mara.overflow() <= 0);
  assert.deepEqual(await mara.complaints(), []);
  // Also when the list itself changes: a row comes, and one goes.
  const offered = `#list-open a[href="${new URL(luka.page.url()).pathname}"]`;
  await mara.page.focus(offered);
  const isAtIt = () => mara.page.evaluate((link) => document.activeElement === document.querySelector(link), offered);
  await ana.offer('order-and-chaos', 'anyone', { time: '7d' });
  const other = `#list-open a[href="${new URL(ana.page.url()).pathname}"]`;
  await mara.page.waitForSelector(other);
  assert.ok(await isAtIt());
  await ana.page.click('[data-do="withdraw"]');
  await ana.page.waitForURL(`${world.house.url}/`);
  await mara.page.waitForFunction((link) => document.querySelector(link) === null, other);
  assert.ok(await isAtIt());

  await ana.offer('konobi', 'friend', { size: '5' });
  const hidden = new URL(ana.page.url()).pathname;
  await mara.accept(await ana.invitation());
  await luka.visit('/');
  await luka.page.waitForSelector(row);
  assert.equal(await luka.page.locator(`#list-live a[href="${hidden}"]`).count(), 0);
  for (const person of [ana, luka, mara]) {
    assert.deepEqual(person.faults, [], person.name);
    await person.leave();
  }
});

test('a form that is sent twice begins one game, is shown as busy meanwhile, and can be sent again where that failed', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  ana.expects = /ERR_FAILED/;
  let [begun, answer] = [0, (route) => route.abort()];
  await page.route('**/api/tables', (route) => {
    begun += 1;
    return answer(route);
  });
  /** Presses twice before the house has answered. */
  const pressTwice = async (button) => {
    begun = 0;
    let go;
    const going = new Promise((done) => { go = done; });
    answer = async (route) => { await going; await route.continue(); };
    await page.click(button);
    await page.waitForSelector('[aria-busy="true"]');
    assert.equal(await page.locator(button).evaluate((own) => getComputedStyle(own).borderTopStyle), 'dashed');
    await page.click(button);
    go();
    await page.waitForURL('**/t/*');
    assert.equal(begun, 1, button);
  };
  const start = '#offer-konobi [type="submit"]';
  await ana.visit('/');
  await page.click('.card [data-game="konobi"][data-with="friend"]');
  await page.click(start);
  await ana.reads('#offer-konobi .problem', /\w/);
  assert.equal(await page.locator('[aria-busy]').count(), 0);
  await pressTwice(start);
  await ana.visit('/');
  await pressTwice('[data-first-game]');
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});
