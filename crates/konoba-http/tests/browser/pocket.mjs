// What the page does by itself: analysis on the visitor's processor, games that are played in it, and both without a network.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { House } from './house.mjs';
import { Person } from './people.mjs';
import { world } from './world.mjs';

/** What the page has asked the house to do with records. */
function studies(page) {
  const asked = [];
  page.on('request', (request) => { if (request.url().endsWith('/api/study')) asked.push(JSON.parse(request.postData() ?? '{}').do ?? null); });
  return asked;
}

test('Review analyses in the page, grows, and can be stopped; the house judges only whether it may', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  const asked = studies(page);
  await ana.visit('/review?line=1~konobi~9.nopie~e5.d4.e6');
  await page.waitForSelector('#tree button');
  await page.keyboard.press('End');
  // It is stopped from inside of the page as soon as it knows something, since from here it may have come to its end before. At
  // first it may have looked at no move yet, and then all are of the same heat.
  const stopped = page.evaluate(() => new Promise((done) => {
    const button = document.querySelector('[data-do="analyse"]');
    const watcher = new MutationObserver(() => {
      const says = document.querySelector('#message').textContent;
      if (!says.includes('Hint: ') || document.querySelector('#board .heat-9') === null) return;
      watcher.disconnect();
      const before = button.getAttribute('aria-pressed');
      button.click();
      done({ says, before, after: button.getAttribute('aria-pressed') });
    });
    watcher.observe(document.querySelector('#study'), { subtree: true, childList: true, attributes: true });
  }));
  await page.click('[data-do="analyse"]');
  const { says, before, after } = await stopped;
  assert.match(says, /Hint: [a-i][1-9]/);
  assert.deepEqual([before, after], ['true', 'false']);
  assert.match(await page.evaluate(() => document.documentElement.dataset.module ?? ''), /^\d+ (relaxed|simd)$/);
  // A comment is changed by the page alone, now that it can.
  await page.fill('#comment', 'A wide net.');
  await page.locator('#comment').blur();
  await page.waitForFunction(() => decodeURIComponent(document.querySelector('#save-sgf')?.href ?? '').includes('A wide net.'));
  assert.deepEqual(asked, ['check-fair-play']);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('in a browser without WebAssembly everything works as before: games, lessons and review at the house', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.withoutModules();
  const asked = studies(page);
  await ana.visit('/review?line=1~konobi~4.nopie~b2.c3');
  await page.waitForSelector('#tree button');
  await page.click('[data-do="analyse"]');
  await ana.reads('#message', /Hint: [a-d][1-4]/);
  await page.keyboard.press('End');
  await page.click('#board [data-point="b1"]');
  await ana.sees('b1', /\blast\b/);
  assert.deepEqual(asked, ['analyse', 'play']);
  // What only the page could do is not offered.
  await ana.offer('konobi', 'engine', { size: '5', level: '1', side: 'black' });
  await ana.play('c3');
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
  await page.waitForSelector('#board.live');
  await page.click('.tools [data-do="hint"]');
  await ana.reads('#message', /Hint: /);
  await ana.visit('/');
  assert.equal(await page.locator('[name="online"]').count(), 0);
  const judged = page.waitForResponse('**/api/lesson');
  await ana.visit('/learn/konobi/1');
  await page.locator('#board [data-point]').first().click();
  assert.equal((await judged).status(), 200);
  await ana.reads('#message', /./);
  // The house plays for a game in the page too.
  await ana.visit('/play/konobi');
  await page.waitForSelector('#board.live');
  await page.click('#board [data-point="c3"]');
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
  await page.waitForSelector('#board.live');
  await page.click('.tools [data-do="undo"]');
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 0);
  await page.reload();
  await page.waitForSelector('#board.live');
  assert.equal(await page.locator('#moves li').count(), 0);
  assert.equal(await page.locator('html[data-module]').count(), 0);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('the house plays until the module has arrived, and where it is wanted: on more devices, with a clock, with watchers', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  let come;
  const coming = new Promise((done) => { come = done; });
  await page.route('**/konoba.wasm', async (route) => { await coming; await route.continue(); });
  /** Starts a game against the computer with this chosen, and says where it is played. */
  const start = async (choose) => {
    await ana.visit('/');
    await page.click('.card [data-game="konobi"][data-with="engine"]');
    const dialog = page.locator('#offer-konobi');
    await choose(dialog);
    await dialog.locator('button[type="submit"]').click();
    await page.waitForURL(/\/(t|play)\//);
    await page.waitForSelector('#table[data-standing="playing"]');
    return new URL(page.url()).pathname.split('/').at(1);
  };
  assert.equal(await start(() => {}), 't');
  come();
  const hasCome = () => page.waitForSelector('html[data-module]');
  assert.equal(await start(hasCome), 'play');
  for (const name of ['online', 'public']) assert.equal(await start(async (dialog) => { await hasCome(); await dialog.locator(`[name="${name}"]`).check(); }), 't', name);
  assert.equal(await start(async (dialog) => { await hasCome(); await dialog.locator('[name="time"]').selectOption('10+5'); }), 't');
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

/** Plays a game in the page to its end, by the first legal point each time. */
async function playThrough(ana) {
  const { page } = ana;
  for (let turn = 0; turn < 100; turn += 1) {
    await page.waitForFunction(() => document.querySelector('#board.live') !== null || document.querySelector('#table')?.dataset.standing === 'over');
    if (await page.locator('#table[data-standing="over"]').count() > 0) return;
    const count = await page.locator('#moves li').count();
    // What may be played is in the page, as the script has been told.
    await page.locator('#board .may').first().click();
    await page.waitForFunction((before) => document.querySelectorAll('#moves li').length > before || document.querySelector('#table')?.dataset.standing === 'over', count);
  }
  assert.fail('the game does not end');
}

test('a game in the page: against the computer, through a reload, to its end, and again', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.visit('/');
  await page.click('.card [data-game="konobi"][data-with="engine"]');
  const dialog = page.locator('#offer-konobi');
  await dialog.locator('[name="level"]').selectOption('1');
  await dialog.locator('[name="size"]').selectOption('4');
  await dialog.locator('[name="side"]').selectOption('black');
  // The module has come while the form was looked at.
  await page.waitForSelector('html[data-module]');
  await dialog.locator('button[type="submit"]').click();
  await page.waitForURL('**/play/konobi#*');
  await page.waitForSelector('#board.live');
  assert.equal(await page.locator('#board [data-point]').count(), 16);
  await ana.reads('#status', /Your turn/);
  await page.click('#board [data-point="b2"]');
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
  // The way past the menu leaves the name of the game in the address.
  await page.focus('a.skip');
  await page.keyboard.press('Enter');
  await ana.isAt('#middle');
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
  await page.waitForSelector('#board.live');
  // A hint is about the board as it is, and leads back to that.
  await page.keyboard.press(',');
  await page.waitForSelector('#looking:not([hidden])');
  await page.click('.tools [data-do="hint"]');
  await ana.reads('#message', /Hint: /);
  assert.equal(await page.locator('#looking').isVisible(), false);
  await page.click('.tools [data-do="undo"]');
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 0);
  await playThrough(ana);
  // The words of the house's tables: "You won by …", or who wins.
  await ana.reads('[data-choice="result"]', /You won by |Computer 1 \(White\) wins by /);
  const [before, steps] = [page.url(), await page.evaluate(() => history.length)];
  await page.click('[data-choice="result"] [data-do="rematch"]');
  await page.waitForFunction((address) => location.href !== address, before);
  await page.waitForSelector('#board.live');
  // Back leads to the page before the games, since it could not change the board.
  assert.equal(await page.evaluate(() => history.length), steps);
  await page.locator('#board .may').first().click();
  await page.waitForSelector('#moves li');
  await ana.visit('/games');
  await page.waitForFunction(() => document.querySelectorAll('#here li').length === 2);
  await ana.reads('#here li .names', /^Computer 1$/);
  // The finished one, which is the older, is put online: it is at the house from then on, and only there.
  const today = await page.evaluate(() => new Date().toISOString().slice(0, 10));
  await page.locator('#here li').last().locator('[data-do="upload"]').click();
  await page.waitForURL('**/t/*');
  await page.waitForSelector('#table[data-standing="over"]');
  await ana.reads('[data-choice="result"]', /You won by |Computer 1 \(White\) wins by /);
  const record = await page.evaluate(async () => (await fetch(document.querySelector('#record').href)).text());
  assert.match(record, new RegExp(`DT\\[${today}\\]`));
  await ana.visit('/games');
  await page.waitForFunction(() => document.querySelectorAll('#here li').length === 1);
  assert.equal(await page.locator('#finished li').count(), 1);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a move is taken back while the computer thinks, and the game is kept so', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.visit('/play/konobi');
  await page.waitForSelector('#board.live');
  await page.waitForFunction(() => /^\d+ \w+$/.test(document.documentElement.dataset.module ?? ''));
  // As soon as the move stands, when the computer has just been asked for its own.
  await page.evaluate(() => {
    const watcher = new MutationObserver(() => {
      watcher.disconnect();
      document.querySelector('.tools [data-do="undo"]').click();
    });
    watcher.observe(document.querySelector('#moves'), { childList: true });
  });
  await page.click('#board [data-point="c3"]');
  await ana.reads('#message', /took back/);
  assert.equal(await page.locator('#moves li').count(), 0);
  await page.waitForSelector('#board.live');
  await page.reload();
  await page.waitForSelector('#board.live');
  assert.equal(await page.locator('#moves li').count(), 0);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a game in the page is kept although the browser has closed its database meanwhile', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await page.addInitScript(() => {
    window.databases = [];
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function opened(...named) {
      const request = open.apply(this, named);
      request.addEventListener('success', () => window.databases.push(request.result));
      return request;
    };
  });
  await ana.visit('/play/konobi');
  await page.waitForSelector('#board.live');
  await page.waitForFunction(() => window.databases.length > 0);
  await page.evaluate(() => { for (const database of window.databases) database.close(); });
  await page.click('#board [data-point="c3"]');
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a game that this browser does not have is not replaced by another one', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.visit('/play/konobi#0123456789abcdef');
  await ana.reads('[data-choice="withdrawn"]', /^This browser does not have this game\. /);
  assert.equal(new URL(page.url()).hash, '#0123456789abcdef');
  await page.click('[data-choice="withdrawn"] a');
  await page.waitForURL(`${world.house.url}/`);
  await ana.leave();
});

