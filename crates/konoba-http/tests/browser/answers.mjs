// Asks the modules in real browsers what the program was asked natively, and compares the answers by their checksums, bit
// by bit: what nets say, trees of searches, golden games, the words of refusals. `node answers.mjs QUESTIONS`; a part of
// `cargo xtask test web`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { House } from './house.mjs';
import { openBrowser } from './people.mjs';

const require = createRequire(join(process.env.KONOBA_NODE_MODULES, 'package.json'));
const puppeteer = require('puppeteer-core');

const lines = readFileSync(process.argv[2], 'utf8').trim().split('\n');
/** How many questions are asked at a time: the tools that drive browsers do not wait for ever. */
const AT_ONCE = 500;

/** Opens the modules as a page of the house does. */
async function open() {
  const base = document.querySelector('script[src*="/web/"]').src.replace(/js\/.*$/, '');
  const { Module } = await import(`${base}js/module.js`);
  globalThis.opened = await Module.open(async (file) => new Uint8Array(await (await fetch(base + file)).arrayBuffer()));
}

/** Asks some questions: those that were answered otherwise. */
async function ask(lines) {
  /** FNV-1a (Fowler, Noll and Vo), in two halves of 32 bits, since big numbers would take minutes. */
  const checksum = (bytes) => {
    let [high, low] = [0xcbf29ce4, 0x84222325];
    for (const byte of bytes) {
      low = (low ^ byte) >>> 0;
      const product = low * 0x1b3;
      high = (Math.imul(high, 0x1b3) + Math.floor(product / 0x100000000) + (low << 8)) >>> 0;
      low = product >>> 0;
    }
    return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
  };
  const wrong = [];
  for (const line of lines) {
    const [expected, text] = line.split('\t');
    const question = JSON.parse(text);
    if (question.ask === 'net') await globalThis.opened.provideNet(question.game);
    const answer = globalThis.opened.askText(text);
    if (checksum(new TextEncoder().encode(answer)) !== expected) wrong.push(`${text}\n  ${answer.slice(0, 300)}`);
  }
  return { wrong, kind: globalThis.opened.kind };
}

const house = await House.open();
const browsers = {
  Chromium: openBrowser,
  Firefox: () => puppeteer.launch({ browser: 'firefox', executablePath: process.env.KONOBA_FIREFOX ?? '/usr/bin/firefox-esr', headless: true, protocolTimeout: 0 }),
};
try {
  for (const [name, openOne] of Object.entries(browsers)) {
    const browser = await openOne();
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`${house.url}/fair-play`);
    await page.evaluate(open);
    let [wrong, kind] = [[], ''];
    for (let from = 0; from < lines.length; from += AT_ONCE) {
      const found = await page.evaluate(ask, lines.slice(from, from + AT_ONCE));
      wrong = [...wrong, ...found.wrong];
      kind = found.kind;
    }
    await browser.close();
    console.log(`${name}: ${lines.length} questions (${kind}), ${wrong.length} answers are other than native ones`);
    assert.equal(wrong.length, 0, wrong.slice(0, 5).join('\n'));
  }
} finally {
  await house.close();
}
