import { MADE_UP_SCENARIO } from '../../chart-merger/testing/made-up-scenario.ts';
import { withSubstitute } from '../../merge/testing/made-conditions.ts';
import { type MadeRun, makeCount, makeRun } from '../../merge/testing/make-run.ts';
import { RESOURCE_METRICS } from '../../metrics/standard-metrics.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { summaryOf } from './end-of-run.ts';

/** Records of a framework in `rounds` rounds of a session. */
function rows(framework: string, latencyMs: number, rounds = 6, more: MadeRun = {}): RunRecord[] {
  return Array.from({ length: rounds }, (_, index) => {
    const repetition = index + 1;
    return makeRun({
      latencyMs,
      // A disturbance of a round hits all frameworks alike.
      seed: repetition + framework.length,
      ...more,
      identity: { framework, frameworkLabel: framework, repetition, ...more.identity },
    });
  });
}

const summed = (records: RunRecord[], percent = 10): string =>
  summaryOf({ records, scenarios: [], session: 's1', results: '/r', percent, roundSeconds: 60 })!;

test('tells who is fastest, who is as fast and who is slower, then the figures, in 25 lines of 80 columns', () => {
  const text = summed([...rows('one', 8), ...rows('twins', 8), ...rows('slower', 16)]);
  expect(text).toMatch(/^(Fastest|Less|Best): /);
  expect(text).toMatch(/^\w+: slower \(1\.98 x\)\.$/m);
  expect(text).toMatch(/^Latency from sent: 20 firefox clients over websocket, 6 rounds\. Times (one|twins),/m);
  expect(text).toMatch(/^with simultaneous 96 % intervals:$|simultaneous 96 %/m);
  expect(text).toMatch(/^ +mean ms +times +p99 ms +times$/m);
  expect(text).toMatch(/^ +CPU, mean % +times +memory, median MB +times$/m);
  expect(text).toMatch(/^slower +\d+\.\d+ +1\.98 \(1\.\d\d-2\.1\)/m);
  expect(text).toMatch(/^All 216,000 messages arrived\./m);
  const lines = text.split('\n');
  expect(lines.length).toBeLessThanOrEqual(25);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});

test('without a valid round no row can be ranked, one or several', () => {
  const invalid = (framework: string): RunRecord[] =>
    rows(framework, 8).map((record) => ({
      ...record,
      validity: [{ code: 'messages-lost', level: 'fatal', message: 'made up' }],
    }));
  for (const records of [invalid('one'), [...invalid('one'), ...invalid('other')]]) {
    const text = summed(records);
    expect(text).toMatch(/^No row has a figure, for the reasons below\.$/m);
    expect(text).not.toMatch(/only row|decide nothing/);
  }
});

test('the platform alone is what the others are compared with, and does not win', () => {
  const platform = rows('platform', 6).map((record) => ({ ...record, reference: true as const }));
  const text = summed([...platform, ...rows('one', 8), ...rows('slower', 16)]);
  expect(text).toMatch(/^(Fastest|Less|Best): one: 1\.3\d x platform \(1\.\d+ to 1\.\d+\)\.$/m);
  expect(text).toMatch(/Times platform,/);
  expect(text).toMatch(/^platform +\d\.\d+ +1 /m);
  expect(text.indexOf('\nplatform')).toBeLessThan(text.indexOf('\none '));
});

test('says that rows are alike, and within how many percent', () => {
  const text = summed([...rows('one', 8), ...rows('other', 8.1), ...rows('slower', 16)]);
  expect(text).toMatch(/^(one, other|other, one) differ by less than \d %: choose by something else\.$/m);
});

test('has the CPU that the scenario names, where not the whole test is the load', () => {
  const records = [...rows('one', 8), ...rows('other', 80)].map((record) => {
    const { serverCpu } = record.metrics;
    const busy = serverCpu?.kind === 'gauge' ? { ...serverCpu, samples: serverCpu.samples!.map(() => 77) } : serverCpu!;
    return { ...record, metrics: { ...record.metrics, cpuDuring: { ...busy, median: 77 } } } as RunRecord;
  });
  const about = { ...MADE_UP_SCENARIO, name: records[0]!.identity.scenario };
  const scenarios = [{ ...about, charts: { ...about.charts, roles: { ...about.charts.roles, cpu: 'cpuDuring' } } }];
  const options = { session: 's1', results: '/r', percent: 10, roundSeconds: 60 };
  expect(summaryOf({ records, scenarios, ...options })).toMatch(/ 77\.0 /);
  expect(summaryOf({ records, scenarios: [about], ...options })).not.toMatch(/ 77\.0 /);
});

test('names the command that makes what is open half as wide, and none where time would decide nothing', () => {
  const open = summed([...rows('one', 8, 4), ...rows('other', 8.5, 4)], 10);
  expect(open).toMatch(/Not shown to differ from it: /);
  expect(open).toMatch(/^Surer: \.\/outcry run --resume s1 --results \/r --time 12m$/m);
  const never = summed([...rows('one', 8, 4), ...rows('other', 8.5, 4)], 0.1);
  expect(never).toMatch(/30 more minutes would leave open what is open now\.\nSession s1\./);
  expect(summed([...rows('one', 8), ...rows('other', 80)])).toMatch(
    /More time would decide nothing more\.\nSession s1\./,
  );
});

