import { faultlessCounts, faultlessReport } from '../testing/faultless-run.ts';
import { histogramOf } from '../testing/histogram-of.ts';
import { countsEndToEnd, histogramsOf, outcomeEndToEnd, seriesEndToEnd } from './end-to-end.ts';

const outcome = (...reports: ReturnType<typeof faultlessReport>[]) => ({ reports, died: [], error: null });

test('a slice begins in its own bucket, and what comes after its end is added to the next one', () => {
  const parts = [
    { bucket: 0, value: [5, 1] },
    { bucket: 1, value: [4] },
    { bucket: 2, value: [3, 0, 2] },
  ];
  expect(seriesEndToEnd(parts)).toEqual([5, 5, 3, 0, 2]);
});

test('reports of a member are one, with the metrics of all slices', () => {
  const first = { ...faultlessReport(), loopDelay: { p99: 1, max: 2 }, busy: 0.1 };
  const second = { ...faultlessReport(), loopDelay: { p99: 90, max: 95 }, busy: 0.9, refusals: 2 };
  const third = { ...faultlessReport(), loopDelay: { p99: 2, max: 3 }, busy: 0.2 };
  const parts = [first, second, third].map((report, index) => ({ bucket: 2 * index, value: outcome(report) }));
  const { reports, error } = outcomeEndToEnd(parts);
  expect(error).toBeNull();
  expect(reports).toHaveLength(1);
  const [report] = reports as [ReturnType<typeof faultlessReport>];
  expect(report.metrics.sentByClients).toEqual({ kind: 'count', series: [2, 2, 2, 2, 2, 2] });
  expect(report.metrics.fromSent).toMatchObject({ kind: 'trend', sum: [6, 10, 6, 10, 6, 10], negative: 0 });
  const values = [2, 4, 4, 6];
  expect(report.metrics.fromSent).toMatchObject({ hdr: histogramOf([...values, ...values, ...values]) });
  expect(report).toMatchObject({ refusals: 2, loopDelay: { p99: 2, max: 95 }, busy: 0.2 });
});

test('a member of which a slice has no report says so, and who died is named once', () => {
  const died = [{ member: 1, reason: 'killed' }];
  const lost = { reports: [], died, error: 'member 1 did not report' };
  const together = outcomeEndToEnd([
    { bucket: 0, value: outcome(faultlessReport()) },
    { bucket: 2, value: lost },
    { bucket: 4, value: lost },
  ]);
  expect(together).toMatchObject({ died, error: 'member 1 did not report' });
  expect(together.reports).toHaveLength(1);
});

test("the server's counts are put end to end, and are unknown where one slice's are", () => {
  const parts = [0, 2].map((bucket) => ({ bucket, value: faultlessCounts() }));
  expect(countsEndToEnd(parts)!.verbs.publish).toEqual({ received: [2, 2, 2, 2], sent: [4, 4, 4, 4] });
  expect(countsEndToEnd([...parts, { bucket: 4, value: null }])).toBeNull();
});

test('the histogram of each slice is that of all members, of the best metric that all slices have', () => {
  const slices = [outcome(faultlessReport(), faultlessReport()), outcome(faultlessReport())];
  const values = [2, 4, 4, 6];
  const fromSent = [histogramOf([...values, ...values]), histogramOf(values)];
  expect(histogramsOf(slices, ['delivery', 'sentByClients', 'fromSent', 'fromDue'])).toEqual({ fromSent });
  expect(histogramsOf([...slices, outcome()], ['fromSent'])).toBeUndefined();
});
