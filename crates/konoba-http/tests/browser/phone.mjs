// A phone in the hand: everything that counts on one screen, and stones where they are meant.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { Person, lay, openBrowser } from './people.mjs';
import { world } from './world.mjs';

/** A phone upright and on its side, a smaller one, and two windows at twice their size. */
const SCREENS = {
  'a phone': { width: 390, height: 664 },
  'a small phone': { width: 360, height: 640 },
  'a phone on its side': { width: 664, height: 390 },
  'a small phone on its side': { width: 640, height: 360 },
  '1440x900 at 200 %': { width: 720, height: 450 },
};
const phone = (viewport) => ({ viewport, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

/** Everything of these that cannot be seen whole without scrolling. */
const outOfSight = (person, selectors) => person.page.evaluate((wanted) => wanted.filter((selector) => {
  const element = [...document.querySelectorAll(selector)].find((found) => found.getClientRects().length > 0);
  if (element === undefined) return true;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const isCovered = middle === null || !(element.contains(middle) || middle.contains(element));
  return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5 || isCovered;
}), selectors);

/** Nothing needs scrolling: these, the board, whose turn it is and the clocks. */
async function isOneScreen(person, where, ...selectors) {
  await person.page.evaluate(() => scrollTo(0, 0));
  const always = ['#board .konoba-board', '#seat-1 .name', '#seat-2 .name'];
  const unseen = await outOfSight(person, [...always, ...selectors]);
  assert.deepEqual(unseen, [], where);
  assert.equal(await person.overflow(), 0, where);
}

const pitch = (person) => person.page.evaluate(() => document.querySelector('#board .cell').getBoundingClientRect().width);

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test(`on ${screen}: board, turn, clocks, message and what is due need no scrolling`, async () => {
    const ana = await Person.arrive(world.browser, world.house, 'Ana', phone(viewport));
    const { page } = ana;
    const clocks = ['#seat-1 [data-clock]', '#seat-2 [data-clock]'];
    await lay(ana, { setup: 'konobi:11', time: '30m+10s' });
    await page.waitForSelector('#board.live');
    await isOneScreen(ana, 'at the start', '#status', '[data-to-move]', '.tools [data-do="resign"]', ...clocks);
    const cut = () => page.evaluate(() => [...document.querySelectorAll('.seat .goal')].filter((goal) => goal.scrollWidth > goal.clientWidth).map((goal) => goal.textContent));
    assert.deepEqual(await cut(), [], 'what each side must do is read whole');
    await ana.tap('f6');
    await page.waitForSelector('[data-do="confirm"]');
    await isOneScreen(ana, 'a move to confirm', '[data-do="confirm"]', '[data-do="cancel"]', '[data-choice="confirm"] [data-asks]', ...clocks);
    await page.tap('[data-do="confirm"]');
    await page.waitForSelector('[data-choice="swap"]:not([hidden])');
    await ana.isAt('#board');
    await isOneScreen(ana, 'a swap', '[data-do="swap"]', '[data-choice="swap"] [data-asks]', '[data-to-move]', ...clocks);
    for (const point of ['f7', 'b2']) await ana.placeByTouch(point);
    await ana.tap('e5');
    // The other side's stone, so that a refusal names cells.
    await page.tap('[data-do="confirm"]');
    await ana.sees('e5', /\blast\b/);
    await ana.tap('c3');
    await ana.reads('#message', /only diagonally/);
    await isOneScreen(ana, 'a refusal', '#message', '[data-to-move]', ...clocks);
    await page.tap('.tools [data-do="resign"]');
    await page.tap('#resignation [value="yes"]');
    await ana.reads('[data-choice="result"]', /resigned/);
    await isOneScreen(ana, 'the end', '[data-choice="result"] [data-asks]', '[data-do="rematch"]', '[data-choice="result"] a[href*="review"]');
    assert.deepEqual(ana.faults, []);
    await ana.leave();
  });

  test(`on ${screen}: an invitation, and a choice of pieces, need no scrolling`, async () => {
    const ana = await Person.arrive(world.browser, world.house, 'Ana', phone(viewport));
    const luka = await Person.arrive(world.browser, world.house, 'Luka', phone(viewport));
    await ana.offer('order-and-chaos', 'friend');
    const link = await ana.invitation();
    await isOneScreen(ana, 'an invitation', '[data-link]', '[data-do="copy"]');
    await luka.page.goto(link);
    await luka.page.waitForSelector('#sit button');
    await isOneScreen(luka, 'a free seat', '#sit input', '#sit button');
    await luka.accept(link);
    for (const person of [ana, luka]) await isOneScreen(person, 'the game', '#status', '[data-to-move]', '#hand');
    const mover = await ana.page.evaluate(() => document.querySelector('#board').classList.contains('live')) ? ana : luka;
    await mover.tap('c3');
    await mover.page.waitForSelector('[data-do="confirm"]');
    await isOneScreen(mover, 'a move to confirm', '[data-do="confirm"]', '#hand');
    for (const person of [ana, luka]) {
      assert.deepEqual(person.faults, []);
      await person.leave();
    }
  });
}

test('cells are as large on a phone on its side as upright', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', phone(SCREENS['a phone']));
  for (const setup of ['konobi:19', 'konobi:11', 'order-and-chaos:6']) {
    await lay(ana, { setup, time: 'none' });
    for (const { width, height } of [SCREENS['a phone'], SCREENS['a small phone']]) {
      await ana.page.setViewportSize({ width, height });
      const upright = await pitch(ana);
      await ana.page.setViewportSize({ width: height, height: width });
      const sideways = await pitch(ana);
      assert.ok(sideways >= upright, `${setup} ${width}x${height}: ${sideways} < ${upright}`);
    }
  }
  await ana.leave();
});

