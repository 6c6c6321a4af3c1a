import { mergeRuns } from '../../merge/index.ts';
import { makeRuns } from '../testing/make-run.ts';
import { graphCsv, toCsv } from './files.ts';
import { graphsOf } from './graphs.ts';
import { stylesOf } from './palette.ts';
import type { Entry } from './rows.ts';
import { DEFAULT_SELECTION } from './selection.ts';
import { tableRows } from './table-file.ts';

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
  const styles = stylesOf(merges, ['alpha', 'beta'], false);
  return merges.map((merge, index) => ({ id: merge.key, label: `row ${index}`, merge, style: styles[index]! }));
}

describe('graphs', () => {
  const entries = entriesOf([...makeRuns(3), ...makeRuns(3, { overtimeSeconds: 3, identity: { framework: 'beta' } })]);

  test('leave out what nobody measured and rows that are hidden', () => {
    const all = graphsOf(entries, DEFAULT_SELECTION);
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
    const hidden = graphsOf(entries, { ...DEFAULT_SELECTION, hide: [entries[0]!.id] });
    expect(hidden[0]!.series.map(({ name }) => name)).toEqual(['row 1']);
    expect(graphsOf(entries, { ...DEFAULT_SELECTION, latency: 'delivery' }).map(({ id }) => id)).not.toContain(
      'distribution',
    );
  });

  test('say from when on a row is in overtime', () => {
    const [latency] = graphsOf(entries, DEFAULT_SELECTION);
    expect(latency!.series.map(({ overtimeFrom }) => overtimeFrom)).toEqual([null, 16]);
    const lines = graphCsv(latency!).split('\r\n');
    expect(lines.filter((line) => line.endsWith(',overtime') && line.startsWith('row 1,'))).toHaveLength(2);
  });

  test('show bytes and figures without samples as bars', () => {
    const runs = makeRuns(3);
    for (const run of runs) {
      run.wire.bytes = 2 ** 20 * run.identity.repetition;
      run.resources.server = null;
      run.resources.serverCpuMedian = 30;
    }
    const bars = graphsOf(entriesOf(runs), DEFAULT_SELECTION).filter(({ x }) => x === 'rows');
    expect(bars.map(({ id, series }) => [id, series[0]!.points[0]!.y])).toEqual([
      ['cpu-median', 30],
      ['bytes', 2],
    ]);
  });
});

describe('the table as a file', () => {
  test('has as many fields in every line as in its heading', () => {
    const rows = tableRows(
      entriesOf([...makeRuns(3), ...makeRuns(1, { identity: { messages: 8, transport: 'sse' } })]),
    );
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toHaveLength(rows[0]!.length);
  });
});

describe('styles of rows', () => {
  test('tell any two rows apart by marker or dash, without their colour', () => {
    const frameworks = Array.from({ length: 10 }, (_, index) => `made-up-${index}`);
    const merges = mergeRuns(
      frameworks.flatMap((framework) =>
        (['websocket', 'sse'] as const).flatMap((transport) => makeRuns(1, { identity: { framework, transport } })),
      ),
    );
    const looks = stylesOf(merges, frameworks, false).map(({ symbol, dash, hollow }) => `${symbol} ${dash} ${hollow}`);
    expect(new Set(looks).size).toBe(20);
  });

  test('tell rows of one framework and transport apart too', () => {
    const runs = ['alpha', 'beta'].flatMap((framework) =>
      (['websocket', 'sse', 'long-polling', 'polling', 'http-streaming', 'ws-polling'] as const).flatMap((transport) =>
        [20, 40].flatMap((clients) => makeRuns(1, { identity: { framework, transport, clients } })),
      ),
    );
    const looks = entriesOf(runs).map(({ style: { symbol, dash, hollow } }) => `${symbol} ${dash} ${hollow}`);
    expect(new Set(looks).size).toBe(24);
  });

  test('keep a framework in its colour when others are left out', () => {
    const beta = mergeRuns(makeRuns(1, { identity: { framework: 'beta' } }));
    const both = mergeRuns([...makeRuns(1), ...makeRuns(1, { identity: { framework: 'beta' } })]);
    const frameworks = ['alpha', 'beta'];
    expect(stylesOf(beta, frameworks, false)[0]).toEqual(stylesOf(both, frameworks, false)[1]);
  });
});
