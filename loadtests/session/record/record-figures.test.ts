import { recordFigure } from '../../../merge/record-figures.ts';
import { faultlessRun } from '../testing/faultless-run.ts';
import { makeRecord } from './make-record.ts';

const run = faultlessRun();
run.outcome.reports[0]!.metrics.receivedByClients = { kind: 'count', series: [4, 1] };
const record = makeRecord(run);

test.each<[string, number | null]>([
  ['fromSent', 4],
  ['fromSent.mean', 4],
  ['fromSent.count', 4],
  ['serverCpu', 15],
  ['serverCpu.max', 20],
  ['serverMemory.max', 3],
  ['sentByClients', 4],
  ['receivedByClients.lost', 3],
  ['lost', 3],
  ['swarmCpu', null],
  ['delivery.p99', null],
  ['fromSent.hdr', null],
  ['nothing', null],
  ['constructor', null],
])('a run’s %s is %p', (path, value) => {
  expect(recordFigure(record, path)).toBe(value);
});

test('percentiles are those of the distribution, where it has values enough for them', () => {
  expect(recordFigure(record, 'fromSent.p50')).toBeLessThanOrEqual(6);
  expect(recordFigure(record, 'fromSent.p99')).toBeNull();
  const many = structuredClone(record);
  const { fromSent } = many.metrics;
  if (fromSent?.kind === 'trend') fromSent.distribution!.count = 100;
  expect(recordFigure(many, 'fromSent.p99')).toBeCloseTo(6, 1);
  expect(recordFigure(many, 'fromSent.p999')).toBeNull();
});
