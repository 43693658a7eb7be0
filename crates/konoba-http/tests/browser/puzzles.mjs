// Puzzles: solved by touch and by keyboard, refuted, hinted at; the day's, and what is kept of them in the browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Person } from './people.mjs';
import { world } from './world.mjs';

const PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

/** Everything of these that cannot be seen whole without scrolling. */
const outOfSight = (person, selectors) => person.page.evaluate((wanted) => wanted.filter((selector) => {
  const element = [...document.querySelectorAll(selector)].find((found) => found.getClientRects().length > 0);
  if (element === undefined) return true;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
}), selectors);

async function isOneScreen(person, where, ...selectors) {
  assert.deepEqual(await outOfSight(person, ['#board .konoba-board', ...selectors]), [], where);
  assert.equal(await person.overflow(), 0, where);
}

/** The moves that solve a puzzle, as its last hints tell them. */
async function solution(name) {
  const done = [];
  for (;;) {
    const ask = async (body) => (await fetch(`${world.house.url}/api/puzzle`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ puzzle: name, done, ...body }) })).json();
    const { says } = await ask({ do: 'hint', hinted: 3 });
    const move = /The move is (\w+)/.exec(says)[1];
    const { is_solved } = await ask({ do: 'play', move });
    done.push(move);
    if (is_solved) return done;
  }
}

