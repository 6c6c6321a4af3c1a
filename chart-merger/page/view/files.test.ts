import { specsOf } from '../../../merge/charts.ts';
import { figureOf } from '../../../merge/figures.ts';
import { mergeRuns } from '../../../merge/index.ts';
import { makeCount, makeRuns } from '../../../merge/testing/make-run.ts';
import { RESOURCE_METRICS } from '../../../metrics/standard-metrics.ts';
import { MADE_UP_SCENARIO } from '../../testing/made-up-scenario.ts';
import { type GraphView, graphsOf } from '../model/graphs.ts';
import { styleOf } from '../model/palette.ts';
import type { Entry } from '../model/row-texts.ts';
import { tableRows } from '../model/table-file.ts';
import { graphCsv, graphJson, toCsv } from './files.ts';

describe('toCsv', () => {
  test('quotes what needs it and leaves numbers whole', () => {
    expect(
      toCsv([
        ['a', 1.5, null],
        ['b,"c"\n', undefined, -2],
      ]),
    ).toBe('a,1.5,\r\n"b,""c""\n",,-2\r\n');
  });

  test('gives spreadsheets no formula to run', () => {
    expect(toCsv([['=HYPERLINK("x")', '+1', '-1', '@x', '\tx']])).toBe(`"'=HYPERLINK(""x"")",'+1,'-1,'@x,'\tx\r\n`);
  });
});

function entriesOf(runs: Parameters<typeof mergeRuns>[0]): Entry[] {
  const merges = mergeRuns(runs);
  return merges.map((merge, index) => ({
    id: merge.key,
    label: `row ${index}`,
    short: `${index}`,
    merge,
    style: styleOf(merge.combination, false, {}),
  }));
}

const specsIn = (entries: Entry[]) => specsOf(entries.map(({ merge }) => merge));

/** The graphs of the made-up scenario, as the page has them drawn. */
const graphsIn = (entries: Entry[], view: Partial<GraphView> = {}) =>
  graphsOf(entries, {
    plans: MADE_UP_SCENARIO.charts.graphs,
    specs: specsIn(entries),
    lead: 'fromSent',
    shown: 'fromSent',
    log: false,
    ...view,
  });

describe('graphs', () => {
  const entries = entriesOf([...makeRuns(3), ...makeRuns(3, { overtimeSeconds: 3, identity: { framework: 'beta' } })]);

  test('skip empty columns and hidden rows', () => {
    const all = graphsIn(entries);
    expect(all.map(({ id }) => id)).toEqual([
      'latency',
      'distribution',
      'sent-by-clients',
      'received-by-server',
      'sent-by-server',
      'delivered',
      'cpu',
      'memory',
    ]);
    const hidden = graphsIn(entries.slice(1));
    expect(hidden[0]!.series.map(({ name }) => name)).toEqual(['row 1']);
    expect(graphsIn(entries, { shown: 'delivery' }).map(({ id }) => id)).not.toContain('distribution');
  });

  test('say from when on a row is in overtime', () => {
    const [latency] = graphsIn(entries);
    expect(latency!.series.map(({ overtimeFrom }) => overtimeFrom)).toEqual([null, 16]);
    const lines = graphCsv(latency!).split('\r\n');
    expect(lines.filter((line) => line.endsWith(',overtime') && line.startsWith('row 1,'))).toHaveLength(2);
  });

  test('mark the part of the test that the scenario names, where it is the same in all rows', () => {
    const marked = { from: 'cutAfter', lasts: 'offline', text: 'offline' };
    const disturbed = (seconds: number, framework = 'alpha') => {
      const runs = makeRuns(3, { identity: { framework } });
      for (const { metrics } of runs) {
        const gauge = { kind: 'gauge' as const, unit: 'ms', label: '', about: '', samples: null, intervalMs: null };
        metrics.cutAfter = { ...gauge, median: 3_000, max: 3_000 };
        metrics.offline = { ...gauge, median: 1_000 * seconds, max: 1_000 * seconds };
      }
      return runs;
    };
    const [latency, distribution] = graphsIn(entriesOf(disturbed(5)), { marked });
    expect(latency!.marked).toEqual({ from: 3, to: 8, text: 'offline' });
    expect(distribution!.marked).toBeUndefined();
    const others = [disturbed(1, 'beta'), makeRuns(3, { identity: { framework: 'beta' } })];
    for (const other of others) {
      expect(graphsIn(entriesOf([...disturbed(5), ...other]), { marked })[0]!.marked).toBeUndefined();
    }
  });

  test('show bytes and figures without samples as bars', () => {
    const runs = makeRuns(3);
    for (const run of runs) {
      const bytes = makeCount(null);
      run.metrics.wireBytes = { ...RESOURCE_METRICS.wireBytes, ...bytes, total: 1e6 * run.identity.repetition };
      Object.assign(run.metrics.serverCpu, { samples: null, intervalMs: null, median: 30 });
      Object.assign(run.metrics.serverMemory, { samples: null, intervalMs: null, max: 3e6 });
    }
    const bars = graphsIn(entriesOf(runs)).filter(({ x }) => x === 'rows');
    expect(bars.map(({ id, series }) => [id, series[0]!.points[0]!.y])).toEqual([
      ['cpu-mean', 30],
      ['memory-max', 3],
      ['bytes', 2],
    ]);
  });
});

