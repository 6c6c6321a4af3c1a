/**
 * Plays a written-down conversation against a broker. A transcript is a text, one step per line:
 *
 *     # a remark
 *     open A                        a WebSocket, called A; `open A TLCP-2.3.0` for another protocol than the newest
 *     A > control\nLS_reqId=1&...   a message on it; \n is the line separator
 *     A < REQOK,1                   the next line that comes on it
 *     A closed                      it is ended by the broker; `A closed 1011` with that code
 *     drop A                        it is broken off by the client
 *     post B bind_session LS_...    a request over HTTP whose response is called B; `post B bind_session?` without a protocol
 *     get B bind_session?LS_...     a request with all of it in the query
 *     B status 400                  the response's status
 *     B padded                      lines that say nothing, just enough that no browser keeps back what comes next
 *     B < CONOK,{S},...             as above; {S} is any text at first and the same one afterwards, {_} is any text
 *     B done                        the response is over
 *     says item a=1 b= c=#          the data adapter: an update; # is null; `says! item ...` is a snapshot event
 *     ends item / clears item       the end of the snapshot, the snapshot cleared
 *     quiet A 50                    nothing arrives on A for this many milliseconds
 *     release | leave | back        the adapters let slow messages go, leave, come back
 *     subscribed a b                the items that the broker has asked the data adapter for, now or soon
 */
import { request } from 'node:http';
import { WebSocket } from 'ws';
import { Mailbox } from '../ari/testing/mailbox.ts';
import type { TrialBroker } from './trial-broker.ts';

/** How long a step may take, ms: this only ends what hangs, on a busy machine too. */
const PATIENCE_MS = 60_000;
/** Browsers may keep back this many bytes of a response. */
const HELD_BACK_BYTES = 2_048;

/** What came on a connection, line by line, then null. */
class Lines extends Mailbox<string | null> {
  #rest = '';
  /** That a WebSocket was closed with. */
  code: number | null = null;

  push(text: string): void {
    const lines = (this.#rest + text).split('\r\n');
    this.#rest = lines.pop()!;
    for (const line of lines) this.put(line);
  }

  end(code: number | null = null): void {
    this.code = code;
    this.put(null);
  }

  /** The next line; null when the connection is over. */
  async next(): Promise<string | null> {
    const line = await Promise.race([this.take(), patience()]);
    if (line === null) this.end(this.code);
    return line;
  }
}

/** Ends a step that hangs. */
const patience = () => new Promise<string>((resolve) => setTimeout(resolve, PATIENCE_MS, '(nothing came)').unref());

interface Line {
  lines: Lines;
  /** Of a response over HTTP. */
  status?: Promise<number>;
  send(text: string): void;
  drop(): void;
}

export class Player {
  readonly #trial: TrialBroker;
  readonly #connections = new Map<string, Line>();
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
    const { adapters } = this.#trial;
    const [first, second = '', ...others] = text.split(' ');
    const rest = others.join(' ');
    if (first === 'open') return this.#open(second, others[0]);
    if (first === 'post' || first === 'get')
      return this.#ask(first.toUpperCase(), second, others[0]!, others.slice(1).join(' '));
    if (first === 'drop') return this.#connections.get(second)!.drop();
    if (first === 'says' || first === 'says!') {
      adapters.says.update(second, first === 'says!', valuesOf(others));
      return adapters.says.flush();
    }
    if (first === 'ends') {
      adapters.says.endOfSnapshot(second);
      return adapters.says.flush();
    }
    if (first === 'clears') {
      adapters.says.clearSnapshot(second);
      return adapters.says.flush();
    }
    if (first === 'release') return adapters.release();
    if (first === 'leave') return adapters.leave();
    if (first === 'back') return adapters.comeBack();
    if (first === 'subscribed') {
      const wanted = [second, ...others].join(' ').trim();
      const now = () => [...adapters.subscribed].join(' ');
      for (const until = Date.now() + PATIENCE_MS; now() !== wanted && Date.now() < until; ) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return same(now(), wanted);
    }
    if (first === 'quiet') {
      await new Promise((resolve) => setTimeout(resolve, Number(rest)));
      return same(this.#lines(second).kept.join(' / '), '');
    }
    if (second === '>') return this.#connections.get(first!)!.send(this.#fill(rest).replaceAll('\\n', '\r\n'));
    if (second === '<') return this.#expect(await this.#lines(first!).next(), rest);
    if (second === 'status') return same(`${await this.#connections.get(first!)!.status}`, rest);
    if (second === 'padded') return this.#passPadding(this.#lines(first!));
    if (second === 'closed' || second === 'done') {
      same(await this.#lines(first!).next(), null);
      if (rest !== '') same(`${this.#lines(first!).code}`, rest);
      return;
    }
    throw new Error('no such step');
  }

  async #passPadding(lines: Lines): Promise<void> {
    for (let size = 0; size < HELD_BACK_BYTES; ) {
      const line = await lines.next();
      this.#expect(line, 'NOOP,{_}');
      size += line!.length + '\r\n'.length;
    }
  }

  #lines(name: string): Lines {
    return this.#connections.get(name)!.lines;
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
    const lines = new Lines();
    const socket = new WebSocket(`ws://${this.#trial.address}/lightstreamer`, `${protocol}.lightstreamer.com`);
    socket.on('message', (data) => lines.push(String(data)));
    socket.on('close', (code) => lines.end(code));
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    this.#connections.set(name, { lines, send: (text) => socket.send(text), drop: () => socket.terminate() });
  }

  async #ask(method: string, name: string, path: string, parameters: string): Promise<void> {
    const lines = new Lines();
    const [verb, query = 'LS_protocol=TLCP-2.5.0'] = path.split('?');
    const url = `http://${this.#trial.address}/lightstreamer/${verb}.txt?${this.#fill(query)}`;
    const asked = request(url, { method, agent: false });
    const status = new Promise<number>((resolve, reject) => {
      asked.on('response', (response) => {
        resolve(response.statusCode!);
        response.setEncoding('utf8');
        response.on('data', (text: string) => lines.push(text));
        response.on('close', () => lines.end());
        response.on('error', () => {});
      });
      asked.on('error', (error) => {
        lines.end();
        reject(error);
      });
    });
    // Most transcripts do not ask for it.
    status.catch(() => {});
    asked.end(this.#fill(parameters).replaceAll('\\n', '\r\n'));
    this.#connections.set(name, { lines, status, send: () => {}, drop: () => asked.destroy() });
  }
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