test('by touch: a move is asked about, a wrong one is refuted on the board, hints tell more and more', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', PHONE);
  const { page } = ana;
  await ana.visit('/puzzle/konobi-2');
  await isOneScreen(ana, 'at the start', '#task', '[data-do="hint"]', '[data-do="again"]', '#skip');
  await ana.tap('a2');
  await ana.reads('[data-choice="confirm"]', /a2\?/);
  await ana.sees('a2', /\bconsidered\b/);
  await isOneScreen(ana, 'a move to confirm', '[data-do="confirm"]', '[data-do="cancel"]');
  await page.tap('[data-do="confirm"]');
  await ana.reads('#message', /^a2 loses\..*taken back/);
  // The refutation is seen, and then the board is as it was.
  await ana.sees('c2', /\bfirst\b|\bsecond\b/);
  await isOneScreen(ana, 'a refutation', '#message', '[data-do="hint"]', '[data-do="replay"]');
  await page.tap('[data-do="hint"]');
  await ana.reads('#message', /^Look at /);
  await ana.sees('a2', /^point may$/);
  await page.tap('[data-do="hint"]');
  await ana.reads('#message', /^Look beside b2 and c3\.$/);
  for (const stone of ['b2', 'c3']) await ana.sees(stone, /\bhinted\b/);
  await page.tap('[data-do="hint"]');
  await ana.reads('#message', /^The move is c2\.$/);
  // It is seen on the board, and the task can still be read.
  await ana.sees('c2', /\bconsidered\b/);
  await isOneScreen(ana, 'the last hint', '#task', '#message', '[data-do="hint"]', '[data-do="solution"]', '#skip');
  // An occupied point is no mistake, and nothing is asked.
  await ana.tap('c3');
  await ana.reads('#message', /c3 is occupied/);
  assert.equal(await page.isVisible('[data-choice="confirm"]'), false);
  for (const point of await solution('konobi-2')) {
    await ana.tap(point);
    await ana.reads('[data-choice="confirm"]', new RegExp(`${point}\\?`));
    await page.tap('[data-do="confirm"]');
    await ana.reads('#message', new RegExp(`^${point} is right`));
  }
  await page.waitForSelector('#done:not([hidden])');
  await ana.reads('#message', /[Ss]olved.*It is about: quiet move, edge template\.$/);
  await isOneScreen(ana, 'solved', '#message', '#done [rel="next"]', '[data-do="share"]');
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('by keyboard: solved, told, kept, and the result is copied without the solution', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = ana;
  await ana.visit('/puzzle/konobi-1');
  // As at a table.
  await page.keyboard.press('?');
  await ana.reads('#keys[open]', /!Hint/);
  assert.deepEqual(await ana.complaints(), []);
  await page.keyboard.press('Escape');
  await page.waitForSelector('#keys:not([open])', { state: 'attached' });
  await page.keyboard.type('e3');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#done:not([hidden])');
  await ana.reads('#voice', /e3 is right.*Solved/);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('rel')), 'next');
  assert.deepEqual(await ana.complaints(), []);
  await page.click('[data-do="share"]');
  await ana.reads('[data-do="share"]', /Copied/);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^Konoba Konobi puzzle 1, grade 1 of 5: solved, no mistakes, no hints\nhttp.*\/puzzle\/konobi-1$/);
  assert.doesNotMatch(copied, /e3/);
  // A game with pieces to choose: the letter first.
  await ana.visit('/puzzle/order-and-chaos-1');
  for (const mv of await solution('order-and-chaos-1')) {
    await page.keyboard.type(mv.toLowerCase());
    await page.keyboard.press('Enter');
    await ana.reads('#message', new RegExp(mv, 'i'));
  }
  await page.waitForSelector('#done:not([hidden])');
  // There are three hints for a move, and the last one may be read again.
  await ana.visit('/puzzle/order-and-chaos-2');
  for (let times = 0; times < 5; times += 1) {
    await page.evaluate(() => { document.querySelector('#message').textContent = ''; });
    await page.keyboard.press('!');
    await ana.reads('#message', /\./);
  }
  for (const mv of await solution('order-and-chaos-2')) {
    await page.keyboard.type(mv.toLowerCase());
    await page.keyboard.press('Enter');
    await ana.reads('#message', new RegExp(`^${mv} is right`, 'i'));
  }
  await page.click('[data-do="share"]');
  await ana.reads('[data-do="share"]', /Copied/);
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /no mistakes, 3 hints\n/);
  await ana.visit('/puzzles/konobi?grade=1');
  await page.waitForSelector('[data-number="1"][data-learnt]');
  assert.equal(await page.getAttribute('[data-number="1"]', 'aria-label'), '1, solved');
  await ana.reads('[data-count]', /^1 of \d+ solved$/);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('on a phone every choice of a list can be read, and nothing is said that does not matter', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', PHONE);
  const { page } = ana;
  await ana.visit('/puzzles');
  assert.match(await page.textContent('main'), /[\d,]+ puzzles by theme/);
  for (const game of ['konobi', 'quentin', 'order-and-chaos']) {
    await ana.visit(`/puzzles/${game}`);
    // How wide each list would be if it could be as wide as its longest choice.
    const cut = await page.evaluate(() => [...document.querySelectorAll('.search select')].filter((select) => {
      const free = select.parentElement.appendChild(select.cloneNode(true));
      free.style.cssText = 'position: absolute; width: max-content; min-width: 0; max-width: none';
      const wanted = free.getBoundingClientRect().width;
      free.remove();
      return wanted > select.getBoundingClientRect().width + 0.5;
    }).map((select) => select.name));
    assert.deepEqual(cut, [], game);
    assert.equal(await ana.overflow(), 0, game);
    await ana.visit(`/puzzle/${game}-2`);
    // The swap is the first move's, and puzzles come later.
    assert.doesNotMatch(await page.content(), /without the swap/, game);
  }
  await ana.leave();
});

