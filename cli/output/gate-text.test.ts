import { type Baseline, frameworksOf, gateOf, isShut } from '../../merge/gate/baseline.ts';
import { parseCondition } from '../../merge/gate/condition.ts';
import { makeRuns } from '../../merge/testing/make-run.ts';
import type { RunIdentity, RunRecord } from '../../protocol/run-record.ts';
import { EXIT } from '../../system/errors.ts';
import { gateDocument, gateMarkdown, gateText, verdict } from './gate-text.ts';

const few = { messages: 20, rate: 2, payload: 64, phase: 'together' };

/** Six runs of a row; rows of one session share their rounds. */
const runs = (session: string, latencyMs: number, identity: Partial<RunIdentity> = {}, seed = 1): RunRecord[] =>
  makeRuns(6, { session, latencyMs, seed, identity: { params: few, clients: 6, ...identity } }).map((run, index) => ({
    ...run,
    id: `${session}-${identity.framework ?? 'alpha'}-${identity.version ?? ''}-${index}`,
  }));

const older = { version: '1.0.0', frameworkLabel: 'Alpha 1.0.0' };
const newer = { version: '1.1.0', frameworkLabel: 'Alpha 1.1.0' };
const session = [...runs('one', 8, older), ...runs('one', 12, newer, 2)];
const within: Baseline = { name: 'alpha@1.0.0', framework: 'alpha@1.0.0' };

const conditions = (...texts: string[]) => texts.map(parseCondition);
const gate = gateOf(session, within, conditions('fromSent > 1.10 x baseline', 'lost > 0'), []);

