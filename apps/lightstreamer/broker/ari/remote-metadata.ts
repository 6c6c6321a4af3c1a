/** A metadata adapter at the other end of one stream: every method is one request and its answer. */
import type { MetadataAdapter, Mode } from '../adapters.ts';
import type { LineTokens } from './codec.ts';
import { type Requests, readNothing } from './requests.ts';

export class RemoteMetadata implements MetadataAdapter {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  async notifyUser(user: string | null, password: string | null, headers: ReadonlyMap<string, string>): Promise<void> {
    return this.#ask('NUS', [user, password, ...[...headers].flat()], (tokens) => {
      tokens.noLimit();
      if (tokens.boolean()) throw tokens.wrong('this broker notifies no tables');
    });
  }

  async notifyNewSession(user: string | null, sessionId: string, context: ReadonlyMap<string, string>): Promise<void> {
    return this.#ask('NNS', [user, sessionId, ...[...context].flat()], readNothing);
  }

  async notifySessionClose(sessionId: string): Promise<void> {
    return this.#ask('NSC', [sessionId], readNothing, true);
  }

  async getItems(user: string | null, sessionId: string, group: string): Promise<string[]> {
    return this.#ask('GIS', [user, group, sessionId], (tokens) => tokens.list(() => tokens.text()));
  }

  async getSchema(user: string | null, sessionId: string, group: string, schema: string): Promise<string[]> {
    return this.#ask('GSC', [user, group, schema, sessionId], (tokens) => tokens.list(() => tokens.text()));
  }

  async getItemModes(items: readonly string[]): Promise<Mode[][]> {
    return this.#ask('GIT', items, (tokens) => readModes(tokens, items));
  }

  async getUserItemModes(user: string | null, items: readonly string[]): Promise<Mode[][]> {
    return this.#ask('GUI', [user, ...items], (tokens) => readModes(tokens, items));
  }

  async notifyUserMessage(user: string | null, sessionId: string, message: string): Promise<void> {
    return this.#ask('NUM', [user, sessionId, message], readNothing);
  }

  #ask<T>(
    method: string,
    values: readonly (string | null)[],
    read: (tokens: LineTokens) => T,
    always = false,
  ): Promise<T> {
    return this.#requests.ask(method, values, read, always).answer;
  }
}

/** Reads the modes of each item. */
function readModes(tokens: LineTokens, items: readonly string[]): Mode[][] {
  const answers = tokens.list(() => tokens.modes());
  if (answers.length === items.length) return answers;
  throw tokens.wrong(`${items.length} items were asked for and ${answers.length} answered`);
}
