import { EXIT } from '../../system/errors.ts';
import { divide } from '../divide.ts';
import { checkFit, connectionsPerClient } from './limits.ts';

const ROOMY = { openFiles: 1_000_000, ports: 60_000, memoryBytes: 64e9 };

test('what fits is let through, and so is what a machine does not tell', () => {
  expect(() => checkFit(ROOMY, 5_000, 20, 2)).not.toThrow();
  expect(() => checkFit({ openFiles: null, ports: null, memoryBytes: null }, 5_000, 20, 2)).not.toThrow();
});

test('too few open files: says how many clients fit and how to raise the limit', () => {
  const check = () => checkFit({ ...ROOMY, openFiles: 1024 }, 5_000, 20, 1);
  expect(check).toThrow('5000 clients need about 5200 open files');
  expect(check).toThrow('use at most 824 clients, or raise the limit with "ulimit -n 5200"');
  expect(check).toThrow(expect.objectContaining({ exitCode: EXIT.missing }));
});

test('too few ports: says how many clients fit and how to widen the range', () => {
  const check = () => checkFit({ ...ROOMY, ports: 10_000 }, 5_000, 20, 2);
  expect(check).toThrow('use at most 4500 clients, or widen the range with "sysctl');
});

test('too little memory: says how many clients fit', () => {
  expect(() => checkFit({ ...ROOMY, memoryBytes: 1e9 }, 5_000, 20, 1)).toThrow(/use at most \d+ clients, or more/);
});

test('clients over HTTP count twice', () => {
  expect(connectionsPerClient('websocket')).toBe(1);
  expect(connectionsPerClient('long-polling')).toBe(2);
});

test('clients are divided evenly and in order, and members without any are left out', () => {
  expect(divide(7, 3)).toEqual([
    [1, 2, 3],
    [4, 5],
    [6, 7],
  ]);
  expect(divide(2, 3)).toEqual([[1], [2]]);
});
