/** What no adapter should send, thousands of times. The seed is new every time, and part of every failure. */

import { randomInt } from 'node:crypto';
import { type AdapterConnection, AdapterFailure, type Role } from './adapter-connection.ts';
import { AriError, LineTokens } from './codec.ts';
import { CountedLog } from './counted-log.ts';
import { ARI_LIMITS } from './limits.ts';
import { RemoteData } from './remote-data.ts';
import { RemoteMetadata } from './remote-metadata.ts';
import { mutate, pick, randomFrom } from './testing/mutate.ts';
import { connectReady, endAll, type RawAdapters } from './testing/raw-adapter.ts';
import { type Recorded, record } from './testing/recorder.ts';

const ROUNDS = 400;
const LINES_PER_ROUND = 20;
const LINES_ALONE = 40_000;

const TABLE = { winIndex: 1, mode: 'RAW', group: 'g', schema: 's', firstItem: 1, lastItem: 1, selector: null } as const;

/** Every request to a metadata adapter. */
const REQUESTS: Readonly<Record<string, (metadata: RemoteMetadata) => Promise<unknown>>> = {
  NUS: (metadata) => metadata.notifyUser('joe', 'secret', new Map()),
  NNS: (metadata) => metadata.notifyNewSession('joe', 'S1', new Map()),
  GIS: (metadata) => metadata.getItems('joe', 'S1', 'load'),
  GSC: (metadata) => metadata.getSchema('joe', 'S1', 'load', 'message'),
  GIT: (metadata) => metadata.getItemData(['load']),
  GUI: (metadata) => metadata.getUserItemData('joe', ['load']),
  NUM: (metadata) => metadata.notifyUserMessage('joe', 'S1', 'hi'),
  NNT: (metadata) => metadata.notifyNewTables('joe', 'S1', [TABLE]),
  NTC: (metadata) => metadata.notifyTablesClose('S1', [TABLE]),
  NSC: (metadata) => metadata.notifySessionClose('S1'),
};

const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  NUS: ['D|12.5|B|1', 'EC|no|-1|sorry', 'EA|no'],
  NNS: ['V', 'EX|no|-1|sorry|S9'],
  GIS: ['S|load|S|mine%3AS1', '', 'EI|no'],
  GSC: ['S|message|S|a+b', 'ES|no'],
  GIT: ['I|0|D|0.0|M|R', 'E|no'],
  GUI: ['I|0|D|0.0|M|RMDC'],
  NUM: ['V', 'S|thanks', 'EN|#'],
  NNT: ['V'],
  NTC: ['V'],
  NSC: ['V'],
  SUB: ['V', 'EU|no'],
  USB: ['V'],
};

/** Makes every request there is; each may end as it likes, but must end. */
function askAll({ server: { metadata, data } }: Recorded): Promise<unknown>[] {
  return [
    ...Object.values(REQUESTS).map((ask) => ask(metadata)),
    data.subscribe('load'),
    data.unsubscribe('load'),
    data.subscribe('load'),
  ].map((ending) => ending.catch((error: Error) => error));
}

/** Good lines for that stream: answers to what was asked, with ids that were, and events. */
function goodLine(role: Role, random: () => number): string {
  const id = String(1000 + Math.floor(random() * 16));
  if (role === 'notify') {
    return pick(random, [
      `1700000000000|UD3|S|auction|S|1002|B|${pick(random, ['0', '1'])}|S|message|S|a+b%21|S|none|S|#`,
      '1700000000000|EOS|S|auction|S|1002',
      '1700000000000|CLS|S|auction|S|1002',
      '1700000000000|UD2|S|auction|S|1002|B|0|Y|AAAA',
      '1700000000000|FAL|E|no+feed',
      '1700000000000|RAC|S|user|S|joe',
      'KEEPALIVE',
    ]);
  }
  const method = pick(random, Object.keys(ANSWERS));
  return pick(random, ['KEEPALIVE', ...(ANSWERS[method] ?? []).map((answer) => `${id}|${method}|${answer}`)]);
}

/** Resolves with the id of the subscription, which is 1002 when nothing was asked before. */
async function subscribeTo(item: string, { server }: Recorded, adapters: RawAdapters): Promise<string> {
  const subscribed = server.data.subscribe(item);
  const [id = ''] = (await adapters.data.next()).split('|');
  adapters.data.send(`${id}|SUB|V`);
  await subscribed;
  return id;
}

/** The adapters work when a whole conversation does. */
async function converse(recorded: Recorded, adapters: RawAdapters): Promise<void> {
  const { server, heard } = recorded;
  const items = server.metadata.getItems(null, 'S1', 'load');
  const [asked] = (await adapters.metadata.next()).split('|');
  adapters.metadata.send(`${asked}|GIS|S|load`);
  expect(await items).toEqual(['load']);
  const id = await subscribeTo('load', recorded, adapters);
  adapters.notify.send(`1|UD3|S|load|S|${id}|B|0|S|message|S|well`);
  expect(await heard.take()).toEqual(['update', 'load', false, { message: 'well' }]);
}