test('on phones, the form of an offer begins at its top, nothing in it is cut, and it can be sent at once', async () => {
  for (const viewport of [{ width: 360, height: 640 }, { width: 320, height: 568 }, { width: 568, height: 320 }]) {
    const ana = await Person.arrive(world.browser, world.house, 'Ana', phone(viewport));
    await ana.visit('/');
    await ana.page.tap('.card [data-game="konobi"][data-with="friend"]');
    const form = await ana.page.evaluate(() => {
      const body = document.querySelector('#offer-konobi .dialog-body');
      const isCut = [...body.querySelectorAll('.tile')].some((tile) => tile.scrollWidth > tile.clientWidth);
      return { top: body.scrollTop, sideways: body.scrollWidth - body.clientWidth, isCut, focused: document.activeElement.value };
    });
    assert.deepEqual(form, { top: 0, sideways: 0, isCut: false, focused: 'friend' }, `${viewport.width}x${viewport.height}`);
    const [start, swap] = ['[type="submit"]', '[data-option-off="nopie"]'].map((part) => `#offer-konobi ${part}`);
    assert.deepEqual(await outOfSight(ana, [start]), []);
    // Nor does it cover what a keyboard has come to.
    await ana.page.focus(swap);
    assert.deepEqual(await outOfSight(ana, [start, swap]), []);
    // What is wrong is told beside it.
    await ana.page.route('**/api/tables', (route) => route.abort());
    await ana.page.tap(start);
    await ana.reads('#offer-konobi .problem', /\w/);
    assert.deepEqual(await outOfSight(ana, ['#offer-konobi .problem']), []);
    await ana.leave();
  }
});

