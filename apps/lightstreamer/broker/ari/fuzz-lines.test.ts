/** The same as in `fuzz.test.ts` without connections, and so with many more lines: each is understood or refused properly. */

import { randomInt } from 'node:crypto';
import { type AdapterConnection, AdapterFailure } from './adapter-connection.ts';
import { AriError, LineTokens } from './codec.ts';
import { ARI_LIMITS } from './limits.ts';
import { OftenSaid } from './often-said.ts';
import { RemoteData } from './remote-data.ts';
import { RemoteMetadata } from './remote-metadata.ts';
import { mutate, pick, randomFrom } from './testing/mutate.ts';

const LINES = 20_000;

const EVENTS = [
  'UD3|S|an+item|S|1002|B|1|S|message|S|%7B%22a%22%3A1%7D|S|none|S|#|S|empty|S|$',
  'UD3|S|an+item|S|1002|B|0|',
  'EOS|S|an+item|S|1002',
  'CLS|S|an+item|S|1002',
  'FAL|E|no+feed',
];

type Ask = (metadata: RemoteMetadata) => Promise<unknown>;

const QUESTIONS: readonly (readonly [ask: Ask, good: string, bad: string])[] = [
  [(metadata) => metadata.notifyUser('joe', null, new Map()), 'D|12.5|B|1', 'EC|no|-1|so+sorry'],
  [(metadata) => metadata.notifyNewSession('joe', 'S1', new Map()), 'V', 'EX|no|-1|sorry|S9'],
  [(metadata) => metadata.getItems('joe', 'S1', 'load'), 'S|load|S|mine%3AS1', 'EI|no'],
  [(metadata) => metadata.getItemData(['a', 'b']), 'I|1|D|1e1|M|R|I|0|D|0.0|M|MDC', 'E|no'],
  [(metadata) => metadata.getUserItemData(null, ['a']), 'I|0|D|0.0|M|RMDC', 'E|#'],
  [(metadata) => metadata.notifyUserMessage(null, 'S1', 'hi'), 'S|thank+you', 'EN|no'],
];

/** Where lines go that nobody reads. */
function nowhere(sent: string[]): AdapterConnection {
  const connection = { send: (line: string) => sent.push(line), waitingBytes: 0, initialised: () => {} };
  return connection as unknown as AdapterConnection;
}

/** Whether the line was taken; throws what is neither of the two errors that end a connection in good order. */
function isTaken(read: () => void): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof AriError || error instanceof AdapterFailure) return false;
    throw error;
  }
}

async function withSeed(run: (random: () => number) => Promise<void>): Promise<void> {
  const seed = randomInt(2 ** 32);
  try {
    await run(randomFrom(seed));
  } catch (error) {
    throw new Error(`with seed ${seed}`, { cause: error });
  }
}

test('events that went wrong', () =>
  withSeed(async (random) => {
    const silent = new OftenSaid(() => {});
    const data = new RemoteData('OUTCRY', 'DEFAULT', ARI_LIMITS, { stray: () => {}, late: silent, unreadable: silent });
    let heard = 0;
    const hear = () => {
      heard += 1;
    };
    data.listen({ update: hear, endOfSnapshot: hear, clearSnapshot: hear, flush: hear });
    const beginning = data.begin(nowhere([]), nowhere([]));
    data.answered(new LineTokens('1001|DPI|V'));
    await beginning;
    const subscribed = data.subscribe('an item');
    data.answered(new LineTokens('1002|SUB|V'));
    await subscribed;
    let refused = 0;
    for (let n = 0; n < LINES; n += 1) {
      const line = mutate(`1700000000000|${pick(random, EVENTS)}`, random);
      if (!isTaken(() => data.notified(new LineTokens(line)))) refused += 1;
    }
    data.end('the test is over');
    expect(refused).toBeGreaterThan(LINES / 10);
    expect(heard).toBeGreaterThan(LINES / 50);
  }));

test('answers that went wrong', () =>
  withSeed(async (random) => {
    const sent: string[] = [];
    const metadata = new RemoteMetadata('OUTCRY', ARI_LIMITS, () => {});
    const beginning = metadata.begin(nowhere(sent));
    metadata.answered(new LineTokens('1001|MPI|V'));
    await beginning;
    let refused = 0;
    for (let n = 0; n < LINES; n += 1) {
      const [ask, good, bad] = pick(random, QUESTIONS);
      const ending = ask(metadata).catch((error: Error) => error);
      const [id, method] = (sent.pop() ?? '').split('|');
      const line = `${id}|${method}|${mutate(pick(random, [good, bad]), random)}`;
      if (!isTaken(() => metadata.answered(new LineTokens(line)))) {
        refused += 1;
        metadata.answered(new LineTokens(`${id}|${method}|${good}`));
      }
      await ending;
    }
    metadata.end('the test is over');
    expect(refused).toBeGreaterThan(LINES / 10);
    expect(refused).toBeLessThan(LINES);
  }));
