// What makes the page whole: looking back, the list of moves, boards in other colours, paper, no scripts,
// errors in words, and finding an opponent.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Person, lay } from './people.mjs';
import { world } from './world.mjs';

test('the list of moves has two columns that can be walked, and looking back says where one is', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await lay(ana, { setup: 'konobi:5,nopie', time: 'none' });
  for (const point of ['c3', 'a1', 'c2']) await ana.play(point);
  const left = await page.locator('#moves li').evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().left));
  assert.ok(left[0] < left[1] && left[0] === left[2], left.join(' '));
  await page.locator('#moves button').nth(1).focus();
  await page.keyboard.press('Enter');
  await ana.reads('#looking', /Move 2 of 3/);
  assert.equal(await page.locator('#moves .shown .mv').textContent(), 'a1');
  await page.click('#looking button');
  await page.waitForSelector('#looking', { state: 'hidden' });
  await ana.sees('c2', /\blast\b/);
  // What is around the board is not read aloud, and who is there is a word.
  assert.equal(await page.locator('#board [aria-hidden="true"] .coordinate').count(), await page.locator('#board .coordinate').count());
  assert.match(await page.textContent('#seat-1 [data-presence]'), /Here|Away/);
  // On paper there are the board and the moves.
  await page.emulateMedia({ media: 'print' });
  assert.deepEqual(await Promise.all(['#board', '#moves', '.tools', '.masthead'].map((part) => page.locator(part).first().isVisible())), [true, true, false, false]);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('coordinates are alike on small and large boards, and large ones have star points', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', { viewport: { width: 390, height: 664 } });
  const heights = [];
  for (const [size, stars] of [[5, 0], [11, 0], [13, 9], [19, 9]]) {
    await ana.visit(`/review?setup=konobi:${size}`);
    heights.push(await ana.page.locator('#board .coordinate').first().evaluate((text) => text.getBoundingClientRect().height));
    assert.equal(await ana.page.locator('#board .star').count(), stars, `${size}`);
  }
  assert.ok(Math.max(...heights) < 1.4 * Math.min(...heights), heights.join(' '));
  await ana.leave();
});

test('on a very wide screen the header stands over what is below it', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', { viewport: { width: 2560, height: 1300 } });
  await lay(ana, { setup: 'konobi:9', time: 'none' });
  const table = new URL(ana.page.url()).pathname;
  for (const path of ['/', '/games', '/learn', '/review?setup=konobi:9', table]) {
    await ana.visit(path);
    const [header, main] = await Promise.all(['.masthead', 'main'].map((part) => ana.page.locator(part).boundingBox()));
    assert.ok(Math.abs(header.x - main.x) < 1 && Math.abs(header.width - main.width) < 1, `${path}: ${JSON.stringify([header, main])}`);
  }
  await ana.leave();
});

test('every label on the home page fits its button', async () => {
  for (const width of [360, 390, 768, 1024, 1200, 1280]) {
    const ana = await Person.arrive(world.browser, world.house, 'Ana', { viewport: { width, height: 720 } });
    await ana.visit('/');
    const wide = await ana.page.locator('.company .button').evaluateAll((buttons) => buttons.filter((button) => button.scrollWidth > button.clientWidth).map((button) => button.textContent));
    assert.deepEqual(wide, [], `${width}`);
    assert.ok(await ana.overflow() <= 0, `${width}`);
    await ana.leave();
  }
});

test('a board can be of slate or paper', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const colours = new Set();
  for (const board of ['wood', 'slate', 'paper']) {
    await ana.visit('/settings');
    await ana.page.check(`[name="board"][value="${board}"]`, { force: true });
    await ana.visit('/');
    colours.add(await ana.page.locator('.wood-near').first().evaluate((stop) => getComputedStyle(stop).stopColor));
    assert.deepEqual(await ana.complaints(['color-contrast']), [], board);
  }
  assert.equal(colours.size, 3);
  await ana.leave();
});

test('without scripts the page says so, and shows games, lessons and rules', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', { javaScriptEnabled: false });
  for (const [path, part] of [['/', '.card'], ['/learn/konobi', '.rules'], ['/learn/konobi/1', '#task']]) {
    await ana.visit(path);
    assert.ok(await ana.page.locator('.no-scripts').isVisible(), path);
    assert.ok(await ana.page.locator(part).first().isVisible(), path);
  }
  await ana.leave();
});