test('bars of rows that have a figure follow each other, and go by those rows’ names', () => {
  const runs = [...makeRuns(3), ...makeRuns(3, { identity: { framework: 'beta' } })];
  for (const { identity, metrics } of runs) {
    const median = identity.framework === 'beta' ? 30 : null;
    Object.assign(metrics.serverCpu, { samples: null, intervalMs: null, median });
  }
  const bars = graphsIn(entriesOf(runs)).find(({ id }) => id === 'cpu-mean')!;
  expect(bars.series.map(({ name, points }) => [name, points[0]!.x])).toEqual([['row 1', 0]]);
  expect(bars.shortRows).toEqual(['1']);
});

describe('graphs of parts', () => {
  const entries = entriesOf([...makeRuns(3, { hops: true }), ...makeRuns(3, { identity: { framework: 'beta' } })]);
  const hops = graphsIn(entries).find(({ id }) => id === 'hops')!;

  test('have a bar for each row that has any, and a series per part, in their order', () => {
    expect(hops.rows).toEqual(['row 0']);
    expect(hops.series.map(({ name }) => name)).toEqual(['client to server', 'in the server', 'server to client']);
    const whole = figureOf(entries[0]!.merge, 'fromSent', 'mean')!.value;
    const parts = hops.series.map(({ points }) => points[0]!.y!);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(whole, 6);
  });

  test('name row and part in files', () => {
    const [, line] = graphCsv(hops).split('\r\n');
    expect(line).toMatch(/^client to server,row 0,\d/);
    expect(JSON.parse(graphJson(hops)).rows).toEqual(['row 0']);
  });

  test('are not there where no row has parts', () => {
    expect(graphsIn(entriesOf(makeRuns(3))).map(({ id }) => id)).not.toContain('hops');
  });
});

/** Scripts read columns by their place. */
const HEADING =
  'framework,transport,scenario,swarm,kind,clients,runs,excluded,sessions,window high (ms),window low (ms),window average (ms),mean (ms),mean 95 % low (ms),mean 95 % high (ms),p50 (ms),p90 (ms),p99 (ms),max (ms),mean from due (ms),p50 from due (ms),p99 from due (ms),delivered,expected,server CPU (% of one core),server memory (bytes),wire (bytes per run),flags,substitute';

describe('the table as a file', () => {
  test('has as many fields in every line as in its heading', () => {
    const short = { rate: 2, messages: 8, payload: 0, phase: 'spread' };
    const entries = entriesOf([
      ...makeRuns(3, { hops: true }),
      ...makeRuns(1, { identity: { params: short, transport: 'sse' } }),
    ]);
    const rows = tableRows(entries, specsIn(entries), [MADE_UP_SCENARIO]);
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toHaveLength(rows[0]!.length);
  });

  test('has the columns that it always had before any new ones', () => {
    const entries = entriesOf(makeRuns(3, { hops: true }));
    const [heading, row] = tableRows(entries, specsIn(entries), [MADE_UP_SCENARIO]);
    expect(heading!.slice(0, 29).join()).toBe(HEADING);
    expect(heading!.slice(29)).toEqual(expect.arrayContaining(['rate', 'client to server mean (ms)']));
    expect(row!.slice(0, 9)).toEqual([
      ...['alpha', 'websocket', 'auction-broadcast', 'browser', 'measured', 20, 3, 0, 'session-a'],
    ]);
    expect(row!.slice(22, 24)).toEqual([36_000, 36_000]);
  });

  test('names in its last column the figures that come from fewer runs than the row has', () => {
    const runs = makeRuns(5);
    for (const run of runs.slice(2))
      run.metrics.fromSent = { ...run.metrics.fromSent, series: null, distribution: null };
    const entries = entriesOf([...runs, ...makeRuns(3, { identity: { framework: 'beta' } })]);
    const [heading, few, all] = tableRows(entries, specsIn(entries), [MADE_UP_SCENARIO]);
    expect(heading!.at(-1)).toBe('figures of fewer runs');
    expect(few!.at(-1)).toBe('fromSent mean: 2; fromSent window: 2');
    expect(all!.at(-1)).toBe('');
  });
});

describe('what no figure must be shown without', () => {
  const notice = 'ask before you publish, it is "licensed"';
  const entries = entriesOf([
    ...makeRuns(3),
    ...makeRuns(3, { identity: { framework: 'beta' } }).map((run) => ({ ...run, notice })),
  ]);
  const [graph] = graphsIn(entries);

  test('is in every file of a graph', () => {
    const lines = graphCsv(graph!, [notice]).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/,notice$/);
    expect(lines.slice(1).every((line) => line.endsWith(',"ask before you publish, it is ""licensed"""'))).toBe(true);
    expect(JSON.parse(graphJson(graph!, [notice]))).toMatchObject({ notices: [notice] });
  });

  test('is in the rows of the table’s file that it is about', () => {
    const [head, ...rows] = tableRows(entries, specsIn(entries), [MADE_UP_SCENARIO]);
    const at = head!.indexOf('notice');
    expect(rows.map((row) => row[at])).toEqual(['', notice]);
  });

  test('is no column of a graph where there is nothing', () => {
    expect(graphCsv(graph!)).not.toMatch(/notice/);
    expect(JSON.parse(graphJson(graph!))).not.toHaveProperty('notices');
  });
});
