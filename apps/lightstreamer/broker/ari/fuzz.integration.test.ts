/** What no adapter should send, thousands of times. The seed is new every time, and part of every failure. */
import { randomInt } from 'node:crypto';
import { seededRandom } from '../../../../protocol/random.ts';
import type { Role } from './adapter-connection.ts';
import { mutate, pick } from './testing/mutate.ts';
import { connectReady } from './testing/raw-adapter.ts';
import { type Recorded, record } from './testing/recorder.ts';

const ROUNDS = 400;
const LINES_PER_ROUND = 20;

const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  NUS: ['D|0|B|0', 'EC|no|-1|sorry', 'EA|no'],
  NNS: ['V', 'EX|no|-1|sorry|S9'],
  GIS: ['S|load|S|mine%3AS1', '', 'EI|no'],
  GSC: ['S|message|S|a+b', 'ES|no'],
  GIT: ['I|0|D|0.0|M|R', 'E|no'],
  GUI: ['I|0|D|0.0|M|RMDC'],
  NUM: ['V', 'EN|#'],
  NSC: ['V'],
  SUB: ['V', 'EU|no'],
  USB: ['V'],
};

/** Makes every request there is; each may end as it likes, but must end. */
function askAll({ server: { metadata, data } }: Recorded): Promise<unknown>[] {
  data.subscribe('auction');
  data.subscribe('load');
  data.unsubscribe('load');
  data.subscribe('load');
  return [
    metadata.notifyUser('joe', 'secret', new Map()),
    metadata.notifyNewSession('joe', 'S1', new Map()),
    metadata.getItems('joe', 'S1', 'load'),
    metadata.getSchema('joe', 'S1', 'load', 'message'),
    metadata.getItemModes(['load']),
    metadata.getUserItemModes('joe', ['load']),
    metadata.notifyUserMessage('joe', 'S1', 'hi'),
    metadata.notifySessionClose('S1'),
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
      '1700000000000|FAL|E|no+feed',
      '1700000000000|RAC|S|user|S|joe',
      'KEEPALIVE',
    ]);
  }
  const method = pick(random, Object.keys(ANSWERS));
  return pick(random, ['KEEPALIVE', ...(ANSWERS[method] ?? []).map((answer) => `${id}|${method}|${answer}`)]);
}

test(`${ROUNDS * LINES_PER_ROUND} lines that went wrong, and bytes that are no lines, end connections and nothing else`, async () => {
  const seed = randomInt(2 ** 32);
  const random = seededRandom(seed, 0);
  const recorded = await record({ lineLength: 5000 });
  const { server, heard, logged, connected } = recorded;
  const endings: Promise<unknown>[] = [];
  let lost = 0;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const adapters = await connectReady(server.ports);
      await connected();
      endings.push(...askAll(recorded));
      adapters.data.send('1002|SUB|V');
      for (let n = 0; n < LINES_PER_ROUND; n += 1) {
        const role = pick(random, ['metadata', 'data', 'notify'] as const);
        const line = goodLine(role, random);
        const bytes = Array.from({ length: 60 }, () => Math.floor(random() * 256));
        const text = random() < 0.3 ? line : mutate(line, random);
        adapters[role].sendBytes(random() < 0.05 ? Buffer.from(bytes) : Buffer.from(`${text}\n`, 'latin1'));
      }
      for (const stream of Object.values(adapters)) stream.end();
      await heard.takeUntil(([kind]) => kind === 'gone');
      const reason = await logged.takeUntil((sentence) => sentence.startsWith('the adapters are gone: '));
      if (!reason.endsWith('ended its connection')) lost += 1;
    }
    await Promise.all(endings);
    // Most rounds have a line that is bad enough; otherwise this would not test anything.
    expect(lost).toBeGreaterThan(ROUNDS / 2);
    // A whole conversation works.
    const adapters = await connectReady(server.ports);
    await connected();
    const items = server.metadata.getItems(null, 'S1', 'load');
    const [asked] = (await adapters.metadata.next()).split('|');
    adapters.metadata.send(`${asked}|GIS|S|load`);
    expect(await items).toEqual(['load']);
    server.data.subscribe('load');
    const [id] = (await adapters.data.next()).split('|');
    adapters.data.send(`${id}|SUB|V`);
    adapters.notify.send(`1|UD3|S|load|S|${id}|B|0|S|message|S|well`);
    expect(await heard.take()).toEqual(['update', 'load', false, { message: 'well' }]);
  } catch (error) {
    throw new Error(`with seed ${seed}`, { cause: error });
  } finally {
    await server.close();
  }
});
