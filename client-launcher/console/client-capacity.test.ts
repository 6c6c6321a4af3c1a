import { EXIT } from '../../system/errors.ts';
import { divide } from '../divide-clients.ts';
import { checkFit, filesNeeded, type Need, needsAddresses, plentyOfPorts, sourceAddress } from './client-capacity.ts';

const ROOMY = { openFiles: 1_000_000, ports: 60_000, memoryBytes: 64e9 };
const need = (change: Partial<Need> = {}): Need => ({ clients: 5_000, workers: 20, perClient: 1, ...change });

test('what fits is let through, and so is what a machine does not tell', () => {
  expect(() => checkFit(ROOMY, need({ perClient: 2 }))).not.toThrow();
  expect(() => checkFit({ openFiles: null, ports: null, memoryBytes: null }, need())).not.toThrow();
});

test('too few open files: says how many clients fit and how to raise the limit', () => {
  const check = () => checkFit({ ...ROOMY, openFiles: 1024 }, need());
  expect(check).toThrow("5000 clients need about 5200 open files in the server's process");
  expect(check).toThrow('use at most 824 clients, or raise the limit with "ulimit -n 5200"');
  expect(check).toThrow(expect.objectContaining({ exitCode: EXIT.missing }));
});

test('what stands between clients and server has both ends of each connection open', () => {
  expect(filesNeeded(need({ between: 1 }))).toBe(10_200);
  expect(() => checkFit({ ...ROOMY, openFiles: 5_200 }, need({ between: 1 }))).toThrow(
    'in the process between them and the server, and 5200 are allowed; use at most 2500 clients',
  );
});

describe('too few ports', () => {
  const limits = { ...ROOMY, ports: 10_000 };

  test('never with as many as are plenty', () => {
    for (const clients of [1, 999, 9_000, 9_001]) {
      const wanted = need({ clients, workers: 1, perClient: 2, between: 1 });
      const plenty = { ...ROOMY, ports: plentyOfPorts(wanted) };
      expect(needsAddresses(plenty, wanted)).toBe(false);
      expect(() => checkFit(plenty, wanted)).not.toThrow();
    }
  });

  test('for one address: workers get others of this machine’s own', () => {
    expect(needsAddresses(limits, need({ perClient: 2 }))).toBe(true);
    expect(needsAddresses(limits, need())).toBe(false);
    expect(() => checkFit(limits, need({ perClient: 2 }))).not.toThrow();
    expect([0, 249, 250].map(sourceAddress)).toEqual(['127.0.1.1', '127.0.1.250', '127.0.2.1']);
  });

  test('for one worker: says how many clients one holds, and how to widen the range', () => {
    const check = () => checkFit(limits, need({ workers: 1, perClient: 2 }));
    expect(check).toThrow('5000 clients in one worker need about 10000 local ports');
    expect(check).toThrow('use at most 4500 with --clients-per-worker, or widen the range with "sysctl');
  });

  test('for what stands between clients and server, which has one address alone', () => {
    const check = () => checkFit(limits, need({ perClient: 2, between: 1 }));
    expect(check).toThrow(/10000 local ports for what stands between .* at most 4500 clients, or widen the range/);
  });
});

test('too little memory: says how many clients fit, and what the server needs of it', () => {
  expect(() => checkFit({ ...ROOMY, memoryBytes: 1e9 }, need())).toThrow(/use at most \d+ clients, or more/);
  const memory = { serverBytes: 500e6, serverBytesPerClient: 1e6, clientBytes: 0 };
  const check = () => checkFit({ ...ROOMY, memoryBytes: 4e9 }, need({ memory }));
  expect(check).toThrow('about 7200 MB of memory, 5500 MB of it for the server, and 4000 MB are free');
  expect(check).toThrow('use at most 2419 clients');
});

test('clients are divided evenly and in order, and members without any are skipped', () => {
  expect(divide(7, 3)).toEqual([
    [1, 2, 3],
    [4, 5],
    [6, 7],
  ]);
  expect(divide(2, 3)).toEqual([[1], [2]]);
});