test('a row that other programs disturbed says in how many rounds, by a letter', () => {
  const disturbed = rows('one', 8);
  disturbed[0]!.validity.push({ code: 'cpu-by-others', level: 'warning', message: 'made up' });
  expect(summed([...disturbed, ...rows('other', 80)])).toMatch(
    /^one a [\s\S]*^a {2}other programs were busy in 1 of 6 rounds$/m,
  );
});

test('every row that is not ranked says why, also where ranked rows have notes and there is little room', () => {
  const disturbed = (framework: string, count: number): RunRecord[] => {
    const records = rows(framework, 8 + count);
    for (const { validity } of records.slice(0, count))
      validity.push({ code: 'cpu-by-others', level: 'warning', message: 'made up' });
    return records;
  };
  const ranked = [...disturbed('once', 1), ...disturbed('twice', 2), ...rows('never', 8)];
  const three = summed([...ranked, ...disturbed('four', 4), ...disturbed('five', 5), ...disturbed('six', 6)]);
  expect(three.match(/^[abc] {2}not ranked: other programs were busy in [456] of 6 rounds$/gm)).toHaveLength(3);
  const four = [...disturbed('three', 3), ...disturbed('four', 4), ...disturbed('five', 5), ...disturbed('six', 6)];
  const text = summed([...ranked, ...four]);
  expect(text).toMatch(/^c {2}not ranked for other reasons, which \.\/outcry report names$/m);
  for (const framework of ['four', 'five', 'six']) expect(text).toMatch(new RegExp(`^${framework} [abc] .* -`, 'm'));
});

test('a substitute server is in the table and not in the order', () => {
  const text = summed([
    ...rows('one', 8),
    ...rows('second', 16),
    ...rows('third', 4, 6, { identity: withSubstitute('not it') }),
  ]);
  expect(text).toMatch(/^third \(substitute\) a .* -/m);
  expect(text).toMatch(/one\.\n.*second \(/);
  expect(text).toMatch(/^a {2}not ranked, substitute: not it$/m);
});

test('with too few runs for a ranking there is still an order, by the figures alone', () => {
  const text = summed([...rows('slow', 16, 2), ...rows('quick', 8, 2)]);
  expect(text).toMatch(/By their figures alone:\s+quick,\s+slow\./);
});

test('that order does not tell equal rows apart, and has no row without a figure', () => {
  const none = rows('none', 8, 2, { findings: ['messages-lost'] });
  expect(summed([...rows('one', 8, 2), ...rows('two', 8, 2), ...none])).toMatch(/Their figures are equal: one, two\./);
  expect(summed([...rows('quick', 4, 2), ...rows('one', 8, 2), ...rows('two', 8, 2), ...none])).toMatch(
    /By their figures alone: quick, one and two \(equal\)\./,
  );
});

test('rows whose ranked count is a part of unlike counts are said to be so', () => {
  const { charts } = MADE_UP_SCENARIO;
  const outOf = { metric: 'taken', says: 'Who takes fewer has fewer to lose.' };
  const about = { ...MADE_UP_SCENARIO, charts: { ...charts, compare: { ...charts.compare, outOf } } };
  const took = (framework: string, ...counts: number[]) =>
    rows(framework, 8, counts.length).map((record, run) => ({
      ...record,
      metrics: {
        ...record.metrics,
        taken: { ...RESOURCE_METRICS.wireBytes, unit: 'messages', label: 'taken', ...makeCount([counts[run]!]) },
      },
    }));
  const textOf = (records: RunRecord[]) =>
    summaryOf({ records, scenarios: [about], session: 's1', results: '/r', percent: 10, roundSeconds: 60 });
  const said = /^Messages taken in a run: 90 to 110\. Who takes fewer has fewer to lose\.$/m;
  expect(textOf([...took('one', 88, 90, 92), ...took('other', 110, 110, 110)])).toMatch(said);
  expect(textOf([...took('one', 108, 110, 112), ...took('other', 110, 110, 110)])).not.toMatch(/Messages taken/);
});

test('where no run was valid it says that there is no figure', () => {
  const lost: MadeRun = { findings: ['messages-lost'] };
  const text = summed([...rows('one', 8, 3, lost), ...rows('other', 8, 3, lost)]);
  expect(text).toMatch(/^Nothing was measured: 20 firefox clients over websocket, 0 rounds\./m);
  expect(text).toMatch(/^No row has a figure, for the reasons below\.$/m);
});

test('bytes that were counted are in a table of their own, in 80 columns', () => {
  const counted = (of: number) => ({ ...RESOURCE_METRICS.wireBytes, ...makeCount([of]) });
  const wired = [...rows('one', 8), ...rows('other', 16)].map((run) => ({
    ...run,
    metrics: { ...run.metrics, wireBytes: counted(run.identity.framework === 'one' ? 2_000_000 : 5_000_000) },
  }));
  const text = summed(wired);
  expect(text).toMatch(/^ +bytes on the wire, mean MB +times\none +2\.00 +1\nother +5\.00 +2\.5/m);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});

test('thirty rows fit on a screen', () => {
  const many = Array.from({ length: 30 }, (_, index) => rows(`row-${index}`, 8 + index, 3)).flat();
  const lines = summed(many).split('\n');
  expect(lines.length).toBeLessThanOrEqual(40);
  expect(lines.at(-1)).toBe('Every figure: ./outcry report --session s1 --results /r');
});

test('several loads have no one table', () => {
  const loads = [...rows('one', 8), ...rows('one', 8, 6, { identity: { clients: 40 } })];
  expect(
    summaryOf({ records: loads, scenarios: [], session: 's', results: '/r', percent: 10, roundSeconds: 1 }),
  ).toBeNull();
});