test('an empty form, a game that is none and a page that is not there are answered in words', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  ana.expects = /40[04]|422/;
  await ana.visit('/review');
  await ana.page.click('#open button');
  await ana.reads('.problem', /Choose a file or paste a game first\./);
  await ana.page.fill('#open textarea', '(;SU[konobi:5];B[c3];W[c3])');
  await ana.page.click('#open button');
  await ana.page.waitForFunction(() => !/first\./.test(document.querySelector('.problem').textContent));
  assert.doesNotMatch(await ana.page.textContent('.problem'), /[{}]|::|Error\(|\.\.=/);
  for (const path of ['/nothing', '/learn/konobi/abc', '/learn/konobi/99', '/learn/konobi/rules/abc', '/learn/chess', '/t/nothing', '/review?table=nothing']) {
    await ana.visit(path);
    await ana.reads('h1', /Page not found/);
  }
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('two who want the same game online are paired at once, and others are not', async () => {
  const [ana, luka, eva] = await Promise.all(['Ana', 'Luka', 'Eva'].map((name) => Person.arrive(world.browser, world.house, name)));
  await ana.offer('quentin', 'anyone', { size: '6', time: '5+3', side: 'black' });
  await ana.page.waitForSelector('[data-choice="waiting"]:not([hidden])');
  await eva.offer('quentin', 'anyone', { size: '6', time: '5+3', side: 'black' });
  await eva.page.waitForSelector('[data-choice="waiting"]:not([hidden])');
  assert.notEqual(eva.page.url(), ana.page.url());
  await eva.page.click('[data-do="withdraw"]');
  await eva.page.waitForURL((url) => url.pathname === '/');
  await luka.offer('quentin', 'anyone', { size: '6', time: '5+3' });
  assert.equal(luka.page.url(), ana.page.url());
  await ana.reads('#status', /Your turn/);
  await luka.reads('.seat.bottom', /You: connect left and right/);
  for (const person of [ana, luka, eva]) {
    assert.deepEqual(person.faults, [], person.name);
    await person.leave();
  }
});

test('two who ask online before either is at a table are led to one and the same, also while playing the computer', async () => {
  const people = await Promise.all(['Ana', 'Luka'].map((name) => Person.arrive(world.browser, world.house, name)));
  for (const other of [false, true]) {
    const laid = [];
    for (const person of people) {
      await person.visit('/');
      laid.push(await person.page.evaluate(async (name) => {
        const post = async (path, body) => (await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
        await post('/api/me', { name });
        return post('/api/tables', { setup: 'quentin:7', with: 'anyone', pair: true });
      }, person.name));
    }
    const [ana, luka] = people;
    assert.notEqual(laid[0].table, laid[1].table);
    // The first keeps the offer alive from another page; whichever of the two is led on, it is called to the game.
    if (other) await ana.page.evaluate((offer) => sessionStorage.setItem('konoba.offer', offer), laid[0].table);
    await ana.visit(other ? await ana.page.evaluate(async () => {
      const body = JSON.stringify({ setup: 'quentin:5', with: 'engine', level: 1 });
      return (await (await fetch('/api/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json()).watch;
    }) : laid[0].watch);
    await luka.visit(laid[1].watch);
    if (other) await ana.page.click('#called button');
    for (const { page } of people) {
      await page.waitForFunction((ids) => ids.includes(location.pathname.split('/').at(-1)) && document.querySelector('#table')?.dataset.standing === 'playing', laid.map(({ table }) => table));
    }
    await ana.page.waitForURL(luka.page.url());
    for (const person of people) await person.isSeated();
  }
  for (const person of people) {
    assert.deepEqual(person.faults, [], person.name);
    await person.leave();
  }
});

test('an invitation says what is played; those who only watch are offered no seat; a known name is filled in', async () => {
  const [ana, luka, eva] = await Promise.all(['Ana', 'Luka', 'Eva'].map((name) => Person.arrive(world.browser, world.house, name)));
  await ana.offer('konobi', 'friend', { size: '7', time: 'custom', minutes: '20', seconds: '10', side: 'black' });
  const link = await ana.invitation();
  await lay(luka, { setup: 'konobi:3', time: 'none' });
  await luka.page.goto(link);
  await luka.page.waitForSelector('#sit button');
  await luka.reads('[data-choice="sit"]', /Ana invites you.*Konobi on 7x7.*20.*10.*You play White/);
  assert.equal(await luka.page.inputValue('#sit input'), 'Luka');
  await eva.page.goto(link.replace(/#.*/, ''));
  await eva.reads('#status', /Waiting/);
  await eva.page.waitForFunction(() => document.querySelector('#watchers [data-number]')?.textContent !== '0');
  assert.equal(await eva.page.isVisible('#sit'), false);
  // Who comes by the same link when a friend has sat down is told so, once.
  // The way past the menu leaves the invitation in the address. Once it is used it is gone from there, and Back does not lead to it.
  await luka.page.focus('a.skip');
  await luka.page.keyboard.press('Enter');
  await luka.isAt('#middle');
  const steps = await luka.page.evaluate(() => history.length);
  await luka.page.click('#sit button');
  await luka.page.waitForURL(link.replace(/#.*/, ''));
  await luka.isSeated();
  assert.equal(await luka.page.evaluate(() => history.length), steps);
  await eva.page.goto('about:blank');
  await eva.page.goto(link);
  await eva.reads('#message', /^This seat is taken\. You are watching\.$/);
  assert.equal(eva.page.url(), link.replace(/#.*/, ''));
  await luka.page.goto('about:blank');
  await luka.page.goto(link);
  await luka.isSeated();
  assert.equal(await luka.page.textContent('#message'), '');
  for (const person of [ana, luka, eva]) {
    assert.deepEqual(person.faults, [], person.name);
    await person.leave();
  }
});

test('an invitation that was taken back says so and leads on, to those who see it happen and to those who come later', async () => {
  const [ana, luka] = await Promise.all(['Ana', 'Luka'].map((name) => Person.arrive(world.browser, world.house, name, { viewport: { width: 390, height: 664 } })));
  await ana.offer('konobi', 'friend', { size: '5' });
  await luka.page.goto(await ana.invitation());
  await luka.page.waitForSelector('#sit button');
  await luka.page.focus('#sit input');
  await ana.page.click('[data-do="withdraw"]');
  const { page } = luka;
  await luka.reads('#voice', /^This table is no longer offered\.$/);
  await luka.isAt('[data-choice="withdrawn"]');
  for (const isLater of [false, true]) {
    if (isLater) await page.reload();
    await luka.reads('[data-choice="withdrawn"]:not([hidden])', /^This table is no longer offered\.Start a game$/);
    for (const part of ['#status', '#sit', '.steps', '[data-do="share"]']) assert.equal(await page.locator(part).isVisible(), false, part);
    assert.equal(await page.locator('#message').textContent().then((said) => said.includes('no longer')), false);
  }
  assert.deepEqual(await luka.complaints(), []);
  await page.click('[data-choice="withdrawn"] a');
  await page.waitForURL((url) => url.pathname === '/');
  for (const person of [ana, luka]) {
    assert.deepEqual(person.faults, [], person.name);
    await person.leave();
  }
});

test('a name that is saved is told so until it is changed, and one that cannot be saved is told in another colour', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  ana.expects = /ERR_FAILED/;
  await ana.visit('/');
  const colour = () => page.locator('#name .saved').evaluate((said) => getComputedStyle(said).color);
  await page.fill('#name input', 'Ana');
  await page.click('#name button');
  await ana.reads('#name .saved', /^Saved\.$/);
  const good = await colour();
  await page.locator('#name input').pressSequentially('b');
  await ana.reads('#name .saved', /^$/);
  await page.route('**/api/me', (route) => route.abort());
  await page.click('#name button');
  await ana.reads('#name .saved', /cannot be reached/);
  assert.notEqual(await colour(), good);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a second player without a name is called by the one that stood in the field', async () => {
  const ana = await Person.arrive(world.browser, world.house, '');
  await ana.offer('konobi', 'same-screen', { size: '5', name: ' ' });
  await ana.reads('#seat-2', /Second player/);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('the computer can be played with a clock', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await ana.offer('konobi', 'engine', { size: '5', level: '1', side: 'black', time: '10+5' });
  await ana.reads('.seat.bottom [data-clock]', /^10:00$/);
  await ana.play('c3');
  await ana.page.waitForFunction(() => document.querySelectorAll('#moves li').length >= 2);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('what the engine said of a position stays when one steps away and back, and the graph leads there', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  const { page } = ana;
  await ana.visit('/review?line=1~konobi~4.nopie~b2.c3');
  await page.waitForSelector('#tree button');
  await page.click('[data-do="analyse-all"]');
  await page.waitForFunction(() => (decodeURIComponent(document.querySelector('#save-sgf')?.href ?? '').match(/SBKV/g) ?? []).length === 2);
  await page.waitForSelector('#graph .place');
  await page.keyboard.press('Home');
  await ana.reads('#message', /Hint: /);
  assert.ok(await page.locator('#board .heat-9').count() > 0);
  await page.locator('#graph .place').nth(1).click();
  await ana.sees('b2', /\blast\b/);
  await ana.reads('#message', /Hint: /);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});
