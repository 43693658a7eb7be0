// A review that speaks of mistakes: a graph with axes, what moves cost, and what was better.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Person, lay } from './people.mjs';
import { world } from './world.mjs';

/** A game of which an engine has thought: move 2 is a mistake of White's, and move 3 a blunder of Black's. */
const ASSESSED = '(;SU[konobi:5,nopie]PB[Ana]PW[Luka]SBKV[50]PV[c3 b2];B[c3]SBKV[52]PV[d3 b2];W[a1]SBKV[66]PV[c2 b5];B[e5]SBKV[30]PV[c2];W[c2]SBKV[28]C[Well seen.](;B[c4])(;B[d3]))';

/** Opens a game as a visitor would who has it as text. */
async function open(person, text) {
  await person.visit('/review');
  await person.page.fill('#open textarea', text);
  await person.page.click('#open button');
  await person.page.waitForSelector('#graph .course');
}

for (const [where, viewport] of [['a phone', { width: 390, height: 664 }], ['a screen', { width: 1280, height: 860 }]]) {
  test(`the graph has axes, fills its box, marks mistakes and is clicked, on ${where}`, async () => {
    const ana = await Person.arrive(world.browser, world.house, 'Ana', { viewport });
    const { page } = ana;
    await open(ana, ASSESSED);
    assert.deepEqual(await page.locator('#graph .percent').allTextContents(), ['0 %', '50 %', '100 %']);
    assert.deepEqual((await page.locator('#graph .number').allTextContents()).slice(0, 2), ['0', '1']);
    const box = await page.locator('#graph').boundingBox();
    const places = await page.locator('#graph .place').evaluateAll((strips) => strips.map((strip) => strip.getBoundingClientRect().toJSON()));
    assert.equal(places.length, 6);
    assert.ok(box.x + box.width - places.at(-1).right < 20 && places[0].left - box.x < 50, JSON.stringify([box, places]));
    const blunder = await page.locator('#graph .mark.blunder').boundingBox();
    assert.ok(Math.abs(blunder.width - blunder.height) < 0.5, 'nothing is stretched');
    assert.equal(await page.locator('#graph .mark.mistake').count(), 1);
    await page.locator('#graph .place').nth(3).click();
    await ana.sees('e5', /\blast\b/);
    // What it cost and what was better, of one player or of both.
    await ana.reads('#mistake-count', /^1 blunder, 1 mistake$/);
    await page.selectOption('#whose', 'first');
    await ana.reads('#mistake-count', /^1 blunder, 0 mistakes$/);
    assert.equal(await page.locator('#costs .bar').count(), 1);
    await ana.reads('#mistake-list li', /3\s*e5\s*−36 %\s*blunder\s*Better: c2 b5/);
    await page.click('#mistake-list [data-better]');
    await ana.sees('c2', /\bfirst last\b/);
    await ana.sees('e5', /^point$/);
    assert.ok(await ana.overflow() <= 0);
    assert.deepEqual(await ana.complaints(), []);
    assert.deepEqual(ana.faults, []);
    await ana.leave();
  });
}

test('with the keyboard, a move that is chosen keeps the focus and is said', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await open(ana, ASSESSED);
  const focused = () => page.evaluate(() => document.activeElement.textContent);
  await page.focus('#tree [data-node="4"]');
  await page.keyboard.press('Enter');
  await ana.sees('c2', /\blast\b/);
  assert.equal(await focused(), '4 c2');
  await ana.reads('#voice', /c2.*Well seen\./);
  await page.focus('#mistake-list [data-played]');
  await page.keyboard.press('Enter');
  await ana.sees('a1', /\blast\b/);
  assert.match(await focused(), /a1/);
  await ana.reads('#voice', /a1/);
  // A move more, and the same buttons are drawn anew.
  await page.evaluate(() => document.querySelector('#board [data-point="c4"]').dispatchEvent(new MouseEvent('click', { bubbles: true })));
  await ana.sees('c4', /\blast\b/);
  assert.match(await focused(), /a1/);
  // The better move is no mistake any more.
  await page.focus('#mistake-list [data-better]');
  await page.keyboard.press('Enter');
  await ana.sees('d3', /\blast\b/);
  await ana.isAt('#board');
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('mistakes that were counted in a part of the game are told as that', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await open(ana, ASSESSED.replace('SBKV[30]', ''));
  await ana.reads('#mistake-count', /^0 blunders, 1 mistake so far$/);
  await ana.leave();
});