test('with text of twice the size, every way to play is read whole', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', phone(SCREENS['a small phone']));
  await ana.visit('/');
  await ana.page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
  const cut = await ana.page.locator('.company .button').evaluateAll((buttons) => buttons.filter((button) => {
    const card = button.closest('.card').getBoundingClientRect();
    return button.getBoundingClientRect().right > card.right || button.scrollWidth > button.clientWidth;
  }).map((button) => button.textContent));
  assert.deepEqual(cut, []);
  await ana.page.locator('.card [data-game="konobi"][data-with="friend"]').evaluate((button) => button.click());
  const names = ana.page.locator('#offer-konobi .tile');
  assert.deepEqual(await names.evaluateAll((tiles) => tiles.filter((tile) => tile.scrollWidth > tile.clientWidth).map((tile) => tile.textContent)), []);
  // So are the keys, for those who have a keyboard at their phone.
  await ana.visit('/puzzle/order-and-chaos-1');
  await ana.page.waitForSelector('#board.live');
  await ana.page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
  await ana.page.keyboard.press('?');
  assert.deepEqual(await ana.page.locator('#keys[open]').evaluate((dialog) => [dialog.scrollWidth - dialog.clientWidth, ...[...dialog.querySelectorAll('dd')].filter((words) => words.scrollWidth > words.clientWidth)]), [0]);
  await ana.leave();
});

test('with text of twice the size, no page of the menu is wider than a small phone, and nothing in it is cut', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', phone(SCREENS['a small phone']));
  for (const path of ['/', '/games', '/learn', '/puzzles', '/review', '/settings']) {
    await ana.visit(path);
    await ana.page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
    const cut = await ana.page.locator('.masthead a, .card h2, .card p, .of-day p').evaluateAll((parts) => parts.filter((part) => {
      const { right } = part.getBoundingClientRect();
      return right > 360 || part.scrollWidth > part.clientWidth + 1;
    }).map((part) => part.textContent));
    assert.deepEqual(cut, [], path);
    assert.equal(await ana.overflow(), 0, path);
  }
  await ana.leave();
});

test('on a phone on its side, the board of a puzzle or a lesson takes the height and no more', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', phone({ width: 568, height: 320 }));
  for (const path of ['/puzzle/konobi-1', '/learn/konobi/1']) {
    await ana.visit(path);
    const { y, height } = await ana.page.locator('#board').boundingBox();
    assert.ok(height > 250 && y + height <= 320, `${path}: ${height} from ${y}`);
  }
  await ana.leave();
});

/** What of a page, below its head, stands outside the screen or is cut. */
const misplaced = (person) => person.page.evaluate(() => {
  const named = (element) => `${location.pathname}: ${element.tagName} ${element.className} ${element.textContent.trim().slice(0, 20)}`;
  const isOutside = (element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5;
  const isCut = (element) => element.scrollWidth > element.clientWidth;
  const all = [...document.querySelectorAll('main :not(svg *, .spoken)')].filter((element) => element.getClientRects().length > 0);
  const whole = all.filter((element) => element.matches('.sheet, .calendar :is(a, span), .seat :is(.who, .goal, [data-name]), .card-choice, .card-choice .button, .tool'));
  return [...all.filter(isOutside), ...whole.filter(isCut)].map(named);
});

/** Goes through what players see most, and looks each time. */
async function goThrough(person, look) {
  for (const path of ['/puzzles', '/puzzles/konobi', '/puzzle/konobi-1', '/learn/konobi', '/learn/konobi/1', '/settings', '/games']) {
    await person.visit(path);
    await look();
  }
  for (const [setup, time] of [['order-and-chaos:6', 'none'], ['konobi:11', '30m+10s']]) {
    await lay(person, { setup, time });
    await person.page.waitForSelector('#board.live');
    await look();
  }
  await person.page.locator('.tools [data-do="resign"]').evaluate((tool) => tool.click());
  await person.page.locator('#resignation [value="yes"]').evaluate((button) => button.click());
  await person.reads('[data-choice="result"]', /resigned/);
  await look();
  await person.visit('/review');
  await person.page.fill('#open textarea', await readFile(new URL('assessed.sgf', import.meta.url), 'utf8'));
  await person.page.locator('#open button').evaluate((button) => button.click());
  await person.page.waitForSelector('#graph .course');
  await look();
}

test('with text of twice the size, by the page or by the browser, everything stands on the screen and is read whole', async () => {
  const large = await openBrowser('--blink-settings=defaultFontSize=32');
  try {
    for (const [browser, size] of [[world.browser, '200%'], [large, '']]) {
      const ana = await Person.arrive(browser, world.house, 'Anamarija', phone({ width: 360, height: 740 }));
      await goThrough(ana, async () => {
        await ana.page.evaluate((own) => { document.documentElement.style.fontSize = own; }, size);
        assert.deepEqual(await misplaced(ana), [], size);
      });
      assert.deepEqual(ana.faults, []);
      await ana.leave();
    }
  } finally {
    await large.close();
  }
});

/** What of these a finger misses that is 21 pixels above or below its middle. */
const missed = (person, selectors) => person.page.evaluate((wanted) => wanted.filter((selector) => {
  const seen = [...document.querySelectorAll(selector)].filter((element) => element.getClientRects().length > 0);
  return seen.length === 0 || seen.slice(0, 4).some((element) => {
    element.scrollIntoView({ block: 'center' });
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [-21, 21].some((off) => !element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2 + off)));
  });
}), selectors);

