/**
 * Plays a written-down conversation against a broker. A transcript is a text, one step per line:
 *
 *     # a remark
 *     open A                        a WebSocket, called A; `open A TLCP-2.3.0` for another protocol than the newest
 *     A > control\nLS_reqId=1&...   a message on it; \n is the line separator
 *     A < REQOK,1                   the next line that comes on it; {S} is any text at first and the same one afterwards, {_} is any text
 *     A head {S}                    the first lines of a connection, up to its constraints
 *     A padded {S}                  the same with lines that say nothing, just enough that no browser keeps back what comes next
 *     A closed                      it is ended by the broker; `A closed 1011` with that code
 *     drop A                        it is broken off by the client
 *     post B bind_session LS_...    a request over HTTP whose response is called B
 *     B done                        the response is over
 *     says item a=1 b= c=#          the data adapter: an update; # is null; `says! item ...` is a snapshot event
 *     ends item / clears item       the end of the snapshot, the snapshot cleared
 *     release | leave | back        the adapters let slow messages go, leave, come back
 *     subscribed a b                the items that the broker has asked the data adapter for, now or soon
 */
import { request } from 'node:http';
import { WebSocket } from 'ws';
import { eventually } from '../../../../system/testing/eventually.ts';
import { Mailbox } from '../ari/testing/mailbox.ts';
import type { TrialBroker } from './trial-broker.ts';

/** Browsers may keep back this many bytes of a response. */
const HELD_BACK_BYTES = 2_048;

/** A connection of the client: a WebSocket, or the response to a request. */
class Connection {
  /** The lines that came, then null. */
  readonly lines = new Mailbox<string | null>();
  /** The code that a WebSocket was closed with. */
  code: number | null = null;
  #rest = '';

  constructor(
    readonly send: (text: string) => void,
    readonly drop: () => void,
  ) {}

  push(text: string): void {
    const lines = (this.#rest + text).split('\r\n');
    this.#rest = lines.pop()!;
    for (const line of lines) this.lines.put(line);
  }

  end(code: number | null = null): void {
    this.code = code;
    this.lines.put(null);
  }
}

export class Player {
  readonly #trial: TrialBroker;
  readonly #connections = new Map<string, Connection>();
  readonly #names = new Map<string, string>();

  constructor(trial: TrialBroker) {
    this.#trial = trial;
  }

  /** A text that a transcript gave a name. */
  named(name: string): string {
    return this.#names.get(name)!;
  }

  /** Plays all steps; rejects with the line number and what came instead. */
  async play(transcript: string): Promise<void> {
    try {
      for (const [at, step] of transcript.split('\n').entries()) {
        const text = step.trim();
        if (text === '' || text.startsWith('#')) continue;
        try {
          await this.#step(text);
        } catch (error) {
          throw new Error(`line ${at + 1}: ${text}\n${(error as Error).message}`);
        }
      }
    } finally {
      for (const connection of this.#connections.values()) connection.drop();
    }
  }

  async #step(text: string): Promise<void> {
    const [first = '', second = '', ...others] = text.split(' ');
    const connection = this.#connections.get(first);
    const rest = others.join(' ');
    if (connection === undefined) return this.#command(first, second, others);
    if (second === '>') connection.send(this.#fill(rest).replaceAll('\\n', '\r\n'));
    else if (second === '<') this.#expect(await connection.lines.take(), rest);
    else if (second === 'head' || second === 'padded') {
      this.#expect(await connection.lines.take(), `CONOK,${rest},{_}`);
      same(`${(await paddingOf(connection)) >= HELD_BACK_BYTES}`, `${second === 'padded'}`);
    } else if (second === 'closed' || second === 'done') {
      same(await connection.lines.take(), null);
      if (rest !== '') same(`${connection.code}`, rest);
    } else throw new Error('no such step');
  }

  async #command(name: string, target: string, words: readonly string[]): Promise<void> {
    const { adapters } = this.#trial;
    const { says } = adapters;
    const commands: Record<string, () => unknown> = {
      open: () => this.#open(target, words[0]),
      post: () => this.#post(target, words[0]!, words.slice(1).join(' ')),
      drop: () => this.#connections.get(target)!.drop(),
      says: () => says.update(target, false, valuesOf(words)),
      'says!': () => says.update(target, true, valuesOf(words)),
      ends: () => says.endOfSnapshot(target),
      clears: () => says.clearSnapshot(target),
      release: () => adapters.release(),
      leave: () => adapters.leave(),
      back: () => adapters.comeBack(),
      subscribed: () => {
        const wanted = [target, ...words].join(' ').trim();
        return eventually(() => [...adapters.subscribed].join(' ') === wanted, `the items ${wanted}`);
      },
    };
    if (!Object.hasOwn(commands, name)) throw new Error('no such step');
    await commands[name]!();
    says.flush();
  }

  #fill(text: string): string {
    return text.replace(/\{(\w+)\}/g, (_, name: string) => this.#names.get(name) ?? `{${name}}`);
  }

  #expect(line: string | null, wanted: string): void {
    const names: string[] = [];
    const pattern = this.#fill(wanted)
      .split(/(\{\w+\})/)
      .map((part) => {
        if (!/^\{\w+\}$/.test(part)) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
        names.push(part.slice(1, -1));
        return '(.*?)';
      })
      .join('');
    const match = new RegExp(`^${pattern}$`).exec(line ?? '(the connection is over)');
    if (match === null) throw new Error(`came:   ${line}`);
    for (const [at, name] of names.entries()) if (name !== '_') this.#names.set(name, match[at + 1]!);
  }

  async #open(name: string, protocol = 'TLCP-2.5.0'): Promise<void> {
    const socket = new WebSocket(`ws://${this.#trial.address}/lightstreamer`, `${protocol}.lightstreamer.com`);
    const connection = new Connection(
      (text) => socket.send(text),
      () => socket.terminate(),
    );
    socket.on('message', (data) => connection.push(String(data)));
    socket.on('close', (code) => connection.end(code));
    this.#connections.set(name, connection);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  }

  #post(name: string, path: string, parameters: string): void {
    const url = `http://${this.#trial.address}/lightstreamer/${path}.txt?LS_protocol=TLCP-2.5.0`;
    const asked = request(url, { method: 'POST', agent: false });
    const connection = new Connection(
      () => {},
      () => asked.destroy(),
    );
    asked.on('error', () => connection.end());
    asked.on('response', (response) => {
      response.setEncoding('utf8').on('data', (text: string) => connection.push(text));
      response.on('close', () => connection.end()).on('error', () => {});
    });
    asked.end(this.#fill(parameters).replaceAll('\\n', '\r\n'));
    this.#connections.set(name, connection);
  }
}

/** Bytes of lines that say nothing, in the rest of a connection's head. */
async function paddingOf({ lines }: Connection): Promise<number> {
  let size = 0;
  for (let line = await lines.take(); line !== 'CONS,unlimited'; line = await lines.take()) {
    if (line === null) throw new Error('the connection is over');
    if (line.startsWith('NOOP,')) size += line.length + '\r\n'.length;
  }
  return size;
}

function valuesOf(pairs: readonly string[]): Map<string, string | null> {
  return new Map(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      const value = pair.slice(at + 1);
      return [pair.slice(0, at), value === '#' ? null : decodeURIComponent(value)];
    }),
  );
}

function same(is: string | null, wanted: string | null): void {
  if (is !== wanted) throw new Error(`is:     ${is}\nwanted: ${wanted}`);
}