test('who has played sees their own mistakes first, also after a swap', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await ana.offer('konobi', 'engine', { size: '4', level: '1', side: 'black' });
  await ana.play('b2');
  const table = ana.page.url().split('/t/')[1];
  await ana.visit(`/review?table=${table}`);
  assert.equal(await ana.page.locator('#whose').inputValue(), 'first');
  assert.equal(await ana.page.locator('#whose option:checked').textContent(), 'Yours');
  // Two people at one device have no mistakes of their own.
  await lay(ana, { setup: 'konobi:4', time: 'none' });
  await ana.play('c4');
  await ana.visit(`/review?table=${ana.page.url().split('/t/')[1]}`);
  assert.equal(await ana.page.locator('#whose').inputValue(), '');
  await ana.leave();
});

test('a link says what it leaves out, and its button keeps its picture', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await open(ana, ASSESSED);
  await ana.page.click('[data-do="link"]');
  await ana.reads('#message', /The link holds the main line\. Variations and comments are in the SGF file\./);
  await ana.page.click('[data-do="link"]');
  await ana.page.waitForFunction(() => document.querySelector('[data-do="link"] svg') !== null && /Copy as a link/.test(document.querySelector('[data-do="link"]').textContent));
  await ana.leave();
});

test('where nothing may be put on the clipboard, the link is shown to be copied; what is put there is told', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await page.addInitScript(() => {
    globalThis.copied = [];
    // As without TLS.
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = (what) => {
      globalThis.copied.push(String(getSelection()) || document.activeElement.value);
      return what === 'copy' && globalThis.mayCopy === true;
    };
  });
  await open(ana, ASSESSED);
  const link = `${world.house.url}/review?line=1~konobi~5.nopie~c3.a1.e5.c2.c4~~Ana~Luka`;
  const button = page.locator('[data-do="link"]');
  for (let times = 0; times < 2; times += 1) {
    await button.click();
    await page.waitForSelector('textarea.to-copy');
    assert.equal(decodeURIComponent(await page.inputValue('textarea.to-copy')), link);
    assert.equal(await page.evaluate(() => document.activeElement.className), 'to-copy');
    assert.match(await button.textContent(), /Copy as a link/);
  }
  assert.equal(await page.locator('.to-copy').count(), 1);
  assert.deepEqual(await ana.complaints(), []);
  await page.evaluate(() => { globalThis.mayCopy = true; });
  await button.click();
  await ana.reads('[data-do="link"]', /^Copied$/);
  assert.equal(decodeURIComponent(await page.evaluate(() => globalThis.copied.at(-1))), link);
  assert.equal(await page.locator('.to-copy').count(), 0);
  await ana.isAt('[data-do="link"]');
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('on a small phone the steps of a review are on the screen, and no empty box is shown', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', { viewport: { width: 360, height: 640 } });
  await open(ana, ASSESSED);
  const { y, height } = await ana.page.locator('.tools.steps').boundingBox();
  assert.ok(y + height <= 640, `${y + height}`);
  assert.ok(await ana.page.isVisible('#tree'));
  await ana.page.setViewportSize({ width: 740, height: 360 });
  assert.ok((await ana.page.locator('#tree').boundingBox()).height > 30, 'the list of moves is seen on its side too');
  await ana.page.setViewportSize({ width: 360, height: 640 });
  await ana.visit('/review?setup=konobi:5');
  await ana.page.waitForSelector('#board.live');
  assert.ok(!await ana.page.isVisible('#tree'));
  await ana.leave();
});

test('the heat of an empty board is shown whole', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.visit('/review?setup=konobi:5');
  await page.click('[data-do="analyse"]');
  await ana.reads('#message', /Hint: /);
  const hot = await page.locator('#board [class*="heat-"]').evaluateAll((points) => points.map((point) => point.dataset.point));
  const mirrored = (name) => `${'edcba'['abcde'.indexOf(name[0])]}${name[1]}`;
  assert.ok(hot.length > 3 && hot.every((name) => hot.includes(mirrored(name)) && hot.includes(`${name[0]}${6 - Number(name[1])}`)), hot.join(' '));
  await ana.leave();
});

