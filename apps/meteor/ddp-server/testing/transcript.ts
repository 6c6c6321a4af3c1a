/**
 * Plays a written-down conversation against a server. A transcript is a text, one step per line:
 *
 *     # a remark
 *     open A            a client, called A; it has read what a server says first
 *     connect A         the same, and it has connected
 *     A > {...}         it says this; whatever stands there, JSON or not
 *     A < {...}         the next that it is told is this; a field that is "*" is any text
 *     A quiet           it has been told nothing more
 *     A closed          its connection was ended by the server
 *     A gone            it goes
 *     release           methods that are slow are done
 */
import { setImmediate as turn } from 'node:timers/promises';
import { TrialClient, TrialServer } from './trial-server.ts';

export class Player {
  readonly #server: TrialServer;
  readonly #clients = new Map<string, TrialClient>();

  constructor(server = new TrialServer()) {
    this.#server = server;
  }

  /** @throws with the line's number when something else happens than is written */
  async play(transcript: string): Promise<void> {
    try {
      await this.#playLines(transcript.split('\n'));
    } finally {
      this.#server.ddp.closeAll();
    }
  }

  async #playLines(lines: string[]): Promise<void> {
    for (const [index, line] of lines.entries()) {
      if (line.trim() === '' || line.startsWith('#')) continue;
      try {
        this.#step(line);
      } catch (error) {
        throw new Error(`line ${index + 1}: ${line}\n${(error as Error).message}`);
      }
      // Work in promises is done after a turn.
      await turn();
    }
    for (const [name, { written }] of this.#clients) this.#nothing(name, written);
  }

  #step(line: string): void {
    const [first = '', second = ''] = line.split(' ', 2);
    const rest = line.slice(first.length + second.length + 2);
    if (first === 'open' || first === 'connect') this.#open(second, first === 'connect');
    else if (first === 'release') this.#server.release();
    else this.#clientStep(first, second, rest);
  }

  #clientStep(first: string, second: string, rest: string): void {
    const client = this.#clients.get(first);
    if (client === undefined) throw new Error(`there is no client ${first}`);
    if (second === '>') client.say(rest);
    else if (second === '<') expect(JSON.parse(client.written.shift() ?? '"nothing"')).toEqual(expected(rest));
    else if (second === 'quiet') this.#nothing(first, client.written);
    else if (second === 'closed') expect(client.isClosed).toBe(true);
    else if (second === 'gone') client.session.ended();
    else throw new Error('no such step');
  }

  #open(name: string, connects: boolean): void {
    const client = new TrialClient(this.#server.ddp);
    this.#clients.set(name, client);
    expect(client.written.shift()).toBe('{"server_id":"0"}');
    if (!connects) return;
    client.say({ msg: 'connect', version: '1', support: ['1'] });
    expect(JSON.parse(client.written.shift()!)).toEqual({ msg: 'connected', session: expect.any(String) });
  }

  #nothing(name: string, written: string[]): void {
    if (written.length > 0) throw new Error(`${name} was told more: ${written[0]}`);
  }
}

function expected(json: string): unknown {
  return JSON.parse(json, (_name, value) => (value === '*' ? expect.any(String) : value));
}
