/**
 * Plays transcripts of conversations, one per method: what the broker writes, what it reads, and the calls between its halves. A conversation begins with `== its title`; then, one per line:
 *
 *     metadata < {a}|NSC|S|S1     the broker writes this on that stream (metadata, data, notify); {a} stands for its id
 *     metadata > {a}|NSC|V        the adapter writes this
 *     call metadata.getItems [null, "S1", "load"]      the broker's other half calls; objects become maps
 *     answer ["load"]             the oldest call that has not been accounted for resolves with this
 *     refusal {"kind": "items"}   … rejects with an AdapterRefusal that has these properties
 *     gone a part of the message  … rejects with an AdapterGone
 *     hear ["update", "load", false, {"message": "hi"}]   the other half hears this next
 *     log a part of a sentence    this is logged by now or soon
 *     connect metadata            a conversation that begins so has no adapters yet; all others have all three
 *     connect metadata second     … and is called `second` from here on
 *     closed metadata             the broker ends that connection
 *     end data                    the adapter ends that connection
 *
 * Lines that begin with # are remarks.
 */

import { AdapterGone, AdapterRefusal } from '../../adapters.ts';
import type { Role } from '../adapter-connection.ts';
import { CLOSED, connectReady, RawStream } from './raw-adapter.ts';
import { type Recorded, record } from './recorder.ts';

export interface Conversation {
  readonly title: string;
  readonly steps: readonly string[];
}

export function readConversations(text: string): Conversation[] {
  const conversations: { title: string; steps: string[] }[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('== ')) conversations.push({ title: line.slice(3), steps: [] });
    else if (line.trim() !== '' && !line.startsWith('#')) conversations.at(-1)?.steps.push(line);
  }
  return conversations;
}

/** Rejects when a step is not as written. */
export async function hold(conversation: Conversation): Promise<void> {
  const recorded = await record();
  try {
    const stage = new Stage(recorded);
    if (!conversation.steps[0]?.startsWith('connect ')) await stage.connectAll();
    for (const step of conversation.steps) await stage.play(step);
    stage.end();
  } finally {
    await recorded.server.close();
  }
}

type Ending = { value: unknown } | { error: Error };

class Stage {
  readonly #recorded: Recorded;
  readonly #streams = new Map<string, RawStream>();
  readonly #ids = new Map<string, string>();
  readonly #calls: Promise<Ending>[] = [];

  constructor(recorded: Recorded) {
    this.#recorded = recorded;
  }

  async connectAll(): Promise<void> {
    const adapters = await connectReady(this.#recorded.server.ports);
    for (const [role, stream] of Object.entries(adapters)) this.#streams.set(role, stream);
    expect(await this.#recorded.heard.take()).toEqual(['back']);
  }

  async play(step: string): Promise<void> {
    const [word = '', rest = ''] = splitOnce(step, ' ');
    const [direction = '', line = ''] = splitOnce(rest, ' ');
    if (direction === '<') this.#compare(await this.#stream(word).next(), line);
    else if (direction === '>') this.#stream(word).send(this.#fillIn(line));
    else if (Object.hasOwn(this.#commands, word)) await this.#commands[word]!(rest);
    else throw new Error(`no such step: ${word}`);
  }

  /** Nothing may be left that the conversation does not account for. */
  end(): void {
    expect(this.#calls).toHaveLength(0);
    expect(this.#recorded.heard.size).toBe(0);
  }

  readonly #commands: Readonly<Record<string, (rest: string) => unknown>> = {
    connect: async (rest) => {
      const [role = '', name = role] = rest.split(' ');
      this.#streams.set(name, await RawStream.connect(this.#recorded.server.ports[role as Role]));
    },
    closed: async (role) => expect(await this.#stream(role).next()).toBe(CLOSED),
    end: (role) => this.#stream(role).end(),
    call: (rest) => this.#calls.push(this.#call(rest)),
    answer: async (rest) => expect(await this.#ending()).toEqual({ value: JSON.parse(rest) }),
    refusal: async (rest) => {
      const error = await this.#error(AdapterRefusal);
      expect({ ...error, message: error.message }).toMatchObject(JSON.parse(rest));
    },
    gone: async (rest) => expect((await this.#error(AdapterGone)).message).toContain(rest),
    hear: async (rest) => expect(await this.#recorded.heard.take()).toEqual(JSON.parse(this.#fillIn(rest))),
    log: (rest) => this.#recorded.logged.takeUntil((sentence) => sentence.includes(rest)),
  };

  async #error(kind: new (...args: never[]) => Error): Promise<Error> {
    const ending = await this.#ending();
    const error = 'error' in ending ? ending.error : null;
    expect(error).toBeInstanceOf(kind);
    return error!;
  }

  async #call(text: string): Promise<Ending> {
    const [path = '', json = ''] = splitOnce(text, ' ');
    const [half = '', method = ''] = path.split('.');
    const values = (JSON.parse(json) as unknown[]).map((value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : value,
    );
    const { metadata, data } = this.#recorded.server;
    type Methods = Record<string, (...values: unknown[]) => unknown>;
    const target = (half === 'metadata' ? metadata : data) as unknown as Methods;
    try {
      return { value: (await target[method]?.(...values)) ?? null };
    } catch (error) {
      return { error: error as Error };
    }
  }

  async #ending(): Promise<Ending> {
    const call = this.#calls.shift();
    if (call === undefined) throw new Error('the conversation has no call left');
    return call;
  }

  #stream(role: string): RawStream {
    const stream = this.#streams.get(role);
    if (stream === undefined) throw new Error(`the conversation has not connected ${role}`);
    return stream;
  }

  /** Ids that are seen for the first time get their names here. */
  #compare(actual: string, written: string): void {
    const name = /^\{(\w+)\}/.exec(written)?.[1];
    if (name !== undefined && !this.#ids.has(name)) this.#ids.set(name, actual.split('|')[0] ?? '');
    expect(actual).toBe(this.#fillIn(written));
  }

  #fillIn(written: string): string {
    return written.replaceAll(/\{(\w+)\}/g, (whole, name: string) => this.#ids.get(name) ?? whole);
  }
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
