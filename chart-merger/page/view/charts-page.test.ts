import { mergeRuns } from '../../../merge/index.ts';
import { makeRuns } from '../../../merge/testing/make-run.ts';
import type { Merge } from '../../../merge/types.ts';
import type { ScenarioAbout } from '../../../protocol/scenario-charts.ts';
import { MADE_UP_SCENARIO } from '../../testing/made-up-scenario.ts';
import type { Session, Source } from '../model/data-source.ts';
import { readSelection } from '../model/selection.ts';
import { ChartsPage } from './charts-page.ts';

const rows = (count: number): Merge[] =>
  mergeRuns([
    ...makeRuns(count, { seed: 1, latencyMs: 8 }),
    ...makeRuns(count, { seed: 2, latencyMs: 80, identity: { framework: 'beta', frameworkLabel: 'Beta' } }),
  ]);

const session = (id: string, rounds: number, more: Partial<Session> = {}): Session => ({
  ...{ id, rounds, runs: 2 * rounds, invalid: 0, profile: null, note: null, search: null, startedAt: null },
  ...{ kinds: ['measured'], scenarios: ['broadcast'], frameworks: ['alpha', 'beta'], transports: ['websocket'] },
  ...{ swarms: ['browser'], browsers: ['firefox'], clients: [20], marks: [], rows: 2, rankable: rounds < 3 ? 0 : 2 },
  ...{ unrankable: rounds < 3 ? 'too few rounds' : null, example: false, ...more },
});

/** Loads a page that has these merges to show, or those of each session. */
async function loaded(
  merges: Source['merges'],
  scenarios = [MADE_UP_SCENARIO],
  sessions = [session('one', 3)],
  query = '',
): Promise<ChartsPage> {
  const source: Source = {
    report: null,
    sessions: async () => ({ total: sessions.length, sessions }),
    named: async () => [],
    merges,
    problems: async () => [],
    scenarios: async () => scenarios,
  };
  const page = new ChartsPage(source, readSelection(query));
  await page.load();
  return page;
}

/** Returns the session that `/` opens with, given these sessions, newest first. */
async function opened(...sessions: Session[]): Promise<string[] | null> {
  const merges: Source['merges'] = async ({ sessions: ids }) =>
    rows(sessions.find(({ id }) => id === ids?.[0])!.rounds);
  return (await loaded(merges, undefined, sessions)).chosenSessions();
}

describe('without a session in its address the page opens', () => {
  const [short, long] = [session('short', 2), session('long', 4)];
  const example = session('shown', 4, { example: true });

  test('the newest one that has an answer', async () => {
    expect(await opened(short, long, session('older', 5), example)).toEqual(['long']);
  });

  test('the example where none has', async () => {
    expect(await opened(short, example)).toEqual(['shown']);
  });

  test('the newest where there is no example either', async () => {
    expect(await opened(short, session('shorter', 1))).toEqual(['short']);
  });
});

test('rows that come while others are shown have looks of their own', async () => {
  let merges = rows(3);
  const page = await loaded(async () => merges);
  // Every state is drawn that comes by, not only the last.
  const colours: (string | undefined)[][] = [];
  page.entries.subscribe((entries) => colours.push(entries.map(({ style }) => style.colour)));
  merges = mergeRuns([...makeRuns(3), ...makeRuns(3, { identity: { framework: 'gamma', frameworkLabel: 'Gamma' } })]);
  await page.load();
  expect(page.error()).toBe('');
  expect(colours.flat()).not.toContain(undefined);
  expect(new Set(colours.at(-1)).size).toBe(2);
});

test('rows of each scenario are ranked by what that scenario ranks by', async () => {
  const byCpu: ScenarioAbout = {
    ...MADE_UP_SCENARIO,
    name: 'upload',
    charts: { ...MADE_UP_SCENARIO.charts, compare: { ...MADE_UP_SCENARIO.charts.compare, metric: 'serverCpu' } },
  };
  const uploads = ['alpha', 'beta'].flatMap((framework, seed) =>
    makeRuns(3, { seed, identity: { scenario: 'upload', framework, frameworkLabel: framework } }),
  );
  const page = await loaded(async () => [...rows(3), ...mergeRuns(uploads)], [MADE_UP_SCENARIO, byCpu]);
  expect(page.comparing.texts().map(({ title }) => title.split(':')[0])).toEqual(['Latency from sent', 'Server CPU']);
});