test('whatever is touched is 44 pixels high, and the links of the menu are as wide', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', phone({ width: 360, height: 740 }));
  const { page } = ana;
  const always = ['.brand', 'nav[aria-label="Main"] a'];
  const pages = {
    '/': ['.card .origin a', '.card .button'],
    '/puzzles': ['.calendar a', '.sheet h2 a'],
    '/puzzles/konobi': ['.calendar a', '.progress a'],
    '/learn/konobi': ['.lessons a'],
    '/learn/konobi/1': ['.progress a', '.panel .button'],
    '/settings': ['.radio'],
  };
  for (const [path, selectors] of Object.entries(pages)) {
    await ana.visit(path);
    assert.deepEqual(await missed(ana, [...always, ...selectors]), [], path);
    const menu = await page.locator('nav[aria-label="Main"] a').evaluateAll((links) => links.map((link) => link.getBoundingClientRect()).map(({ width, y }) => ({ isWide: width >= 44, y })));
    assert.deepEqual(menu.map(({ isWide, y }) => isWide && y === menu[0].y), menu.map(() => true), `the menu of ${path} is one row of wide links`);
  }
  await ana.visit('/');
  await page.tap('.card [data-game="konobi"][data-with="friend"]');
  assert.deepEqual(await missed(ana, ['.offer summary', '.offer .check']), []);
  await lay(ana, { setup: 'konobi:11', time: '30m+10s' });
  await ana.placeByTouch('f6');
  await page.waitForSelector('[data-choice="swap"]:not([hidden])');
  assert.deepEqual(await missed(ana, [...always, '.tools .tool', '.steps .tool', '#moves button', '.card-choice .button']), []);
  await ana.leave();
});

test('a phone on its side: nothing stands under what is cut out of its screen', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', phone({ width: 740, height: 360 }));
  const { page } = ana;
  const screen = await ana.context.newCDPSession(page);
  await screen.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 47, right: 47, bottom: 21 } });
  await lay(ana, { setup: 'konobi:11', time: '30m+10s' });
  const table = new URL(page.url()).pathname;
  for (const path of ['/', '/games', '/learn', '/learn/konobi', '/learn/konobi/1', '/puzzles', '/puzzle/konobi-1', '/settings', '/review', '/review?setup=konobi:11', table]) {
    await ana.visit(path);
    const under = await page.evaluate(() => [...document.querySelectorAll('.masthead a, main > *, .foot a')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < 46.5 || right > innerWidth - 46.5);
    }).map((element) => element.outerHTML.slice(0, 60)));
    assert.deepEqual(under, [], path);
    assert.equal(await ana.overflow(), 0, path);
  }
  const [board, menu] = await Promise.all(['#board', 'nav[aria-label="Main"]'].map((part) => page.locator(part).boundingBox()));
  assert.ok(menu.x >= board.x + board.width, `${menu.x} ${board.x + board.width}`);
  await ana.leave();
});

test('the tools at a table are of one width', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', phone({ width: 360, height: 740 }));
  for (const setup of ['konobi:11', 'quentin:9', 'order-and-chaos:6']) {
    await lay(ana, { setup, time: 'none' });
    const widths = await ana.page.locator('.tools:not(.steps) .tool:visible').evaluateAll((tools) => tools.map((tool) => Math.round(tool.getBoundingClientRect().width)));
    assert.ok(Math.max(...widths) - Math.min(...widths) <= 1 && Math.max(...widths) < 130, `${setup}: ${widths}`);
  }
  await ana.leave();
});

