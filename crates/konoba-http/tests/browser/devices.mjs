// Going on at another device, by a link and by a code.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Person } from './people.mjs';
import { world } from './world.mjs';

async function showCode(person) {
  await person.visit('/settings');
  const before = await person.page.inputValue('#devices [data-link]');
  await person.page.click('[data-link-device]');
  await person.page.waitForFunction((earlier) => document.querySelector('#devices [data-link]').value !== earlier, before);
  await person.page.waitForFunction(() => document.querySelector('#devices .qr').naturalWidth > 0);
  return { link: await person.page.inputValue('#devices [data-link]'), code: await person.page.textContent('#devices [data-code]') };
}

test('a guest goes on at another device with all games, once for each code', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', { viewport: { width: 390, height: 664 } });
  await ana.visit('/settings');
  ana.expects = /401/;
  await ana.page.click('[data-link-device]');
  await ana.reads('#devices [data-says]', /You have no games yet/);
  await ana.offer('konobi', 'same-screen', { size: '5' });
  await ana.play('c3');
  const table = ana.page.url();
  const { link } = await showCode(ana);
  assert.ok(await ana.overflow() <= 0);
  assert.deepEqual(await ana.complaints(), []);

  const laptop = await Person.arrive(world.browser, world.house, 'Ana at the desk');
  await laptop.page.goto(link);
  await laptop.page.click('[data-continue]');
  await laptop.page.waitForURL('**/games');
  assert.equal(await laptop.page.locator('#running li').count(), 1);
  await laptop.page.click('#running .what');
  assert.equal(laptop.page.url(), table);
  await laptop.play('b2');
  // The first device has noticed nothing but the move.
  await ana.page.goto(table);
  await ana.isSeated();
  await ana.sees('b2', /\bsecond last\b/);

  // The used link no longer works, and the page says what to do. The page also says as whom this
  // browser is known.
  const late = await Person.arrive(world.browser, world.house, 'Luka');
  late.expects = /404|409/;
  await late.offer('konobi', 'same-screen', { size: '5' });
  await late.page.goto(link);
  await late.reads('#continue .known', /known as Luka, who has 1 game in progress/);
  assert.deepEqual(await late.complaints(), []);
  await late.page.click('[data-continue]');
  await late.reads('#continue [data-says]', /used already or is too old/);
  assert.ok(!late.page.url().includes('#'), 'the code stays in the address');

  // By letters, on the home page. A guest with games is not replaced without a question, and the code stays
  // good.
  const { code } = await showCode(ana);
  await late.visit('/');
  await late.page.fill('#come-back input', code);
  await late.page.click('#come-back button');
  await late.page.waitForURL('**/continue');
  await late.page.click('#continue a:has-text("Stay Luka")');
  await late.page.waitForURL((url) => url.pathname === '/');
  assert.equal(await late.page.inputValue('#name input'), 'Luka');
  await late.page.fill('#come-back input', code);
  await late.page.click('#come-back button');
  await late.page.waitForURL('**/continue');
  await late.page.click('[data-replace]');
  await late.page.waitForURL('**/games');
  await late.reads('#running .how', /./);
  for (const person of [ana, laptop, late]) {
    assert.deepEqual(person.faults, [], person.name);
    await person.leave();
  }
});
