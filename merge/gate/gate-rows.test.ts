import { ON_OWN_CORES } from '../testing/made-conditions.ts';
import { type MadeRun, makeRuns } from '../testing/make-run.ts';
import { type Matched, matchRows, matchWithin, type Row, rowsOf } from './gate-rows.ts';

const runs = (session: string, ...rows: NonNullable<MadeRun['identity']>[]) =>
  rows.flatMap((identity) =>
    makeRuns(3, { session, identity }).map((run, index) => ({ ...run, id: `${run.id}-${identity.version}-${index}` })),
  );

const nameOf = ({ merge: { combination } }: Row): string =>
  [combination.framework, combination.version, combination.transport].filter(Boolean).join(' ');
const pairsOf = ({ pairs }: Matched): string[] =>
  pairs.map(({ row, baseline }) => `${nameOf(row)} ~ ${nameOf(baseline)}`);

const matched = (here: NonNullable<MadeRun['identity']>[], there: NonNullable<MadeRun['identity']>[]): Matched =>
  matchRows(rowsOf(runs('new', ...here)), rowsOf(runs('old', ...there)));

describe('rows of two sessions', () => {
  test('are matched by framework, transport, scenario, parameters and swarm, whatever they are called', () => {
    const result = matched(
      [
        { framework: 'alpha', frameworkLabel: 'Alpha Two' },
        { framework: 'alpha', transport: 'sse' },
        { framework: 'beta' },
      ],
      [{ framework: 'beta' }, { framework: 'alpha' }, { framework: 'alpha', transport: 'sse' }],
    );
    expect(pairsOf(result).sort()).toEqual([
      'alpha sse ~ alpha sse',
      'alpha websocket ~ alpha websocket',
      'beta websocket ~ beta websocket',
    ]);
    expect([result.rows, result.baselines]).toEqual([[], []]);
  });

  test('that do not match say what the nearest differs in, on either side', () => {
    const { pairs, rows, baselines } = matched(
      [{ framework: 'alpha', clients: 30 }],
      [{ framework: 'alpha', clients: 60 }, { framework: 'beta' }],
    );
    expect(pairs).toEqual([]);
    expect(rows.map(({ reason }) => reason)).toEqual(['the nearest there differs: clients: 30 here, 60 there']);
    expect(baselines.map(({ reason }) => reason)).toEqual([
      'the nearest there differs: clients: 60 here, 30 there',
      'there is no such framework there',
    ]);
  });

  test('do not match where a server ran elsewhere, or on other cores', () => {
    const apart = { framework: 'alpha', ...ON_OWN_CORES };
    const { pairs, rows } = matched([apart], [{ framework: 'alpha' }]);
    expect(pairs).toEqual([]);
    expect(rows.map(({ reason }) => reason)).toEqual([
      'the nearest there differs: placement: server on CPU 1 here, none there',
    ]);
    expect(pairsOf(matched([apart], [apart]))).toHaveLength(1);
  });

  test('are matched with another version where either side has one alone', () => {
    expect(pairsOf(matched([{ version: '1.1.0' }], [{ version: '1.0.0' }]))).toEqual([
      'alpha 1.1.0 websocket ~ alpha 1.0.0 websocket',
    ]);
    expect(pairsOf(matched([{ version: '1.1.0' }], [{}]))).toEqual(['alpha 1.1.0 websocket ~ alpha websocket']);
  });

  test('are matched with the same version first, and never with one of several', () => {
    const both = [{ version: '1.0.0' }, { version: '1.1.0' }];
    expect(pairsOf(matched(both, both))).toHaveLength(2);
    expect(pairsOf(matched([{ version: '1.2.0' }], both))).toEqual([]);
    expect(pairsOf(matched(both, [{ version: '1.0.0' }]))).toEqual(['alpha 1.0.0 websocket ~ alpha 1.0.0 websocket']);
  });
});

describe('rows of one session', () => {
  const rows = rowsOf(
    runs(
      'one',
      { version: '1.0.0' },
      { version: '1.1.0' },
      { framework: 'beta' },
      { version: '1.1.0', transport: 'sse' },
    ),
  );
  const result = matchWithin(rows, ({ merge }) => merge.combination.version === '1.0.0');

  test('are compared with those of one framework over the same transport', () => {
    expect(pairsOf(result).sort()).toEqual([
      'alpha 1.1.0 websocket ~ alpha 1.0.0 websocket',
      'beta websocket ~ alpha 1.0.0 websocket',
    ]);
  });

  test('are compared although their clients are in more processes', () => {
    const grown = rowsOf(runs('one', { version: '1.0.0', members: 1 }, { version: '1.1.0', members: 2 }));
    const { pairs, rows: open } = matchWithin(grown, ({ merge }) => merge.combination.version === '1.0.0');
    expect([pairs.length, open.length]).toEqual([1, 0]);
  });

  test('that have none there say so', () => {
    expect(result.rows.map(({ row }) => nameOf(row))).toEqual(['alpha 1.1.0 sse']);
    expect(result.rows[0]!.reason).toMatch(/nothing over this transport/);
  });
});

test('a row has its invalid runs too, which are not averaged', () => {
  const [first, ...others] = runs('one', {});
  const [bad] = makeRuns(1, { session: 'one', findings: ['messages-lost'] });
  const [row] = rowsOf([first!, ...others, { ...bad!, id: 'bad' }]);
  expect([row!.valid.length, row!.all.length]).toEqual([3, 4]);
});