test('a button that is off can be read', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await ana.visit('/');
  const first = ana.page.locator('.button.primary').first();
  /** Its colours, how well its words are read, and how much of it shines through. */
  const look = () => first.evaluate((button) => {
    button.style.transition = 'none';
    const { opacity, color, backgroundColor } = getComputedStyle(button);
    const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const light = (colour) => {
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      const [red, green, blue] = [...pen.getImageData(0, 0, 1, 1).data].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [darker, lighter] = [light(color), light(backgroundColor)].sort((one, other) => one - other);
    return { opacity, backgroundColor, contrast: (lighter + 0.05) / (darker + 0.05) };
  });
  const on = await look();
  await first.evaluate((button) => { button.disabled = true; });
  // The same under the mouse, which makes no button of it.
  for (const isUnderMouse of [false, true]) {
    if (isUnderMouse) await first.hover({ force: true });
    const off = await look();
    assert.equal(off.opacity, '1');
    assert.notEqual(off.backgroundColor, on.backgroundColor);
    assert.ok(off.contrast >= 4.5, `${off.contrast}`);
  }
  await ana.leave();
});

test('another tap moves the question and what the board shows; an illegal one explains itself', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', phone(SCREENS['a phone']));
  await lay(ana, { setup: 'konobi:5,nopie', time: 'none' });
  const ghosts = () => ana.page.locator('#board .considered').evaluateAll((points) => points.map((point) => point.dataset.point));
  await ana.tap('c3');
  await ana.reads('[data-choice="confirm"]', /c3/);
  await ana.tap('d4');
  await ana.reads('[data-choice="confirm"]', /d4/);
  assert.deepEqual(await ghosts(), ['d4']);
  // The same point again is a yes.
  await ana.tap('d4');
  await ana.sees('d4', /\blast\b/);
  for (const point of ['a1', 'd2']) await ana.placeByTouch(point);
  await ana.tap('e5');
  await ana.reads('[data-choice="confirm"]', /e5/);
  await ana.tap('b2');
  await ana.reads('#message', /b2 touches a1 only diagonally/);
  assert.equal(await ana.page.isVisible('[data-choice="confirm"]'), false);
  assert.deepEqual(await ghosts(), []);
  await ana.tap('a1');
  await ana.reads('#message', /a1 is occupied/);
  assert.equal(await ana.page.locator('#moves li').count(), 3);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('two at one screen: Resign names the one who is to move, and resigns for that one', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await lay(ana, { setup: 'konobi:5,nopie', time: 'none', side: 'black' });
  const asked = async () => {
    await ana.page.click('.tools [data-do="resign"]');
    return ana.page.textContent('#resignation-asks');
  };
  await ana.page.waitForSelector('#board.live');
  assert.match(await asked(), /Ana \(Black\)/);
  await ana.page.click('#resignation [value="no"]');
  await ana.play('c3');
  await ana.page.waitForSelector('#board.hand-second');
  assert.match(await asked(), /Luka \(White\)/);
  await ana.page.click('#resignation [value="yes"]');
  await ana.reads('[data-choice="result"]', /Luka \(White\) resigned/);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('with a finger that is 8 pixels off, 200 stones stand on 19x19 where they are meant', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', phone(SCREENS['a phone']));
  await lay(ana, { setup: 'konobi:19,nopie', time: 'none' });
  const finger = await ana.context.newCDPSession(ana.page);
  const touch = (type, x, y) => finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  await ana.page.evaluate(() => {
    globalThis.finger = {};
    addEventListener('pointermove', ({ clientX, clientY }) => { globalThis.finger = { x: clientX, y: clientY }; });
  });
  // A browser says that it has a move before the page has it.
  const drag = async (x, y) => {
    await touch('touchMove', x, y);
    await ana.page.waitForFunction((to) => Math.hypot(globalThis.finger.x - to.x, globalThis.finger.y - to.y) < 1, { x, y });
  };
  const random = numbers(18);
  const off = () => (random() * 2 - 1) * 8;
  let [taps, corrected] = [0, 0];
  for (let stone = 1; stone <= 200; stone += 1) {
    await ana.page.waitForSelector('#board.live');
    // Somewhere near its middle: where a finger comes down, and where it is moved, is 8 pixels off.
    const { wanted, x, y } = await ana.page.evaluate((share) => {
      const legal = [...document.querySelectorAll('#board > svg .may')];
      const point = legal[Math.floor(share * legal.length)];
      const box = point.querySelector('.cell').getBoundingClientRect();
      return { wanted: point.dataset.point, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }, random());
    taps += 1;
    await touch('touchStart', x + 2 * off(), y + 2 * off());
    while (await ana.page.textContent('.glass span') !== wanted) {
      corrected += 1;
      // By way of a place farther off: small moves at first are no moves for a browser.
      for (const away of [40, 0]) await drag(x + off() + away, y + off());
    }
    await touch('touchEnd');
    const button = await ana.page.waitForFunction((name) => {
      const card = document.querySelector('[data-choice="confirm"]');
      if (card.hidden || !card.textContent.includes(`${name}?`)) return null;
      const ghosts = [...document.querySelectorAll('#board .considered')].map((point) => point.dataset.point);
      const box = card.querySelector('[data-do="confirm"]').getBoundingClientRect();
      return { ghosts, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }, wanted);
    const yes = await button.jsonValue();
    assert.deepEqual(yes.ghosts, [wanted]);
    taps += 1;
    await touch('touchStart', yes.x + off(), yes.y + off());
    await touch('touchEnd');
    await ana.page.waitForFunction((count) => document.querySelectorAll('#moves li').length === count, stone);
    assert.equal(await ana.page.evaluate(() => document.querySelector('#moves li:last-child .mv').textContent), wanted);
  }
  assert.ok(corrected > 0, 'the finger was wrong at times');
  assert.ok(taps <= 400, `${taps} taps for 200 stones`);
  console.log(`  200 stones, ${taps} taps, ${corrected} times corrected under the glass, none wrong`);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a click that comes long after the finger was lifted does not confirm what the glass chose', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', phone(SCREENS['a phone']));
  await lay(ana, { setup: 'konobi:19,nopie', time: 'none' });
  await ana.page.waitForSelector('#board.live');
  await ana.page.evaluate(() => addEventListener('click', (click) => {
    if (!click.isTrusted) return;
    click.stopImmediatePropagation();
    const late = new PointerEvent('click', { bubbles: true, pointerType: 'touch' });
    setTimeout(() => { click.target.dispatchEvent(late); globalThis.clickedAt = click.target.closest('[data-point]').dataset.point; }, 200);
  }, { capture: true }));
  for (const point of ['c3', 'k10', 'r17']) {
    await ana.tap(point);
    await ana.page.waitForFunction((name) => globalThis.clickedAt === name, point);
    await ana.reads('[data-choice="confirm"]', new RegExp(`${point}\\?`));
    assert.ok(await ana.page.isVisible('[data-do="confirm"]'), `${point} was not confirmed`);
  }
  assert.equal(await ana.page.locator('#moves li').count(), 0);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

test('a move by touch is asked about also where a click does not say what clicked', async () => {
  const ana = await Person.arrive(world.browser, world.house, 'Ana', phone(SCREENS['a phone']));
  await lay(ana, { setup: 'konobi:5,nopie', time: 'none' });
  await ana.page.evaluate(() => addEventListener('click', (click) => {
    if (!(click instanceof PointerEvent)) return;
    click.stopImmediatePropagation();
    click.target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }, { capture: true }));
  await ana.tap('c3');
  await ana.reads('[data-choice="confirm"]', /c3/);
  assert.equal(await ana.page.locator('#moves li').count(), 0);
  assert.deepEqual(ana.faults, []);
  await ana.leave();
});

/** The same numbers from 0 to 1 on every run. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
