// A house for the tests: the real program on ports of its own, with a folder of its own.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

const program = process.env.KONOBA_PROGRAM;

export class House {
  /** Opens a house; `http` names the port, for a house that comes back. */
  static async open({ folder = mkdtempSync(join(tmpdir(), 'konoba-browser-')), http = '0', offersHidden = false } = {}) {
    const house = new House();
    house.folder = folder;
    const flags = ['serve', '--http', http, '--telnet', '0', '--data', folder, '--per-address', '1000'];
    const env = { ...process.env, KONOBA_LOG: 'error', ...(offersHidden && { KONOBA_HIDDEN_GAMES: '1' }) };
    house.process = spawn(program, flags, { stdio: ['ignore', 'pipe', 'inherit'], env });
    const addresses = {};
    for await (const line of createInterface({ input: house.process.stdout })) {
      const [door, address] = line.split(' ');
      addresses[door] = address;
      if (addresses.http && addresses.telnet) break;
    }
    house.url = `http://${addresses.http}`;
    house.telnet = addresses.telnet;
    house.port = addresses.http.split(':').at(-1);
    return house;
  }

  /** Has it do nothing until SIGCONT. One of its threads has to hear of that first: on a busy machine the others go on for a while. */
  async freeze() {
    this.process.kill('SIGSTOP');
    const tasks = `/proc/${this.process.pid}/task`;
    // The state follows the name, which is in parentheses.
    const isStopped = (task) => {
      // A thread may end between being listed and being read.
      try { return /\) T /.test(readFileSync(`${tasks}/${task}/stat`, 'latin1')); } catch { return false; }
    };
    while (existsSync(tasks) && !readdirSync(tasks).every(isStopped)) await setTimeout(1);
  }

  /** Kills it at once, as a power cut would. */
  async kill() {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGKILL');
    await ended;
  }

  async close() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
