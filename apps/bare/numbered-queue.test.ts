import { Outgoing } from './client-connection.ts';
import { NumberedQueue } from './numbered-queue.ts';

function queueOf(...texts: string[]): NumberedQueue {
  const queue = new NumberedQueue();
  for (const text of texts) queue.push(new Outgoing(text));
  return queue;
}

function bodyOf(queue: NumberedQueue): { first: number; messages: unknown[] } {
  const [head, ...lines] = queue.toBody().toString().trimEnd().split('\n');
  return { ...JSON.parse(head!), messages: lines.map((line) => JSON.parse(line)) };
}

test('what waits is numbered from 1 and stays until it is acknowledged', () => {
  const queue = queueOf('"a"', '"b"', '"c"');
  expect(bodyOf(queue)).toEqual({ first: 1, messages: ['a', 'b', 'c'] });
  expect(bodyOf(queue)).toEqual({ first: 1, messages: ['a', 'b', 'c'] });
  expect(queue.acknowledge(2)).toBe(true);
  expect(bodyOf(queue)).toEqual({ first: 3, messages: ['c'] });
  queue.push(new Outgoing('"d"'));
  expect(bodyOf(queue)).toEqual({ first: 3, messages: ['c', 'd'] });
  expect(queue.acknowledge(4)).toBe(true);
  expect(bodyOf(queue)).toEqual({ first: 5, messages: [] });
});

test('an acknowledgement that comes twice, or late, takes nothing away', () => {
  const queue = queueOf('1', '2', '3');
  queue.acknowledge(2);
  expect(queue.acknowledge(2)).toBe(true);
  expect(queue.acknowledge(0)).toBe(true);
  expect(bodyOf(queue)).toEqual({ first: 3, messages: [3] });
});

test.each([4, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('%p acknowledges nothing that was given out', (last) => {
  const queue = queueOf('1', '2', '3');
  expect(queue.acknowledge(last)).toBe(false);
  expect(bodyOf(queue)).toEqual({ first: 1, messages: [1, 2, 3] });
});

test('it knows how many bytes wait', () => {
  const queue = queueOf('"é"', '"b"');
  expect(queue.bytes).toBe(9);
  queue.acknowledge(1);
  expect(queue.bytes).toBe(4);
  queue.acknowledge(2);
  expect([queue.bytes, queue.isEmpty]).toEqual([0, true]);
});
