// A telnet client and a browser play at the same table.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';

import { Person } from './people.mjs';
import { world } from './world.mjs';

/** A bare socket on which lines are typed and everything is read. */
class Caller {
  static async call(address) {
    const [host, port] = address.split(':');
    const own = new Caller();
    own.heard = '';
    own.socket = connect(Number(port), host);
    own.socket.setEncoding('utf8').on('data', (text) => { own.heard += text; });
    await once(own.socket, 'connect');
    return own;
  }

  async hears(words) {
    for (let tries = 0; !words.test(this.heard); tries += 1) {
      assert.ok(tries < 400, `${words} in ${this.heard}`);
      await new Promise((resolve) => { setTimeout(resolve, 50); });
    }
  }

  type(line) { this.socket.write(`${line}\r\n`); }
}

test('a telnet player against a browser player', async () => {
  const luka = await Caller.call(world.house.telnet);
  const ana = await Person.arrive(world.browser, world.house, 'Ana');
  await luka.hears(/Your name\?/);
  for (const [answer, next] of [['Luka', /Hello, Luka/], ['', /Which game\?/], ['1', /Size of the board/], ['3', /Waiting for an opponent/]]) {
    luka.type(answer);
    await luka.hears(next);
  }
  await ana.visit('/');
  await ana.reads('#list-open', /Luka/);
  await ana.page.click('#list-open a:has-text("Luka")');
  await ana.page.fill('#sit input', 'Ana');
  await ana.page.click('#sit button');
  await ana.isSeated();
  await ana.reads('#status', /is to move|Your turn/);
  if (/Your turn/.test(await ana.page.textContent('#status'))) {
    await ana.play('b2');
    await luka.hears(/swap\? \(y\/n\)/);
    luka.type('n');
  } else {
    luka.type('b2');
    await ana.sees('b2', /last/);
    await ana.play('a1');
    await luka.hears(/Ana \(White\) plays a1/);
  }
  await ana.page.click('.tools [data-do="resign"]');
  await ana.page.click('#resignation [value="yes"]');
  await luka.hears(/Winner: Luka/);
  await ana.reads('[data-choice="result"]', /Luka .* because you resigned/);
  assert.deepEqual(ana.faults, []);
  luka.socket.destroy();
  await ana.leave();
});