test('of several loads the one with the most ranked rows is answered first, and its ratios are drawn', async () => {
  const of = (framework: string, clients: number, count: number, latencyMs: number) =>
    makeRuns(count, { latencyMs, seed: latencyMs, identity: { framework, frameworkLabel: framework, clients } });
  const few = ['alpha', 'beta', 'gamma'].flatMap((name, index) => of(name, 10, index === 0 ? 4 : 2, 8));
  const enough = ['delta', 'epsilon'].flatMap((name, index) => of(name, 90, 4, 8 + 80 * index));
  const page = await loaded(async () => mergeRuns([...few, ...enough]));
  expect(page.comparing.texts()[0]!.title).toMatch(/ 90 /);
  expect(page.comparing.graphs()[0]).toMatchObject({ id: 'ratios', title: expect.stringContaining('delta') });
});

describe('several sessions', () => {
  const sessions = [session('late', 3), session('early', 3)];

  test('have an answer and a picture each, and names without their session', async () => {
    const asked: (string[] | null)[] = [];
    const merges: Source['merges'] = async ({ sessions: ids }) => {
      asked.push(ids);
      return rows(3);
    };
    const page = await loaded(merges, undefined, sessions, '?session=all');
    expect(asked).toEqual([['late'], ['early']]);
    const texts = page.comparing.texts();
    expect(texts.map(({ session: title }) => title)).toEqual(sessions.map(({ id }) => page.sessionTitle(id)));
    expect(texts.map(({ first }) => first)).toEqual(['Fastest: Alpha.', 'Fastest: Alpha.']);
    expect(page.comparing.graphs().map(({ id, series }) => [id, series.length])).toEqual([
      ['ratios', 2],
      ['ratios-2', 2],
    ]);
  });

  test('are averaged where that is asked for', async () => {
    const asked: (string[] | null)[] = [];
    const merges: Source['merges'] = async ({ sessions: ids }) => {
      asked.push(ids);
      return rows(3);
    };
    const page = await loaded(merges, undefined, sessions, '?session=all&together=1');
    expect(asked).toEqual([['late', 'early']]);
    expect(page.comparing.texts().map(({ session: title }) => title)).toEqual(['']);
  });
});

test('of many rows charts have the first of the answer, and say so; all have a line of the scoreboard', async () => {
  const [alpha, beta] = rows(3) as [Merge, Merge];
  const others = Array.from({ length: 150 }, (_, index) => ({
    ...beta,
    key: `many-${index}`,
    combination: { ...beta.combination, framework: `many-${index}`, frameworkLabel: `Many ${index}` },
  }));
  const page = await loaded(async () => [...others, alpha]);
  expect(page.comparing.texts()[0]!.board.rows).toHaveLength(151);
  expect(page.drawnText()).toContain('the first 40 of 151 rows');
  const graphs = page.graphs();
  expect(graphs.map(({ id }) => id)).toEqual(expect.arrayContaining(['ratios', 'latency', 'cost-serverCpu']));
  for (const { series } of graphs) {
    expect(series.length).toBeLessThanOrEqual(41);
    expect(series.map(({ id }) => id)).toContain(alpha.key);
  }
});

test('latency is drawn against the CPU that the scenario names', async () => {
  const { charts } = MADE_UP_SCENARIO;
  const about = { ...MADE_UP_SCENARIO, charts: { ...charts, roles: { ...charts.roles, cpu: 'cpuDuring' } } };
  const merges = rows(3).map((merge) => ({
    ...merge,
    combination: { ...merge.combination, scenario: about.name },
    metrics: { ...merge.metrics, cpuDuring: merge.metrics.serverCpu! },
  }));
  const page = await loaded(async () => merges, [about]);
  const costs = page.comparing.graphs().map(({ id }) => id);
  expect(costs).toContain('cost-cpuDuring');
  expect(costs).not.toContain('cost-serverCpu');
});
