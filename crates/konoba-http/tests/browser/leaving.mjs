// Leaving: logging out, logging out everywhere else, deleting; and what is listed of a new game.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Person } from './people.mjs';
import { world } from './world.mjs';

/** Waits until a page shows its visitor without a seat. */
const onlyWatches = (page) => page.waitForFunction(() => document.querySelector('#table')?.dataset.seats === '0');

/** A player with a game in one page and the settings in another. */
async function playing(game = 'konobi') {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await ana.offer(game, 'friend', { size: '5' });
  const settings = await ana.context.newPage();
  await settings.goto(`${world.house.url}/settings`);
  return { ana, settings, says: (text) => settings.waitForFunction((source) => new RegExp(source).test(document.querySelector('#you [data-says]')?.textContent ?? ''), text.source) };
}

const name = (page) => page.evaluate(async () => (await (await fetch('/api/me')).json()).name);

test('signing out forgets the name and takes the seat from every page at once', async () => {
  const { ana, settings, says } = await playing();
  assert.equal(await name(settings), 'Ana');
  await settings.click('[data-leave="sign-out"]');
  await says(/Logged out/);
  assert.equal(await name(settings), null);
  // The other page shows the table again, without a seat, and does not take it up by the code that it had.
  await onlyWatches(ana.page);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('logging out everywhere else keeps the seats and gives one code for them', async () => {
  const { ana, settings, says } = await playing();
  const table = new URL(ana.page.url()).pathname.split('/').pop();
  const before = await ana.page.evaluate((id) => sessionStorage.getItem(`konoba.code.${id}`), table);
  // Another person has the code.
  const thief = await Person.arrive(world.browser, world.house, 'Luka');
  const seated = (code) => thief.page.evaluate(async ([id, own]) => {
    const answer = await fetch(`/api/tables/${id}`, { headers: { Authorization: `Bearer ${own}` } });
    return (await answer.json()).table.you.length;
  }, [table, code]);
  await thief.visit('/');
  assert.equal(await seated(before), 1);
  await settings.click('[data-leave="revoke"]');
  await says(/The code of all your seats is now: \S+/);
  const [code] = (await settings.textContent('#you [data-says]')).match(/[0-9a-z]{4}(-[0-9a-z]{4})+/);
  assert.equal(await seated(before), 0);
  assert.equal(await seated(code), 1);
  assert.equal(await name(settings), 'Ana');
  // The page comes back by itself, with the new cookie.
  await ana.page.waitForLoadState();
  await ana.visit(`/t/${table}`);
  await ana.isSeated();
  await Promise.all([ana.leave(), thief.leave()]);
});

test('deleting everything asks first, and then forgets the name', async () => {
  const { ana, settings, says } = await playing();
  const table = new URL(ana.page.url()).pathname;
  await settings.click('[data-leave="delete"]');
  await settings.click('#deleting [value="no"]');
  assert.equal(await name(settings), 'Ana', 'nothing has happened');
  await settings.click('[data-leave="delete"]');
  // Browsers tell late of a dialog that was closed: now and then when it is open again.
  await settings.evaluate(() => document.querySelector('#deleting')?.dispatchEvent(new Event('close')));
  await settings.click('#deleting [value="yes"]');
  await says(/Deleted/);
  assert.equal(await name(settings), null);
  await settings.goto(`${world.house.url}${table}`);
  assert.ok(!(await settings.textContent('main')).includes('Ana'));
  await ana.leave();
});

test('a game is listed if its maker wants that, and otherwise not', async () => {
  const luka = await Person.arrive(world.browser, world.house, 'Luka');
  await luka.visit('/');
  const listed = (table) => luka.page.evaluate(async (id) => {
    const { open, live } = await (await fetch('/api/lobby')).json();
    return [...open, ...live].some((game) => game.table === id);
  }, table);
  for (const isPublic of [false, true]) {
    const ana = await Person.arrive(world.browser, world.house, 'Ana');
    const { page } = ana;
    await ana.visit('/');
    await page.fill('#name input', 'Ana');
    await page.click('.card [data-game="konobi"][data-with="engine"]');
    const box = page.locator('#offer-konobi [name="public"]');
    assert.equal(await box.isChecked(), false, 'it is a choice');
    if (isPublic) await box.check();
    else await page.check('#offer-konobi [name="online"]');
    await page.locator('#offer-konobi button[type="submit"]').click();
    await page.waitForURL('**/t/*');
    await ana.isSeated();
    assert.equal(await listed(new URL(page.url()).pathname.split('/').pop()), isPublic);
    await ana.leave();
  }
  // An offer to any player is always listed, so the form does not ask.
  await luka.page.click('.card [data-game="konobi"][data-with="anyone"]');
  assert.equal(await luka.page.locator('#offer-konobi [name="public"]').isVisible(), false);
  await luka.leave();
});

test('"Whole game" waits when the server says so, and goes on', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  ana.expects = /429/;
  // Where the page can think by itself, the server is not asked.
  await ana.withoutModules();
  let refused = 0;
  await page.route('**/api/study', async (route) => {
    const isFirst = refused === 0 && (route.request().postData() ?? '').includes('analyse');
    if (!isFirst) return route.continue();
    refused += 1;
    const body = JSON.stringify({ id: 'overload', says: 'That is too much at once; wait a moment.', blamed: [], missed: [], version: null });
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, contentType: 'application/json', body });
  });
  await ana.visit('/review?line=1~konobi~4.nopie~b2.c3');
  await page.waitForSelector('#tree button');
  await page.click('[data-do="analyse-all"]');
  await page.waitForFunction(() => (decodeURIComponent(document.querySelector('#save-sgf')?.href ?? '').match(/SBKV/g) ?? []).length === 2);
  assert.equal(refused, 1);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});
