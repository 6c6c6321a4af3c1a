/** A metadata adapter at the other end of one stream: every method is one request and its answer. */

import type { ItemData, MetadataAdapter, TableInfo, UserItemData } from '../adapters.ts';
import type { AdapterConnection } from './adapter-connection.ts';
import { entryValues, integerValue, type LineTokens, modeValue, stringValue } from './codec.ts';
import type { AriLimits } from './limits.ts';
import { RemoteAdapter } from './remote-adapter.ts';

export class RemoteMetadata extends RemoteAdapter implements MetadataAdapter {
  readonly #setName: string;

  constructor(setName: string, limits: AriLimits, onStray: () => void) {
    super('the metadata adapter', limits, onStray);
    this.#setName = setName;
  }

  /** Initialises the adapter on a new connection. @param overdue called when the adapter is late with an answer */
  begin(connection: AdapterConnection, overdue: (reason: string) => void): Promise<void> {
    return this.initialise('MPI', [['adapters_conf.id', this.#setName]], [connection], overdue).accepted;
  }

  async notifyUser(user: string | null, password: string | null, headers: ReadonlyMap<string, string>) {
    const values = [stringValue(user), stringValue(password), ...entryValues(headers)];
    return this.#ask('NUS', values, (tokens) => ({
      maxBandwidth: Math.max(0, tokens.double('the maximum bandwidth')),
      wantsTables: tokens.boolean('whether tables are notified'),
    }));
  }

  async notifyNewSession(user: string | null, sessionId: string, context: ReadonlyMap<string, string>) {
    return this.#ask('NNS', [stringValue(user), stringValue(sessionId), ...entryValues(context)], readNothing);
  }

  async notifySessionClose(sessionId: string) {
    return this.#ask('NSC', [stringValue(sessionId)], readNothing, true);
  }

  async getItems(user: string | null, sessionId: string, group: string) {
    const values = [stringValue(user), stringValue(group), stringValue(sessionId)];
    return this.#ask('GIS', values, (tokens) => tokens.list(() => tokens.text('an item')));
  }

  async getSchema(user: string | null, sessionId: string, group: string, schema: string) {
    const values = [stringValue(user), stringValue(group), stringValue(schema), stringValue(sessionId)];
    return this.#ask('GSC', values, (tokens) => tokens.list(() => tokens.text('a field')));
  }

  async getItemData(items: readonly string[]): Promise<ItemData[]> {
    if (items.length === 0) return [];
    return this.#ask('GIT', items.map(stringValue), (tokens) =>
      onePerItem(tokens, items, () => ({
        distinctSnapshotLength: Math.max(0, tokens.integer("a DISTINCT snapshot's length")),
        minSourceFrequency: Math.max(0, tokens.double('a frequency')),
        allowedModes: tokens.modes('allowed modes'),
      })),
    );
  }

  async getUserItemData(user: string | null, items: readonly string[]): Promise<UserItemData[]> {
    if (items.length === 0) return [];
    return this.#ask('GUI', [stringValue(user), ...items.map(stringValue)], (tokens) =>
      onePerItem(tokens, items, () => ({
        allowedBufferSize: Math.max(0, tokens.integer('a buffer size')),
        allowedMaxFrequency: Math.max(0, tokens.double('a frequency')),
        allowedModes: tokens.modes('allowed modes'),
      })),
    );
  }

  async notifyUserMessage(user: string | null, sessionId: string, message: string) {
    return this.#ask('NUM', [stringValue(user), stringValue(sessionId), stringValue(message)], (tokens) => {
      if (tokens.nextType === 'S') return tokens.string('the response');
      tokens.nothing();
      return null;
    });
  }

  async notifyNewTables(user: string | null, sessionId: string, tables: readonly TableInfo[]) {
    const values = [stringValue(user), stringValue(sessionId), ...tables.map(tableValues)];
    return this.#ask('NNT', values, readNothing);
  }

  async notifyTablesClose(sessionId: string, tables: readonly TableInfo[]) {
    return this.#ask('NTC', [stringValue(sessionId), ...tables.map(tableValues)], readNothing, true);
  }

  #ask<T>(method: string, values: string[], read: (tokens: LineTokens) => T, always = false): Promise<T> {
    return this.requests.ask(method, values, read, always).answer;
  }
}

function readNothing(tokens: LineTokens): void {
  tokens.nothing();
}

function onePerItem<T>(tokens: LineTokens, items: readonly string[], read: () => T): T[] {
  const answers = tokens.list(read);
  if (answers.length !== items.length) {
    throw tokens.wrong(`${items.length} items were asked for and ${answers.length} answered`);
  }
  return answers;
}

function tableValues(table: TableInfo): string {
  return [
    integerValue(table.winIndex),
    modeValue(table.mode),
    stringValue(table.group),
    stringValue(table.schema),
    integerValue(table.firstItem),
    integerValue(table.lastItem),
    stringValue(table.selector),
  ].join('|');
}
