import type { MachineCheck } from '../../loadtests/monitor/machine-check.ts';
import { machineAdvice, machineLine, machinesTable } from './machine-check-text.ts';

const about = {
  ...{ name: 'lab-2', id: 'a kernel', cpu: 'a processor', cores: 8, memoryBytes: 2 ** 34, kernel: 'Linux 6.1' },
  ...{ node: 'v22.16.0', addresses: [], pid: 7, openFiles: 65_536 },
};
const good: MachineCheck = {
  ...{ machine: 'ssh:lab-2', workers: 4, problem: null, about, roundTripMs: 0.42, clockErrorMs: 0.18 },
  busy: { percent: 1.2, programs: [] },
};

test('a machine is one line', () => {
  expect(machineLine(good)).toBe(
    'ssh:lab-2: lab-2, 8 cores, Node.js v22.16.0, round trip 0.42 ms, clock ±0.18 ms, 65,536 open files, others quiet',
  );
});

test('one that cannot be used says why, in its place', () => {
  const check = { ...good, about: null, problem: 'ssh:lab-2: lab-2 cannot be reached; check that it is on' };
  expect(machineLine(check)).toBe('ssh:lab-2: lab-2 cannot be reached; check that it is on');
});

test.each<[string, Partial<MachineCheck>, RegExp]>([
  ['more workers than cores', { workers: 9 }, /8 cores for 9 workers; ask for fewer/],
  ['few open files', { about: { ...about, openFiles: 1024 } }, /1,024 files there; raise/],
  [
    'others',
    { busy: { percent: 150, programs: [{ name: 'backup', cpuSeconds: 3 }] } },
    /busy there: backup; stop them/,
  ],
])('%s are advised against', (_, change, advice) => {
  expect(machineAdvice({ ...good, ...change })).toEqual([expect.stringMatching(advice)]);
});

test('a server may have a machine of one core', () => {
  expect(machineAdvice({ ...good, workers: null, about: { ...about, cores: 1 } })).toEqual([]);
});

test('the table fits 80 columns', () => {
  const bad = {
    ...good,
    machine: 'docker:bench',
    about: null,
    problem: 'docker:bench: the engine cannot be reached; docker info says why',
  };
  const text = machinesTable([good, bad], 80);
  expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(text).toContain('what to do: docker:bench');
});
