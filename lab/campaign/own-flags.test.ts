import type { RunRecord } from '../../protocol/run-record.ts';
import { ownFlags } from './own-flags.ts';

const START = Date.parse('2026-11-20T10:00:00Z');

/** Of a test from `from` to `until`, seconds after the session's start. */
const run = (from: number, until: number, ...codes: string[]): RunRecord =>
  ({
    when: {
      startedAt: new Date(START + from * 1_000).toISOString(),
      finishedAt: new Date(START + until * 1_000).toISOString(),
    },
    validity: codes.map((code) => ({ code, level: 'warning', message: 'made up' })),
  }) as unknown as RunRecord;

const during = (from: number, until = from) => ({ from: START + from * 1_000, until: START + until * 1_000 });

const FIRST = run(1, 3, 'warm-up-short', 'client-died', 'process-stopped', 'cpu-stolen');
const SECOND = run(5, 7, 'warm-up-short', 'monitor-gaps');

test('findings are those of the run that was hit, without what every run says and what the machine did', () => {
  expect(ownFlags([FIRST, SECOND], during(2))).toEqual(['client-died', 'process-stopped']);
  expect(ownFlags([SECOND, FIRST], during(2))).toEqual(['client-died', 'process-stopped']);
  expect(ownFlags([FIRST, SECOND], during(6))).toEqual(['monitor-gaps']);
});

test('what falls between two tests hits the run that comes next', () => {
  expect(ownFlags([FIRST, SECOND], during(4))).toEqual(['monitor-gaps']);
});

test('what lasts from one test into the next hits both', () => {
  expect(ownFlags([FIRST, SECOND], during(2, 6))).toEqual(['client-died', 'monitor-gaps', 'process-stopped']);
});

test('where no run ended after it, all were hit', () => {
  expect(ownFlags([FIRST, SECOND], during(9))).toEqual(['client-died', 'monitor-gaps', 'process-stopped']);
  expect(ownFlags([], during(9))).toEqual([]);
});
