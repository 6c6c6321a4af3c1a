import { GOODBYE, LOAD, mineOf } from '../items.ts';
import { Visitors } from './visitors.ts';

/** Visitors that write down what the house would hear. */
function trial() {
  const heard: string[] = [];
  const visitors = new Visitors({
    entered: ({ item, address }) => heard.push(`${item} from ${address} enters`),
    left: ({ item }) => heard.push(`${item} leaves`),
    unknown: (item) => heard.push(`${item} is unknown`),
    message: ({ item }, text) => heard.push(`${item}: ${text}`),
  });
  return { heard, visitors };
}

const A = mineOf('A');
const B = mineOf('B');
const STEPS: Record<string, (visitors: Visitors) => void> = {
  'its own item': (visitors) => visitors.subscribed(A),
  'the item for all': (visitors) => visitors.subscribed(LOAD),
  'its words': (visitors) => {
    visitors.message('A', 'hello');
    visitors.message('A', null);
  },
};

test.each([
  ['its own item', 'the item for all', 'its words'],
  ['its own item', 'its words', 'the item for all'],
  ['the item for all', 'its own item', 'its words'],
  ['the item for all', 'its words', 'its own item'],
  ['its words', 'its own item', 'the item for all'],
  ['its words', 'the item for all', 'its own item'],
])('in the order %s, %s, %s, a session enters once and is heard', (...order) => {
  const { heard, visitors } = trial();
  visitors.opened('A', '192.0.2.1');
  for (const step of order) STEPS[step]!(visitors);
  expect(heard).toEqual([`${A} from 192.0.2.1 enters`, `${A}: hello`, `${A}: null`]);
});

test('one whose item for all is being subscribed anew waits for it', () => {
  const { heard, visitors } = trial();
  visitors.subscribed(LOAD);
  visitors.opened('A', undefined);
  visitors.unsubscribed(LOAD);
  visitors.subscribed(A);
  visitors.message('A', 'hello');
  expect(heard).toEqual([]);
  visitors.subscribed(LOAD);
  expect(heard).toEqual([`${A} from undefined enters`, `${A}: hello`]);
});

test.each(['unsubscribed', 'closed', 'told goodbye'] as const)(
  'a session that is %s leaves once, and is not heard any more',
  (end) => {
    const { heard, visitors } = trial();
    visitors.subscribed(LOAD);
    visitors.opened('A', undefined);
    visitors.opened('B', undefined);
    visitors.subscribed(A);
    visitors.subscribed(B);
    heard.length = 0;
    if (end === 'closed') visitors.closed('A');
    else if (end === 'told goodbye') visitors.message('A', GOODBYE);
    else visitors.unsubscribed(A);
    visitors.message('A', 'still here');
    visitors.unsubscribed(A);
    visitors.closed('A');
    visitors.message('A', 'still here');
    visitors.message('B', 'me too');
    expect(heard).toEqual([`${A} leaves`, `${B}: me too`]);
  },
);

test('one who leaves before entering has never been there', () => {
  const { heard, visitors } = trial();
  visitors.opened('A', undefined);
  visitors.message('A', 'hello');
  visitors.subscribed(A);
  visitors.closed('A');
  visitors.subscribed(LOAD);
  expect(heard).toEqual([]);
});

test('a session that subscribes to its item again is a new connection', () => {
  const { heard, visitors } = trial();
  visitors.subscribed(LOAD);
  visitors.opened('A', '192.0.2.1');
  for (let n = 0; n < 2; n++) {
    visitors.subscribed(A);
    visitors.unsubscribed(A);
  }
  const once = [`${A} from 192.0.2.1 enters`, `${A} leaves`];
  expect(heard).toEqual([...once, ...once]);
});

test('a session that is older than the adapters does not enter', () => {
  const { heard, visitors } = trial();
  visitors.subscribed(A);
  visitors.subscribed(LOAD);
  visitors.message('A', 'hello');
  expect(heard).toEqual([`${A} is unknown`]);
});

test('with the broker everybody goes', () => {
  const { heard, visitors } = trial();
  visitors.subscribed(LOAD);
  visitors.opened('A', undefined);
  visitors.subscribed(A);
  visitors.opened('B', undefined);
  heard.length = 0;
  visitors.clear();
  visitors.subscribed(B);
  expect(heard).toEqual([`${A} leaves`, `${B} is unknown`]);
});

test('what is said before is kept in bounds', () => {
  const { heard, visitors } = trial();
  visitors.opened('A', undefined);
  visitors.opened('B', undefined);
  for (let n = 0; n < 1_000; n++) visitors.message('A', `${n}`);
  for (let n = 0; n < 4; n++) visitors.message('B', 'x'.repeat(3_000_000));
  for (const item of [LOAD, A, B]) visitors.subscribed(item);
  expect(heard.filter((line) => line.startsWith(`${A}:`))).toHaveLength(100);
  expect(heard.filter((line) => line.startsWith(`${B}:`))).toHaveLength(2);
});
