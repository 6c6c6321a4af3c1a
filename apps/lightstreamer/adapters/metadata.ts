/** The metadata adapter: decides on subscriptions and receives clients' messages. Every client may connect. */
import { ROW_FIELDS } from '../auction-row.ts';
import { AUCTION, LOAD, MESSAGE, MINE, mineOf } from '../items.ts';
import { type AriStream, MetadataProvider, type Modes } from './sdk.ts';

/** Handlers for sessions. */
export interface SessionHandlers {
  /** @param address of the client, where the broker reports it */
  opened(sessionId: string, address: string | undefined): void;
  closed(sessionId: string): void;
  /** Takes a client's message, which may be hostile. */
  message(sessionId: string, text: string | null): void;
}

/** The fields of each group's items. */
const SCHEMAS = new Map<string | null, readonly string[]>([
  [LOAD, [MESSAGE]],
  [MINE, [MESSAGE]],
  [AUCTION, ROW_FIELDS],
]);

const RAW: Modes = { raw: true, merge: false, distinct: false, command: false };
const COMMAND: Modes = { raw: false, merge: false, distinct: false, command: true };
const modesOf = (item: string) => (item === AUCTION ? COMMAND : RAW);

/** Answers on `stream` from now on. Resolves after the first answer to the broker. */
export function runMetadataAdapter(stream: AriStream, sessions: SessionHandlers): Promise<void> {
  const provider = new MetadataProvider(stream);
  provider
    .on('getItems', ({ groupName, sessionId }, response) => {
      if (groupName === LOAD || groupName === AUCTION) response.success([groupName]);
      else if (groupName === MINE && sessionId !== null) response.success([mineOf(sessionId)]);
      else response.error('There is no such group of items.', 'items');
    })
    .on('getSchema', ({ groupName, schemaName }, response) => {
      const known = SCHEMAS.get(groupName);
      const asked = (schemaName ?? '').split(' ');
      if (known === undefined) response.error('There is no such group of items.', 'items');
      else if (asked.every((field) => known.includes(field)) && new Set(asked).size === asked.length) {
        response.success(asked);
      } else response.error('These are not the fields of this group.', 'schema');
    })
    .on('getItemData', ({ itemNames }, response) => {
      const dataOf = (item: string) => ({ distinctSnapLen: 0, minSourceFreq: 0, allowedModes: modesOf(item) });
      response.success(itemNames.map(dataOf));
    })
    .on('getUserItemData', ({ itemNames }, response) => {
      const dataOf = (item: string) => ({ allowedBufferSize: 0, allowedMaxItemFreq: 0, allowedModes: modesOf(item) });
      response.success(itemNames.map(dataOf));
    })
    .on('notifyNewSession', ({ sessionId, contextProperties }, response) => {
      response.success();
      sessions.opened(sessionId, contextProperties.REMOTE_IP || undefined);
    })
    .on('notifySessionClose', ({ sessionId }, response) => {
      response.success();
      sessions.closed(sessionId);
    })
    .on('notifyUserMessage', ({ sessionId, userMessage }, response) => {
      response.success();
      sessions.message(sessionId, userMessage);
    });
  return new Promise((resolve) => {
    provider.on('init', (_request, response) => {
      response.success();
      resolve();
    });
  });
}
