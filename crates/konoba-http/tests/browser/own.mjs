// Your games: whose turn it is, and what came of the others.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Person } from './people.mjs';
import { world } from './world.mjs';

test('your games say whose turn it is, and finished ones are found and reviewed', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', { viewport: { width: 390, height: 664 } });
  const luka = await Person.arrive(world.browser, world.house, 'Luka');
  await ana.visit('/games');
  await ana.reads('#finished .empty', /also without an account/);
  await ana.offer('konobi', 'friend', { size: '5', side: 'black' });
  const table = new URL(ana.page.url()).pathname;
  await luka.accept(await ana.invitation());
  await ana.play('c3');

  await ana.visit('/games');
  await ana.reads('#running .names', /Luka/);
  await ana.reads('#running .says', /Luka’s turn/);
  await luka.visit('/');
  await luka.reads('#list-own [data-turn] .how', /Your turn/);
  await luka.page.click('#list-own .all a');
  await luka.reads('#running [data-turn] .says', /Your turn/);

  await luka.page.click('#running .what');
  await luka.isSeated();
  await luka.page.click('[data-do="resign"]');
  await luka.page.click('#resignation [value="yes"]');
  await luka.reads('[data-choice="result"]', /because you resigned/);

  await ana.visit('/games');
  await ana.reads('#finished .says', /You won: Luka resigned/);
  assert.equal(await ana.page.locator('#running li').count(), 0);
  // The board is a picture that has come.
  const picture = ana.page.locator('#finished img').first();
  await picture.scrollIntoViewIfNeeded();
  await ana.page.waitForFunction((img) => img.complete && img.naturalWidth > 0, await picture.elementHandle());
  assert.ok(await ana.overflow() <= 0);
  assert.deepEqual(await ana.complaints(), []);

  await ana.page.fill('#finished [name="opponent"]', 'Zvonimir');
  await ana.page.click('#finished .search button');
  await ana.reads('#finished .empty', /No game fits/);
  await ana.page.click('#finished .empty a');
  await ana.page.selectOption('#finished [name="result"]', 'won');
  await ana.page.fill('#finished [name="opponent"]', 'luk');
  await ana.page.click('#finished .search button');
  await ana.reads('#finished .says', /You won/);
  await ana.page.click('#finished li .button');
  await ana.page.waitForURL(`**/review?table=${table.split('/').at(-1)}`);
  for (const person of [ana, luka]) {
    assert.deepEqual(person.faults, [], person.name);
    await person.leave();
  }
});

test('the way around fits the narrowest phone on every page', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', { viewport: { width: 360, height: 640 } });
  for (const path of ['/', '/games', '/learn', '/settings']) {
    await ana.visit(path);
    const right = await ana.page.$$eval('.masthead a', (links) => Math.max(...links.map((link) => link.getBoundingClientRect().right)));
    assert.ok(right <= 360, `${path}: ${right}`);
    assert.ok(await ana.overflow() <= 0, path);
  }
  await ana.leave();
});

test('a game in the page: two tabs of it, deleted only if that is meant, put online with both names', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.withoutModules();
  // A game in which nothing was played is there again when its page is loaded anew, and is not listed.
  const begun = { setup: 'konobi:7', level: '1', side: 'black', names: ['Ana', ''] };
  await ana.visit('/');
  await page.evaluate((beginning) => sessionStorage.setItem('konoba.beginning', beginning), JSON.stringify(begun));
  await ana.visit('/play/konobi');
  for (const isAgain of [false, true]) {
    if (isAgain) await page.reload();
    await page.waitForSelector('#board.live');
    assert.equal(await page.locator('#board [data-point]').count(), 49);
  }
  await ana.visit('/play/konobi');
  await page.waitForSelector('#board.live');
  await ana.play('f6');
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
  const played = page.url();
  for (const [path, list] of [['/', '#list-own'], ['/games', '#here']]) {
    await ana.visit(path);
    // The lists are filled in at once, from what the browser keeps.
    await page.waitForSelector(`${list} li`);
    assert.equal(await page.locator(`${list} li`).count(), 1, path);
  }
  await page.goto(played);
  await ana.sees('f6', /\bfirst\b/);
  // The visitor plays White.
  await page.evaluate((beginning) => sessionStorage.setItem('konoba.beginning', beginning), JSON.stringify({ setup: 'konobi:4,nopie', level: null, side: 'white', names: ['Ana', 'Luka'] }));
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('#board [data-point]').length === 16);
  await ana.play('b2');
  const tab = Object.assign(new Person(), { name: 'Ana', page: await ana.context.newPage() });
  await tab.withoutModules();
  await tab.page.goto(page.url());
  await tab.sees('b2', /\bfirst\b/);
  await ana.play('c3');
  await tab.point('a4').click();
  await tab.reads('#message', /^This game went on in another tab\. /);
  await tab.sees('c3', /\bsecond\b/);
  await tab.sees('a4', /^point( may)?$/);
  await tab.play('a4');
  await tab.page.close();
  // Nothing is said of whose turn it is before that is known.
  assert.match(await page.evaluate(async () => (await fetch(location.pathname)).text()), /id="status">Loading…</);
  await page.reload();
  await ana.sees('a4', /\bfirst\b/);
  await ana.reads('#status', /Ana/);

  await ana.visit('/');
  await ana.reads('#list-own [data-kept]:first-child', /Luka/);
  assert.ok(await page.isHidden('#list-own .empty'));
  // As the games of the house are listed: no sentence ends there.
  await ana.reads('#list-own [data-kept] .what', /^Konobi on 4x4, without the swap$/);
  await ana.reads('#list-own [data-kept] .how', /[^.]$/);
  await ana.visit('/games');
  await ana.reads('#here .how', /^Konobi on 4x4, without the swap · \d{4}-\d\d-\d\d$/);
  await ana.reads('#here .says', /[^.]$/);
  const [first, second] = [page.locator('#here li').first(), page.locator('#here li').nth(1)];
  await second.locator('[data-do="delete"]').focus();
  await page.keyboard.press('Enter');
  await ana.reads('dialog[open]', /Delete the game \(Computer 1, /);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('dialog[open]') === null);
  assert.equal(await page.locator('#here li').count(), 2);
  await page.keyboard.press('Enter');
  await page.click('dialog[open] [value="yes"]');
  await ana.reads('#voice', /Game deleted\./);
  assert.equal(await page.locator('#here li').count(), 1);
  assert.ok(await first.locator('.what').evaluate((link) => link === document.activeElement));

  await first.locator('[data-do="upload"]').click();
  await page.waitForURL('**/t/*');
  await ana.isSeated();
  const record = await page.evaluate(async () => (await fetch(document.querySelector('#record').href)).text());
  assert.match(record, /PB\[Luka\]/);
  assert.match(record, /PW\[Ana\]/);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});
