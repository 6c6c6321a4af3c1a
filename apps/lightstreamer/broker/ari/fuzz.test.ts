/** What no adapter should send, thousands of times. The seed is new every time and is told with every failure. */

import { randomInt } from 'node:crypto';
import type { Role } from './adapter-connection.ts';
import { mutate, pick, randomFrom } from './testing/mutate.ts';
import { connectReady, endAll, type RawAdapters } from './testing/raw-adapter.ts';
import { type Recorded, record } from './testing/recorder.ts';

const ROUNDS = 400;
const LINES_PER_ROUND = 20;

const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  NUS: ['D|12.5|B|1', 'EC|no|-1|sorry', 'EA|no'],
  NNS: ['V', 'EX|no|-1|sorry|S9'],
  GIS: ['S|load|S|mine%3AS1', '', 'EI|no'],
  GSC: ['S|message|S|a+b', 'ES|no'],
  GIT: ['I|0|D|0.0|M|R', 'E|no'],
  GUI: ['I|0|D|0.0|M|RMDC'],
  NUM: ['V', 'S|thanks', 'EN|#'],
  NSC: ['V'],
  SUB: ['V', 'EU|no'],
  USB: ['V'],
};

/** Asks everything there is to ask; nobody cares how it ends, as long as it does. */
function askAll({ server: { metadata, data } }: Recorded): Promise<unknown>[] {
  const table = {
    winIndex: 1,
    mode: 'RAW',
    group: 'g',
    schema: 's',
    firstItem: 1,
    lastItem: 1,
    selector: null,
  } as const;
  return [
    metadata.notifyUser('joe', 'secret', new Map()),
    metadata.notifyNewSession('joe', 'S1', new Map()),
    metadata.getItems('joe', 'S1', 'load'),
    metadata.getSchema('joe', 'S1', 'load', 'message'),
    metadata.getItemData(['load']),
    metadata.getUserItemData('joe', ['load']),
    metadata.notifyUserMessage('joe', 'S1', 'hi'),
    metadata.notifyNewTables('joe', 'S1', [table]),
    metadata.notifyTablesClose('S1', [table]),
    metadata.notifySessionClose('S1'),
    data.subscribe('load'),
    data.unsubscribe('load'),
    data.subscribe('load'),
  ];
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

/** The adapters are well again when a whole conversation works. */
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

test(`${ROUNDS * LINES_PER_ROUND} lines that went wrong end connections, and nothing else`, async () => {
  const seed = randomInt(2 ** 32);
  const random = randomFrom(seed);
  const recorded = await record({ lineBytes: 5000 });
  const { server, heard } = recorded;
  let lost = 0;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const adapters = await connectReady(server.ports);
      expect(await heard.take()).toEqual(['back']);
      await subscribeTo('auction', recorded, adapters);
      const endings = askAll(recorded).map((ending) => ending.catch((error: Error) => error));
      for (let n = 0; n < LINES_PER_ROUND; n += 1) {
        const role = pick(random, ['metadata', 'data', 'notify'] as const);
        const line = goodLine(role, random);
        adapters[role].sendBytes(Buffer.from(`${random() < 0.3 ? line : mutate(line, random)}\n`, 'latin1'));
      }
      endAll(adapters);
      const [, reason] = await heard.takeUntil(([kind]) => kind === 'gone');
      if (!String(reason).endsWith('ended its connection')) lost += 1;
      await Promise.all(endings);
    }
    const adapters = await connectReady(server.ports);
    expect(await heard.take()).toEqual(['back']);
    await converse(recorded, adapters);
    // Most rounds have a line that is bad enough; were there none, this test would not show anything.
    expect(lost).toBeGreaterThan(ROUNDS / 2);
  } catch (error) {
    throw new Error(`with seed ${seed}`, { cause: error });
  } finally {
    await server.close();
  }
});

test('bytes that are no lines at all, cut anywhere, end connections, and nothing else', async () => {
  const seed = randomInt(2 ** 32);
  const random = randomFrom(seed);
  const recorded = await record({ lineBytes: 5000 });
  const { server, heard } = recorded;
  try {
    for (let round = 0; round < 100; round += 1) {
      const adapters = await connectReady(server.ports);
      expect(await heard.take()).toEqual(['back']);
      const role = pick(random, ['metadata', 'data', 'notify'] as const);
      const bytes = Buffer.from(Array.from({ length: 500 }, () => Math.floor(random() * 256)));
      for (let from = 0; from < bytes.length; ) {
        const to = from + 1 + Math.floor(random() * 60);
        adapters[role].sendBytes(bytes.subarray(from, to));
        from = to;
      }
      endAll(adapters);
      await heard.takeUntil(([kind]) => kind === 'gone');
    }
    const adapters = await connectReady(server.ports);
    expect(await heard.take()).toEqual(['back']);
    await converse(recorded, adapters);
  } catch (error) {
    throw new Error(`with seed ${seed}`, { cause: error });
  } finally {
    await server.close();
  }
});