test('what was tried in a review is there again after a reload, and what is deleted is asked about and told', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.withoutModules();
  await ana.visit('/review?setup=konobi:7,nopie');
  for (const point of ['d4', 'c2', 'd3']) {
    await ana.point(point).click();
    await ana.sees(point, /\blast\b/);
  }
  await page.reload();
  await ana.sees('d3', /\blast\b/);
  await ana.sees('d4', /\bfirst\b/);

  // A comment that takes its time does not move the reader.
  let answer;
  const late = new Promise((done) => { answer = done; });
  await page.route('**/api/study', async (route) => { await late; await route.continue(); });
  await page.fill('#comment', 'Too near.');
  await page.click('[data-step="back"]');
  await ana.sees('c2', /\blast\b/);
  answer();
  await page.waitForFunction(() => decodeURIComponent(document.querySelector('#save-sgf')?.href ?? '').includes('W[c2];B[d3]C[Too near.]'));
  await ana.sees('c2', /\blast\b/);

  // The keyboard on a point walks over the board; after a click the same keys step through the game.
  await page.keyboard.press('Shift');
  await ana.point('d4').focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.point), 'c4');
  await ana.sees('c2', /\blast\b/);
  await ana.point('d4').click();
  await page.keyboard.press('ArrowLeft');
  await ana.sees('d4', /\blast\b/);

  await page.focus('[data-do="delete"]');
  await page.keyboard.press('Enter');
  await ana.reads('dialog[open]', /Delete move 1 \(d4\) and the 2 moves after it\?/);
  assert.deepEqual(await ana.complaints(), []);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('dialog[open]') === null);
  assert.equal(await page.locator('#tree button').count(), 3);
  await page.keyboard.press('Enter');
  await page.click('dialog[open] [value="yes"]');
  await ana.reads('#voice', /Deleted move 1 \(d4\) and the 2 moves after it\./);
  assert.ok(await page.evaluate(() => document.activeElement?.matches('[data-point]')));

  // A game that was resigned is told apart from its own moves, and kept all the same.
  await lay(ana, { setup: 'konobi:4,nopie', time: 'none' });
  await ana.play('b2');
  await page.click('.tools [data-do="resign"]');
  await page.click('#resignation [value="yes"]');
  await page.waitForSelector('#table[data-standing="over"]');
  await ana.visit(`/review?table=${page.url().split('/t/')[1]}`);
  await ana.reads('.result-line', /^Result: .+ wins? .+\.$/);
  await ana.point('d4').click();
  await ana.sees('d4', /\blast\b/);
  await page.reload();
  await ana.sees('d4', /\blast\b/);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a move that is played while the house thinks is not lost when its answer comes', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.withoutModules();
  let answer;
  const late = new Promise((done) => { answer = done; });
  await page.route('**/api/study', async (route) => {
    if (route.request().postDataJSON().do === 'analyse') await late;
    await route.continue();
  });
  await ana.visit('/review?line=1~konobi~5.nopie~c3');
  await page.waitForSelector('#tree button');
  await page.click('[data-do="analyse"]');
  await ana.point('b2').click();
  await ana.sees('b2', /\blast\b/);
  answer();
  await page.waitForSelector('[data-do="analyse"][aria-pressed="false"]');
  await ana.sees('b2', /\blast\b/);
  assert.match(await page.evaluate(() => decodeURIComponent(document.querySelector('#save-sgf').href)), /B\[b2\]/);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a comment is kept from the first letter on, is in the file, and stays at its move', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.withoutModules();
  await ana.visit('/review?line=1~konobi~5.nopie~c3.a1.c2');
  await page.waitForSelector('#tree button');
  const sgf = () => page.evaluate(() => decodeURIComponent(document.querySelector('#save-sgf').href));
  const isSaved = (text) => page.waitForFunction((part) => decodeURIComponent(document.querySelector('#save-sgf').href).includes(part), text);
  await page.keyboard.press('ArrowRight');
  // The page is left with the box still open.
  await page.click('#comment');
  await page.keyboard.type('Kept.');
  await page.reload();
  await isSaved('B[c3]C[Kept.]');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.inputValue('#comment'), 'Kept.');
  // The server is not reached: what was typed is still there, and is handed over the next time.
  ana.expects = /ERR_FAILED/;
  await page.route('**/api/study', (route) => route.abort());
  await page.fill('#comment', 'Kept again.');
  await page.locator('#comment').blur();
  await ana.reads('#message', /cannot be reached/);
  await page.unroute('**/api/study');
  await page.reload();
  await isSaved('B[c3]C[Kept again.]');

  // The file waits for a comment that takes its time.
  let answer;
  const late = new Promise((done) => { answer = done; });
  await page.route('**/api/study', async (route) => { await late; await route.continue(); });
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.fill('#comment', 'First.');
  const saved = page.waitForEvent('download');
  await page.click('#save-sgf');
  answer();
  assert.match(decodeURIComponent((await saved).url()), /B\[c3\]C\[First\.\]/);

  // The wheel goes on while the box is open: what is typed next belongs to the move that is shown then.
  await page.click('#comment');
  await page.locator('#board').hover();
  await page.mouse.wheel(0, 120);
  await ana.sees('a1', /\blast\b/);
  assert.equal(await page.inputValue('#comment'), 'First.');
  await page.locator('#comment').blur();
  assert.equal(await page.inputValue('#comment'), '');
  await page.click('#comment');
  await page.keyboard.type('Second.');
  await page.locator('#comment').blur();
  await isSaved('W[a1]C[Second.]');
  assert.match(await sgf(), /B\[c3\]C\[First\.\]/);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});