describe('a gate within a session', () => {
  test('compares the rows of other frameworks and versions with one of them, round by round', () => {
    expect(frameworksOf(session)).toEqual(['alpha@1.0.0', 'alpha@1.1.0']);
    const latency = gate.ratios.find(({ figure }) => figure === 'fromSent.mean')!;
    expect(latency.by).toEqual({ by: 'rounds', runs: [6, 6] });
    expect(latency.ratio!.value).toBeCloseTo(1.5, 0);
  });

  test('asks conditions of what is compared, and not of the baseline', () => {
    expect(gate.conditions.map(({ outcome, row }) => [outcome, row.merge.combination.version])).toEqual([
      ['fails', '1.1.0'],
      ['passes', '1.1.0'],
    ]);
    expect(isShut(gate, false)).toBe(true);
  });

  test('is a table with figures, ratios and what conditions came to', () => {
    const text = gateText(gate, false);
    expect(text).toMatch(/Alpha 1\.1\.0 websocket, against Alpha 1\.0\.0 +fromSent\.mean \(ms\).* × \(.*6 rounds/);
    expect(text).toMatch(/fromSent > 1\.10 x baseline .*fails/);
    expect(text).toContain('Failed: the runs show that this holds: fromSent > 1.10 x baseline.');
  });

  test('is Markdown that nobody’s text gets out of', () => {
    const [one] = gate.conditions;
    const row = {
      ...one!.row,
      merge: { ...one!.row.merge, combination: { ...one!.row.merge.combination, frameworkLabel: 'A|b *c* <d>' } },
    };
    const markdown = gateMarkdown({ ...gate, conditions: [{ ...one!, row }] }, 'alpha@1.0.0', false);
    expect(markdown).toContain('### Outcry: compared with alpha@1.0.0');
    expect(markdown).toContain('A\\|b \\*c\\* \\<d\\>');
    expect(markdown).toMatch(/\*\*Failed: /);
  });

  test('says in each of its forms what its figures must not be shown without, of either side', () => {
    const notice = 'ask *before* you publish';
    const [first, ...others] = session;
    const noted = gateOf([{ ...first!, notice }, ...others], within, [], []);
    expect(gateText(noted, false).split('\n')).toContain(`Notice: ${notice}`);
    expect(gateMarkdown(noted, 'alpha@1.0.0', false)).toContain('- Notice: ask \\*before\\* you publish');
    expect(gateDocument(noted, 'alpha@1.0.0', false)).toMatchObject({ notices: [notice] });
    expect(gateText(gate, false)).not.toMatch(/Notice/);
  });

  test('is plain JSON', () => {
    const document = JSON.parse(JSON.stringify(gateDocument(gate, 'alpha@1.0.0', true)));
    expect(document).toMatchObject({ baseline: 'alpha@1.0.0', failed: true, notCompared: [], onlyInBaseline: [] });
    expect(document.conditions[0]).toMatchObject({
      condition: 'fromSent > 1.10 x baseline',
      outcome: 'fails',
      row: { version: '1.1.0' },
    });
  });
});

describe('a gate between sessions', () => {
  const before: Baseline = {
    name: 'before',
    runs: [...runs('before', 8), ...runs('before', 8, { framework: 'gone' })],
  };
  const now = [...runs('now', 8), ...runs('now', 8, { framework: 'fresh' })];
  const between = gateOf(now, before, [], []);

  test('names what has nothing to be compared with, which only --strict minds', () => {
    const text = gateText(between, false);
    expect(text).toMatch(/Not compared: Alpha websocket.*: there is no such framework there/);
    expect(text).toMatch(/Only in the baseline: .*: there is no such framework there/);
    expect([isShut(between, false), isShut(between, true)]).toEqual([false, true]);
  });

  test('says that they were not measured side by side', () => {
    expect(gateText(between, false)).toContain('cannot be told across sessions');
  });

  test.each<[string, () => unknown, RegExp]>([
    [
      'runs against themselves',
      () => gateOf(now, { name: 'now', runs: now }, [], []),
      /cannot be compared with themselves/,
    ],
    [
      'nothing that matches',
      () => gateOf(runs('now', 8, { framework: 'fresh' }), before, [], []),
      /nothing can be compared with before:\n.*no such framework there/,
    ],
    [
      'a metric that was not measured',
      () => gateOf(now, before, conditions('fromSnt > baseline'), []),
      /character 1: no run has a metric "fromSnt"; there is: lost, .*fromSent/,
    ],
    [
      'a figure that the metric does not have',
      () => gateOf(now, before, conditions('serverCpu.p99 > baseline'), []),
      /"serverCpu" has no figure "p99"; it has: typical, max/,
    ],
    [
      'bytes of a time',
      () => gateOf(now, null, conditions('fromSent.p99 > 5 MB'), []),
      /character 18: "fromSent\.p99" is in ms, not in MB; write ms, s, or no unit/,
    ],
    [
      'a time of bytes',
      () => gateOf(now, null, conditions('serverMemory.max > 3 s'), []),
      /"serverMemory\.max" is in bytes, not in s; write bytes, B, kB, KB, MB, GB, or no unit/,
    ],
    [
      'a unit that only the metric without a name does not have',
      () => gateOf(now, null, conditions('p99 > 1 bytes'), []),
      /"fromSent\.p99" is in ms, not in bytes/,
    ],
    [
      'a share of what was lost',
      () => gateOf(now, null, conditions('lost > 1 %'), []),
      /"lost" is in messages, not in %; write messages, or no unit/,
    ],
  ])('refuses %s', (_, make, message) => {
    expect(make).toThrow(message);
    expect(make).toThrow(expect.objectContaining({ exitCode: EXIT.usage }));
  });
});

describe('what cannot be told', () => {
  const open = gateOf(session, within, conditions('fromSent > 1.5 x baseline'), []);

  test('has its own word, and a sentence that says whether it is a failure', () => {
    expect(gateText(open, false)).toMatch(/cannot tell/);
    expect(verdict(open.conditions, false)).toMatch(
      /^Undecided, since there are too few runs.*without --strict this is no failure\.$/,
    );
    expect(verdict(open.conditions, true)).toMatch(/with --strict this is a failure\.$/);
  });

  test('shuts the gate with --strict alone', () => {
    expect([isShut(open, false), isShut(open, true)]).toEqual([false, true]);
  });
});
