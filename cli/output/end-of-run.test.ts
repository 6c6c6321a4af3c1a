import { MADE_UP_SCENARIO } from '../../chart-merger/testing/made-up-scenario.ts';
import { withSubstitute } from '../../merge/testing/made-conditions.ts';
import { type MadeRun, makeRun } from '../../merge/testing/make-run.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { summaryOf } from './end-of-run.ts';

/** Records of a framework in `rounds` rounds of a session that went on until it was decided. */
function rows(framework: string, latencyMs: number, rounds = 6, more: MadeRun = {}): RunRecord[] {
  return Array.from({ length: rounds }, (_, index) => {
    const repetition = index + 1;
    const record = makeRun({
      latencyMs,
      // What a round does to one framework it does to all.
      seed: repetition + framework.length,
      ...more,
      identity: { framework, frameworkLabel: framework, repetition, ...more.identity },
    });
    record.session.until = { percent: 10 };
    return record;
  });
}

const summed = (records: RunRecord[], percent = 10): string =>
  summaryOf({ records, scenarios: [], session: 's1', results: '/r', percent, roundSeconds: 60 })!;

test('tells who is fastest, who is as fast and who is slower, in 25 lines of 80 columns', () => {
  const text = summed([...rows('one', 8), ...rows('twins', 8), ...rows('slower', 16)]);
  expect(text).toMatch(/^Latency from sent: 20 firefox clients over websocket, 6 rounds$/m);
  expect(text).toMatch(/^ {2}\w+ +\d\.\d+ +1 .* MB$/m);
  expect(text).toMatch(/^(Fastest|Less|Best): .*slower \(2\.0 x\)\.$/m);
  expect(text).toMatch(/^All 216,000 messages arrived\./m);
  const lines = text.split('\n');
  expect(lines.length).toBeLessThanOrEqual(25);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
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
  expect(summaryOf({ records, scenarios, ...options })).toMatch(/ 77\.0 % /);
  expect(summaryOf({ records, scenarios: [about], ...options })).not.toMatch(/ 77\.0 % /);
});

test('names the command that settles what is open, and none where nothing is', () => {
  const open = summed([...rows('one', 8, 3), ...rows('other', 8.5, 3)], 0.1);
  expect(open).toMatch(/Not shown to differ from it yet: /);
  expect(open).toMatch(/^Surer: \.\/outcry run --resume s1 --results \/r --time \d+[mh]$/m);
  expect(summed([...rows('one', 8), ...rows('other', 80)])).toMatch(/More rounds would change nothing\.\nSession s1\./);
});

test('a session with a number of rounds is surer with more of them: it is not resumed', () => {
  const fixed = [...rows('one', 8, 3), ...rows('other', 8.5, 3)];
  for (const { session } of fixed) delete session.until;
  expect(summed(fixed, 0.1)).toMatch(/^Surer: the same with --runs \d+, or without --runs\.$/m);
});

test('a row that other programs disturbed says in how many rounds, by a letter', () => {
  const disturbed = rows('one', 8);
  disturbed[0]!.validity.push({ code: 'cpu-by-others', level: 'warning', message: 'made up' });
  expect(summed([...disturbed, ...rows('other', 80)])).toMatch(
    / {2}a\n[\s\S]*^a {2}other programs were busy in 1 of 6 rounds$/m,
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
  for (const framework of ['four', 'five', 'six'])
    expect(text).toMatch(new RegExp(`^ {2}${framework} .* - .* [abc]$`, 'm'));
});

test('a substitute server is in the table and not in the order', () => {
  const text = summed([
    ...rows('one', 8),
    ...rows('second', 16),
    ...rows('third', 4, 6, { identity: withSubstitute('not it') }),
  ]);
  expect(text).toMatch(/^ {2}third.* - {2}.*a$/m);
  expect(text).toMatch(/one\. .*second \(/);
  expect(text).toMatch(/^a {2}not ranked, substitute: not it$/m);
});

test('with too few runs for a ranking there is still an order, by the figures alone', () => {
  const text = summed([...rows('slow', 16, 2), ...rows('quick', 8, 2)]);
  expect(text).toMatch(/By their figures alone:\s+quick,\s+slow\./);
});

test('where no run was valid it says that there is no figure', () => {
  const lost: MadeRun = { findings: ['messages-lost'] };
  const text = summed([...rows('one', 8, 3, lost), ...rows('other', 8, 3, lost)]);
  expect(text).toMatch(/^Nothing was measured: 20 firefox clients over websocket, 0 rounds$/m);
  expect(text).toMatch(/^No row has a figure, for the reasons below\.$/m);
});

test('thirty rows still fit', () => {
  const many = Array.from({ length: 30 }, (_, index) => rows(`row-${index}`, 8 + index, 3)).flat();
  const lines = summed(many).split('\n');
  expect(lines.length).toBeLessThanOrEqual(25);
  expect(lines.at(-1)).toBe('Every figure: ./outcry report --results /r');
});

test('several loads have no one table', () => {
  const loads = [...rows('one', 8), ...rows('one', 8, 6, { identity: { clients: 40 } })];
  expect(
    summaryOf({ records: loads, scenarios: [], session: 's', results: '/r', percent: 10, roundSeconds: 1 }),
  ).toBeNull();
});