async function withSeed(run: (random: () => number) => Promise<void>): Promise<void> {
  const seed = randomInt(2 ** 32);
  try {
    await run(randomFrom(seed));
  } catch (error) {
    throw new Error(`with seed ${seed}`, { cause: error });
  }
}

/** Lets `send` write to new adapters in each round, which may end their connections and nothing else. Returns in how many rounds the broker ended them. */
async function survive(
  rounds: number,
  send: (recorded: Recorded, adapters: RawAdapters) => Promise<void>,
): Promise<number> {
  const recorded = await record({ lineBytes: 5000 });
  const { server, heard } = recorded;
  let lost = 0;
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const adapters = await connectReady(server.ports);
      expect(await heard.take()).toEqual(['back']);
      if (round === rounds) await converse(recorded, adapters);
      else await send(recorded, adapters);
      endAll(adapters);
      const [, reason] = await heard.takeUntil(([kind]) => kind === 'gone');
      if (!String(reason).endsWith('ended its connection')) lost += 1;
    }
  } finally {
    await server.close();
  }
  return lost;
}

test(`${ROUNDS * LINES_PER_ROUND} lines that went wrong end connections, and nothing else`, () =>
  withSeed(async (random) => {
    const endings: Promise<unknown>[] = [];
    const lost = await survive(ROUNDS, async (recorded, adapters) => {
      await subscribeTo('auction', recorded, adapters);
      endings.push(...askAll(recorded));
      for (let n = 0; n < LINES_PER_ROUND; n += 1) {
        const role = pick(random, ['metadata', 'data', 'notify'] as const);
        const line = goodLine(role, random);
        adapters[role].sendBytes(Buffer.from(`${random() < 0.3 ? line : mutate(line, random)}\n`, 'latin1'));
      }
    });
    await Promise.all(endings);
    // Most rounds have a line that is bad enough; otherwise this would not test anything.
    expect(lost).toBeGreaterThan(ROUNDS / 2);
  }));

test('bytes that are no lines at all, cut anywhere, end connections, and nothing else', () =>
  withSeed(async (random) => {
    await survive(100, async (_, adapters) => {
      const role = pick(random, ['metadata', 'data', 'notify'] as const);
      const bytes = Buffer.from(Array.from({ length: 500 }, () => Math.floor(random() * 256)));
      for (let from = 0; from < bytes.length; ) {
        const to = from + 1 + Math.floor(random() * 60);
        adapters[role].sendBytes(bytes.subarray(from, to));
        from = to;
      }
    });
  }));

test(`each of ${LINES_ALONE} lines that went wrong is understood or refused`, () =>
  withSeed(async (random) => {
    const nowhere = { send: () => {}, waitingBytes: 0, initialised: () => {} } as unknown as AdapterConnection;
    const [stray, overdue, log] = [() => {}, () => {}, new CountedLog(() => {})];
    const metadata = new RemoteMetadata('OUTCRY', ARI_LIMITS, stray);
    const data = new RemoteData('OUTCRY', ARI_LIMITS, { stray, late: log, unreadable: log });
    let heard = 0;
    const hear = () => {
      heard += 1;
    };
    data.listen({ update: hear, endOfSnapshot: hear, clearSnapshot: hear, flush: hear });
    const beginnings = [metadata.begin(nowhere, overdue), data.begin(nowhere, nowhere, overdue)];
    metadata.answered(new LineTokens('1001|MPI|V'));
    data.answered(new LineTokens('1001|DPI|V'));
    await Promise.all(beginnings);
    void data.subscribe('auction');
    data.answered(new LineTokens('1002|SUB|V'));
    let refused = 0;
    /** Reads `line`; any other error than the two that end a connection fails the test. */
    const isTaken = (line: string, read: (tokens: LineTokens) => void): boolean => {
      try {
        read(new LineTokens(line));
        return true;
      } catch (error) {
        if (!(error instanceof AriError || error instanceof AdapterFailure)) throw error;
        refused += 1;
        return false;
      }
    };
    for (let id = 1002; id < 1002 + LINES_ALONE / 2; id += 1) {
      isTaken(mutate(goodLine('notify', random), random), (tokens) => data.notified(tokens));
      const [method, ask] = pick(random, Object.entries(REQUESTS));
      const ending = ask(metadata).catch((error: Error) => error);
      const [good] = ANSWERS[method]!;
      const head = `${id}|${method}|`;
      const answer = (tokens: LineTokens) => metadata.answered(tokens);
      if (!isTaken(head + mutate(pick(random, ANSWERS[method]!), random), answer)) isTaken(head + good, answer);
      await ending;
    }
    metadata.end('the test is over');
    data.end('the test is over');
    expect(refused).toBeGreaterThan(LINES_ALONE / 10);
    expect(refused).toBeLessThan(LINES_ALONE);
    expect(heard).toBeGreaterThan(LINES_ALONE / 100);
  }));
