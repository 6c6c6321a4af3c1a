import { readLedger } from './ledger.ts';

const body = (seq: number, told = 'taken') => ({ line: 'body', seq, fed: seq * 10, told });
const client = (number: number, ...seq: number[]) => ({
  line: 'client',
  client: number,
  seq,
  at: seq.map((_, n) => n),
});
const read = (...lines: object[]) => readLedger([{ line: 'run' }, ...lines].map((line) => JSON.stringify(line)));

const BODIES = [0, 1, 2, 3].map((seq) => body(seq));

test('a log in which everything came once and in order', () => {
  const { clients, ...sums } = read(...BODIES, client(1, 0, 1, 2, 3), client(2, 0, 1, 2, 3));
  expect(sums).toEqual({ told: { taken: 4 }, delivered: 8, lost: 0, doubled: 0, outOfOrder: 0 });
  expect(clients).toHaveLength(2);
});

test('each client’s lost, doubled and overtaken bodies are named', () => {
  const { clients } = read(...BODIES, client(1, 0, 2, 1, 2, 2), client(2, 3, 0, 1));
  expect(clients).toEqual([
    { client: 1, lost: [3], doubled: [2, 2], outOfOrder: [1], delivered: 3 },
    { client: 2, lost: [2], doubled: [], outOfOrder: [0, 1], delivered: 3 },
  ]);
});

test('a body is lost only where the server said that it had taken it', () => {
  const { told, lost, clients } = read(body(0), body(1, 'refused'), body(2, 'unknown'), client(1, 2));
  expect(told).toEqual({ taken: 1, refused: 1, unknown: 1 });
  expect(lost).toBe(1);
  expect(clients[0]!.lost).toEqual([0]);
});

test('a line that is no JSON is named', () => {
  expect(() => readLedger(['{}', 'x'])).toThrow('line 2 is not JSON');
});