test('in a browser that may keep nothing: a game as it was chosen, again, and that it will be lost', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await page.addInitScript(() => {
    const get = () => { throw new DOMException('Access is denied for this document.', 'SecurityError'); };
    for (const name of ['sessionStorage', 'localStorage', 'indexedDB']) Object.defineProperty(window, name, { get });
  });
  await ana.visit('/');
  await page.click('.card [data-game="konobi"][data-with="engine"]');
  const dialog = page.locator('#offer-konobi');
  await dialog.locator('[name="size"]').selectOption('4');
  await dialog.locator('[name="side"]').selectOption('black');
  await page.waitForSelector('html[data-module]');
  await dialog.locator('button[type="submit"]').click();
  const isBegun = async () => {
    await page.waitForSelector('#board.live');
    await ana.reads('#message', /^This browser cannot keep this game\. It is lost when you leave the page\.$/);
    assert.equal(await page.locator('#board [data-point]').count(), 16);
  };
  await isBegun();
  await playThrough(ana);
  const before = page.url();
  await page.click('[data-choice="result"] [data-do="rematch"]');
  await page.waitForFunction((address) => location.href !== address && document.querySelector('#table')?.dataset.standing === 'playing', before);
  await page.waitForFunction(() => document.querySelectorAll('#board [data-point]').length === 16);
  assert.deepEqual(ana.faults, []);
  await page.reload();
  await ana.reads('[data-choice="withdrawn"]', /^This browser does not let the page read the games that it keeps\. /);
  await ana.leave();
});