test('the puzzle of the day begins a streak, and the calendar remembers it', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.visit('/');
  await page.click('nav[aria-label="Main"] a[href="/puzzles"]');
  await page.waitForFunction(() => document.querySelectorAll('.of-day').length === 3);
  await page.click('.of-day a.button');
  await page.waitForSelector('#board.live');
  const { puzzle, day, today, game } = await page.evaluate(() => ({ ...document.querySelector('#puzzle').dataset }));
  assert.equal(day, today);
  // As it was solved yesterday, so that today's is the second in a row.
  const before = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  await page.evaluate(([key, yesterday]) => localStorage.setItem(key, JSON.stringify({ [yesterday]: yesterday })), [`konoba.days.${game}`, before]);
  for (const mv of await solution(puzzle)) {
    await ana.point(/[a-z]\d+$/.exec(mv)[0]).click();
    await ana.reads('#message', new RegExp(`^${mv} `));
  }
  await ana.reads('#message', /2 days in a row\.$/);
  await ana.visit('/puzzles');
  await ana.reads(`[data-streak="${game}"]`, /^2 days in a row$/);
  const solved = await page.locator(`.calendar [data-game="${game}"][data-learnt]`).evaluateAll((days) => days.map((link) => link.dataset.day));
  assert.deepEqual(solved, [before, today]);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a lesson leads to the easiest puzzle of its kind', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', PHONE);
  const { page } = ana;
  await ana.visit('/learn/konobi/2');
  await page.waitForSelector('#board.live');
  await ana.tap('c3');
  await page.waitForSelector('#done:not([hidden])');
  await ana.reads('#practise', /^Try a puzzle: Diagonal step$/);
  assert.equal(await ana.overflow(), 0);
  await page.tap('#practise');
  await page.waitForURL(/\/puzzle\/konobi-\d+\?theme=diagonal-step$/);
  await page.waitForSelector('#board.live');
  await ana.leave();
});

test('a win that was missed in a game is found in the review, proved, and tried again', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', PHONE);
  const { page } = ana;
  // The game of a puzzle, and then a move that loses.
  const missed = '1~konobi~5.nopie~e3.a4.c3.e5.a3.a5.c4.e2.a1.b2.e1.a2';
  await ana.visit(`/review?line=${missed}`);
  await page.waitForSelector('#board.live');
  await page.tap('[data-do="missed"]');
  await ana.reads('#missed-said', /Find it:$/);
  const last = page.locator('#missed-list li').last();
  assert.match(await last.textContent(), /^Move \d+: \w+ played a2\. Only one move won\. Try again$/);
  assert.equal(await ana.overflow(), 0);
  assert.deepEqual(await ana.complaints(), []);
  await last.locator('a').tap();
  await page.waitForSelector('#puzzle');
  await ana.reads('h1', /^Move \d+, instead of a2$/);
  await isOneScreen(ana, 'a puzzle of a game', '#task', '[data-do="hint"]', '#skip');
  // It is judged as any puzzle is.
  await ana.tap('a2');
  await page.tap('[data-do="confirm"]');
  await ana.reads('#message', /^a2 loses\./);
  for (const point of await solution('konobi-2')) {
    await ana.tap(point);
    await ana.reads('[data-choice="confirm"]', new RegExp(`${point}\\?`));
    await page.tap('[data-do="confirm"]');
    await ana.reads('#message', new RegExp(`^${point} is right`));
  }
  await page.waitForSelector('#done:not([hidden])');
  await page.tap('#done a');
  await page.waitForURL(/\/review\?line=/);
  await page.waitForSelector('#study');
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('what could not be asked for leaves the puzzle as it stands, and is not counted', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = ana;
  ana.expects = /ERR_FAILED/;
  await ana.withoutModules();
  await ana.visit('/puzzle/konobi-2');
  const [first, ...others] = await solution('konobi-2');
  assert.ok(others.length > 0);
  await ana.point(first).click();
  await ana.reads('#message', new RegExp(`^${first} is right`));
  await page.route('**/api/puzzle', (route) => route.abort());
  for (const act of ['hint', 'solution', 'again']) {
    await page.evaluate(() => { document.querySelector('#message').textContent = ''; });
    await page.locator(`[data-do="${act}"]`).click();
    await ana.reads('#message', /The server cannot be reached/);
  }
  await page.unroute('**/api/puzzle');
  for (const point of others) {
    await ana.point(point).click();
    await ana.reads('#message', new RegExp(`^${point} is right`));
  }
  await page.click('[data-do="share"]');
  await ana.reads('[data-do="share"]', /Copied/);
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /solved, no mistakes, no hints/);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('without scripts a puzzle is shown, and says what it needs', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', { javaScriptEnabled: false });
  await ana.visit('/puzzle/konobi-1');
  assert.equal(await ana.page.locator('#board .konoba-board').isVisible(), true);
  assert.match(await ana.page.textContent('.puzzle noscript'), /switch JavaScript on/);
  await ana.leave();
});
