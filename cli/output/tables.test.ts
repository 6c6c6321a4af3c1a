/** Tests of the tables that a person reads of measured runs. */

import { notesOf } from '../../chart-merger/page/model/row-texts.ts';
import { mergeRuns } from '../../merge/index.ts';
import { overNetwork, placed, withLimits, withSubstitute } from '../../merge/testing/made-conditions.ts';
import { makeRuns } from '../../merge/testing/make-run.ts';
import type { Merge } from '../../merge/types.ts';
import { FLAG_CODES } from '../../protocol/run-record.ts';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { sampleRecord } from '../../records/testing/sample-record.ts';
import { runSummary } from './run-summary.ts';
import { mergeTable } from './tables.ts';

const SUBSTITUTE = 'An open broker, not the vendor’s';
const substitute = makeRuns(2, {
  identity: { framework: 'beta', frameworkLabel: 'Beta', ...withSubstitute(SUBSTITUTE) },
  findings: ['substitute'],
});

const COMPARE: ScenarioAbout['charts']['compare'] = {
  metric: 'fromSent',
  better: 'less',
  words: { better: 'faster', worse: 'slower' },
};

describe('the table of merges', () => {
  test('names each substitute once', () => {
    const text = mergeTable(mergeRuns([...makeRuns(2), ...substitute]), []);
    expect(text.match(/^Beta .*substitute/m)).not.toBeNull();
    expect(text.split('\n').filter((line) => line.includes(SUBSTITUTE))).toEqual([`Beta: substitute: ${SUBSTITUTE}`]);
  });

  test('says which figures are of an edition with limits', () => {
    const text = mergeTable(mergeRuns(makeRuns(3, { identity: withLimits('Demo: few clients.') })), []);
    expect(text).toContain('Alpha: limited edition: Demo: few clients.');
  });

  test('says what no figure must be shown without, once, also where its run was skipped', () => {
    const notice = 'ask before you publish';
    const left = { ...makeRuns(1, { findings: ['messages-lost'] })[0]!, notice };
    const noted = makeRuns(2, { identity: { framework: 'beta' } }).map((run) => ({ ...run, notice }));
    const text = mergeTable(mergeRuns([...makeRuns(2, { seed: 7 }), left, ...noted]), []);
    expect(text.split('\n').filter((line) => line.includes(notice))).toEqual([`Notice: ${notice}`]);
    expect(mergeTable(mergeRuns(noted), [], new Set([notice]))).not.toContain(notice);
  });

  test('says flags in words', () => {
    const text = mergeTable(mergeRuns(makeRuns(3, { findings: ['swarm-saturated'] })), []);
    expect(text).toContain('the load generator was overloaded');
    expect(text).not.toMatch(/swarm-saturated$/m);
  });

  test.each(Object.keys(FLAG_CODES) as (keyof typeof FLAG_CODES)[])('explains %s as the page does', (code) => {
    const runs = makeRuns(3).map((run) => ({
      ...run,
      validity: [{ code, level: 'warning' as const, message: 'it was 3 ms' }],
    }));
    const merges = mergeRuns(runs);
    const [merge] = merges as [Merge];
    const style = { colour: 'red', marker: 0, dash: 'Solid', hollow: false } as const;
    const { rows } = notesOf([{ id: 'a', label: 'Alpha', short: 'Alpha', merge, style }], []);
    for (const { words, text } of rows[0]!.flags) expect(mergeTable(merges, [])).toContain(`Flag "${words}": ${text}`);
  });

  test('says with every figure that the server ran elsewhere, or on cores of its own', () => {
    const text = mergeTable(
      mergeRuns([
        ...makeRuns(2),
        ...makeRuns(2, { identity: placed('container', 'server in a container', 'in a container') }),
      ]),
      [],
    );
    expect(text).toContain('websocket in a container');
  });

  test('says with every figure over which network it was measured, where it was one', () => {
    const text = mergeTable(mergeRuns([...makeRuns(2), ...makeRuns(2, { identity: overNetwork('dsl', 40) })]), []);
    expect(text.match(/^Alpha +websocket .*$/gm)).toHaveLength(2);
    expect(text.match(/^Alpha +websocket over dsl .*$/gm)).toHaveLength(1);
  });

  test('says nothing of the kind of a framework as it is', () => {
    expect(mergeTable(mergeRuns(makeRuns(3)), [])).not.toMatch(/substitute|limited|Notice/);
  });

  test('has the columns of a scenario that is known, in its words and units', () => {
    const columns: ScenarioAbout['charts']['columns'] = [
      { metric: 'fromSent', figure: 'mean', label: 'mean' },
      { metric: 'receivedByClients', figure: 'total', label: 'delivered' },
      { metric: 'serverMemory', figure: 'max', label: 'memory', per: { value: 1_000_000, unit: 'MB' } },
      { metric: 'toServer', figure: 'mean', label: 'to server' },
    ];
    const charts = { compare: COMPARE, columns, graphs: [] };
    const text = mergeTable(mergeRuns(makeRuns(3)), [{ name: 'auction-broadcast', about: 'Made up.', charts }]);
    const [head, row, ...legend] = text.split('\n');
    expect(head).toMatch(/^framework +transport +clients +runs +mean +delivered +memory +flags$/);
    expect(row).toMatch(/^Alpha +websocket +20 browser +3 +[\d.]+ \([\d.]+–[\d.]+\) +36000 of 36000 +75\.\d$/);
    expect(legend).toContain("memory: MB. Resident memory of the server's process tree.");
  });

  test('names the harness overhead once', () => {
    const spread = { p50: 0.35, p99: 1.27, max: 2.4 };
    const harnessOverhead = {
      at: '2026-11-22T00:00:00.000Z',
      outcry: 'abc',
      node: 'v20.20.2',
      roundTrip: spread,
      throughProxy: { ...spread, p50: 0.52 },
      worker: { clockStep: 0.00004, lateness: spread },
      page: { clockStep: 0.02, lateness: spread, browser: 'Firefox 153.0' },
      monitorCpuPercent: 0.42,
    };
    const runs = ['alpha', 'beta'].flatMap((framework) => makeRuns(3, { identity: { framework } }));
    const lines = mergeTable(mergeRuns(runs.map((run) => ({ ...run, harnessOverhead }))), []).split('\n');
    expect(lines.filter((line) => line.startsWith('Harness overhead'))).toEqual([
      "Harness overhead: the smallest server answers the swarm's console clients in 0.35 ms (p99 1.27); " +
        "through the counting proxy in 0.52 ms (p99 1.27); a worker's timers are 0.35 ms (p99 1.27) late, read by a clock with " +
        "steps of 0.00004 ms; in Firefox 153.0 a page's timers are 0.35 ms (p99 1.27) late, read by a clock with steps of 0.02 ms; " +
        'the monitor takes 0.42% of a core.',
    ]);
  });

  test('says how many of a row’s runs have a finding, where not all have it', () => {
    const runs = makeRuns(4);
    runs[2]!.validity = makeRuns(1, { findings: ['cpu-by-others'] })[0]!.validity;
    expect(mergeTable(mergeRuns(runs), [])).toContain('other programs were busy (1 of 4)');
  });

  test('says what the machine was like before the session, and that it was not fit', () => {
    const runs = makeRuns(3).map((run) => ({
      ...run,
      preflight: {
        at: '2026-11-22T00:00:00.000Z',
        seconds: 10,
        othersCpuPercent: 41.5,
        timerLateness: { p50: 0.2, p99: 7, max: 9 },
        loopback: { p50: 0.06, p99: 0.2, max: 1 },
        unfit: ['1% of the timers were 7 ms late or more'],
      },
    }));
    const last = mergeTable(mergeRuns(runs), []).split('\n').at(-1);
    expect(last).toBe(
      'Preflight check of 10 s: other programs used 41.5% of a core, timers were 0.2 ms late (p99 7), ' +
        'a loopback round trip took 0.06 ms (p99 0.2). The machine was not fit to measure on: 1% of the timers were 7 ms late or more.',
    );
  });

  test('has columns by kind of a scenario that is not', () => {
    const [head] = mergeTable(mergeRuns(makeRuns(3)), []).split('\n');
    expect(head).toMatch(/latency from sent mean +latency from sent p50 .* server CPU mean +server CPU max/);
  });

  test('says from how many runs a figure comes where not all of the row have it', () => {
    const runs = makeRuns(10);
    for (const run of runs.slice(2))
      run.metrics.fromSent = { ...run.metrics.fromSent, series: null, distribution: null };
    const columns: ScenarioAbout['charts']['columns'] = [
      { metric: 'fromSent', figure: 'mean', label: 'mean' },
      { metric: 'serverCpu', figure: 'typical', label: 'CPU' },
    ];
    const charts = { compare: COMPARE, columns, graphs: [] };
    const [, row] = mergeTable(mergeRuns(runs), [{ name: 'auction-broadcast', about: 'Made up.', charts }]).split('\n');
    expect(row).toMatch(/ 10 +[\d.]+ \([\d.-]+–[\d.]+\), 2 of 10 runs +[\d.]+$/);
  });

  test('says of how many clients an imported run was, or that it is not known', () => {
    const rowOf = (clients: number | null) => {
      const runs = makeRuns(3).map((run) => ({ ...run, identity: { ...run.identity, swarm: null, clients } }));
      return mergeTable(mergeRuns(runs), []).split('\n')[1];
    };
    expect(rowOf(4500)).toMatch(/^Alpha +websocket +4500 +3 /);
    expect(rowOf(null)).toMatch(/^Alpha +websocket +not known +3 /);
  });

  test('is one per scenario, and names parameters that rows differ in', () => {
    const params = (rate: number) => ({ rate, messages: 8, payload: 0, phase: 'spread' });
    const runs = [1, 2].flatMap((rate) => makeRuns(1, { identity: { params: params(rate) } }));
    const other = makeRuns(1, { identity: { scenario: 'other' } });
    const text = mergeTable(mergeRuns([...runs, ...other]), []);
    expect(text).toMatch(/(^|\n)auction-broadcast:\nframework +transport +clients +rate +runs/);
    expect(text).toMatch(/(^|\n)other:\n/);
    expect(text).toMatch(/websocket +20 browser +1 +1 /);
    const charts = { compare: COMPARE, columns: [], graphs: [] };
    const about = { name: 'auction-broadcast', about: 'Made up.', charts, params: { rate: { text: '{}/s' } } };
    expect(mergeTable(mergeRuns(runs), [about])).toMatch(/websocket +20 browser +2\/s +1/);
  });
});

test('the summary of a run for programs has its conditions', () => {
  expect(runSummary(substitute[0]!, {})).toMatchObject({ framework: 'beta', ...withSubstitute(SUBSTITUTE) });
  expect(runSummary(makeRuns(1)[0]!, {})).not.toHaveProperty('conditions');
});

test('the summary of a run for programs has the figures it always had, and every metric by name', () => {
  const summary = runSummary(sampleRecord(), { delivered: 'receivedByClients' });
  expect(summary).toMatchObject({
    sentByClients: 6,
    receivedByServer: 6,
    sentByServer: 12,
    deliveredToClients: 12,
    expectedDeliveries: 12,
    latencyMs: { fromSent: { count: 6 }, fromDue: { count: 6 }, delivery: null, lateness: null },
    server: { cpuPercentMean: 2, memoryBytesMax: 1.1e7 },
    metrics: { fromSent: { kind: 'trend', distribution: { count: 6 } }, serverCpu: { kind: 'gauge' } },
    valid: true,
  });
  expect(JSON.stringify(summary)).not.toContain('"hdr"');
});