test('a move that could not be kept is kept with the next one', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function kept(...what) {
      if (globalThis.isFull) this.transaction.abort();
      else put.apply(this, what);
    };
  });
  await ana.visit('/play/konobi');
  const playOne = async (count) => {
    await page.waitForSelector('#board.live');
    await page.locator('#board .may').first().click();
    await page.waitForFunction((after) => document.querySelectorAll('#moves li').length >= after, count);
  };
  await playOne(2);
  await page.evaluate(() => { globalThis.isFull = true; });
  await playOne(4);
  await page.evaluate(() => { globalThis.isFull = false; });
  await playOne(6);
  await page.waitForSelector('#board.live');
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 6);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('without a network, after one visit: a whole game of each kind, a lesson, a puzzle, a review', async () => {
  // A house that goes away cannot be reached by any way, not even by the script that keeps the page.
  const house = await House.open();
  const ana = await Person.arrive(world.browser, house, 'Ana', { serviceWorkers: 'allow' });
  const { page } = ana;
  // What cannot be reached is said in the console, by the browser itself.
  ana.expects = /ERR_CONNECTION_REFUSED|WebSocket|Failed to load resource/;
  await ana.visit('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await house.close();
  const games = await page.locator('.card .company [data-with="engine"]').evaluateAll((buttons) => buttons.map((button) => button.dataset.game));
  for (const game of games) {
    await ana.visit('/');
    await page.click(`.card [data-game="${game}"][data-with="engine"]`);
    const dialog = page.locator(`#offer-${game}`);
    await dialog.locator('[name="level"]').selectOption('2');
    const size = dialog.locator('[name="size"]');
    if (await size.count() > 0) await size.selectOption('4');
    await dialog.locator('button[type="submit"]').click();
    await page.waitForURL(`**/play/${game}#*`);
    await page.waitForSelector('#table[data-standing="playing"]');
    await playThrough(ana);
    await ana.reads('[data-choice="result"]', /You won by |Computer 2 \(\w+\) wins by /);
  }
  // The game is looked at again where it was played.
  await page.click('[data-choice="result"] a[href^="/review"]');
  await page.waitForURL('**/review?line=*');
  await page.waitForSelector('#tree button');
  await page.keyboard.press('ArrowRight');
  await page.click('[data-do="analyse"]');
  await ana.reads('#message', /Hint: /);
  // A game that cannot be read says so here too.
  await ana.visit('/review?line=1~konobi~4.nopie~a1.a1');
  await ana.reads('#message', /cannot be read/);
  await ana.visit(`/learn/${games[0]}/1`);
  await page.locator('#board [data-point]').first().click();
  await page.waitForFunction(() => document.querySelector('#message')?.textContent !== '');
  // A puzzle to which a lesson leads.
  const puzzle = await page.evaluate(async () => {
    const caught = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return caught.flat().map(({ url }) => url).find((url) => url.includes('/puzzle/'));
  });
  await ana.visit(puzzle.slice(house.url.length));
  await page.click('[data-do="hint"]');
  await ana.reads('#message', /^Look at /);
  // What was true when it was kept is not told as if it were true now.
  for (const [path, leftOut] of [['/', '#list-live'], ['/', '#list-open'], ['/games', '#running'], ['/games', '#finished'], ['/puzzles', '.of-day']]) {
    await ana.visit(path);
    await page.waitForSelector('main > .unreached');
    assert.equal(await page.locator(leftOut).first().isVisible(), false, `${path} ${leftOut}`);
  }
  // The games of this browser are.
  await ana.visit('/games');
  await page.waitForSelector('#here li');
  // A page that is not kept says so itself, not the browser.
  await ana.visit('/t/abcdefgh');
  await ana.reads('h1', /Konoba cannot be reached/);
  await page.click('main .buttons a[href="/learn"]');
  await page.waitForURL('**/learn');
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('on a network that is up and dead, a page that is kept is shown after a while', async () => {
  const house = await House.open();
  const ana = await Person.arrive(world.browser, house, 'Ana', { serviceWorkers: 'allow' });
  const { page } = ana;
  ana.expects = /WebSocket|Failed to load resource/;
  try {
    await ana.visit('/');
    await page.evaluate(() => navigator.serviceWorker.ready);
    // It takes connections from then on, and answers nothing.
    await house.freeze();
    await page.goto(`${house.url}/puzzles`, { waitUntil: 'commit' });
    await page.waitForSelector('main > .unreached');
    house.process.kill('SIGCONT');
    await ana.visit('/puzzles');
    assert.equal(await page.locator('main > .unreached').isVisible(), false);
    assert.deepEqual(ana.faults, []);
  } finally {
    await ana.leave();
    await house.close();
  }
});

test('the house plays where the module is of a version that it no longer has, where none is kept, and where one has stopped', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', { serviceWorkers: 'allow' });
  const { page } = ana;
  ana.expects = /404/;
  let asked = 0;
  page.on('request', (request) => { if (request.url().endsWith('/api/page-game')) asked += 1; });
  const playOne = async (count) => {
    await page.waitForSelector('#board.live');
    await page.locator('#board .may').first().click();
    await page.waitForFunction((before) => document.querySelectorAll('#moves li').length >= before + 2, count);
  };
  // A page that was loaded before an update.
  await page.route('**/play/konobi', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/data-worker="\/web\/\w+/, 'data-worker="/web/0123456789ab') });
  });
  const refused = page.waitForEvent('response', (response) => response.url().endsWith('/web/0123456789ab/js/worker.js'));
  await ana.visit('/play/konobi');
  assert.equal((await refused).status(), 404);
  await playOne(0);
  assert.equal(await page.locator('html[data-module]').count(), 0);
  await page.unroute('**/play/konobi');

  // The script that keeps files is there, and has those of another version.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) if (request.url.includes('/wasm/')) await cache.delete(request);
    }
  });
  asked = 0;
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function posted(...what) {
      if (globalThis.hasStopped) this.dispatchEvent(new Event('error'));
      else post.apply(this, what);
    };
  });
  await ana.visit('/play/konobi');
  await page.waitForSelector('#board.live');
  assert.ok(asked > 0);

  await page.waitForFunction(() => /^\d+ \w+$/.test(document.documentElement.dataset.module ?? ''));
  await page.evaluate(() => { globalThis.hasStopped = true; });
  asked = 0;
  await playOne(0);
  assert.ok(asked > 0);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('installing is offered at the foot of a page, where the browser offers it', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.visit('/learn');
  const button = page.locator('[data-install]');
  assert.equal(await button.isVisible(), false);
  await page.evaluate(() => dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt() { globalThis.wasAsked = true; } })));
  await button.click();
  assert.equal(await page.evaluate(() => globalThis.wasAsked), true);
  assert.equal(await button.isVisible(), false);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('what a browser has kept heals when it is damaged', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', { serviceWorkers: 'allow' });
  const { page } = ana;
  await ana.visit('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const damaged = await page.evaluate(async () => {
    const [name] = (await caches.keys()).filter((own) => own.startsWith('konoba-'));
    const cache = await caches.open(name);
    const [request] = (await cache.keys()).filter(({ url }) => url.endsWith('/wasm/konoba.wasm'));
    await cache.put(request, new Response('half of it'));
    const [other] = (await cache.keys()).filter(({ url }) => url.endsWith('/learn'));
    await cache.delete(other);
    return [name, request.url, other.url];
  });
  await page.evaluate(async () => { (await navigator.serviceWorker.ready).active?.postMessage('check'); });
  await page.waitForFunction(async ([name, module, learn]) => {
    const cache = await caches.open(name);
    const [one, other] = [await cache.match(module), await cache.match(learn)];
    return one !== undefined && (await one.arrayBuffer()).byteLength > 10_000 && other !== undefined;
  }, damaged);
  await ana.leave();
});
