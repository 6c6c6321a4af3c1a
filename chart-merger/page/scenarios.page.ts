/**
 * The charts page with what scenarios and studies bring: a latency by its parts, the steps of a search, the claims of a study; with more
 * sessions than it lists at once; and links to rows.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { By, Key } from 'selenium-webdriver';
import { makeRow, makeStudy, NEEDS_LITTLE } from '../../merge/claims/testing/study-runs.ts';
import type { Claim, Rule } from '../../merge/claims/types.ts';
import { mergeRuns } from '../../merge/index.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { madeUpRuns, oldSessions, partsAndSteps } from '../testing/charts-server.ts';
import { openCharts } from '../testing/firefox.ts';

/** Besides five others. */
const OLD = 55;
const NEEDS_LESS: Claim = {
  ...NEEDS_LITTLE,
  id: 'A-two',
  says: 'Alpha needs less.',
  rule: { ...(NEEDS_LITTLE.rule as Rule & { kind: 'level' }), most: 5 },
  factor: { untestable: 'it has no figure' },
};
/** The mean of its runs is 10, and the interval of so few reaches across the bound. */
const OPEN: Claim = {
  ...NEEDS_LITTLE,
  id: 'A-open',
  says: 'Alpha needs ten.',
  rule: { ...(NEEDS_LITTLE.rule as Rule & { kind: 'level' }), most: 10 },
};
const FIGURES: Claim['figures'] = [
  { of: 'alpha', what: 'CPU', value: 4, unit: '% of a core', ours: 'load/alpha/websocket/serverCpu' },
];
const STUDY = makeStudy([{ ...NEEDS_LITTLE, figures: FIGURES }, NEEDS_LESS, OPEN]);

const studied = makeRow({ cpu: [10, 11, 9] }).map((run) => ({
  ...run,
  when: { startedAt: '2025-06-01T10:00:00.000Z', finishedAt: '2025-06-01T10:01:00.000Z' },
}));
const { server, page } = await openCharts([...madeUpRuns(), ...partsAndSteps(), ...studied, ...oldSessions(OLD)]);

beforeAll(async () => {
  const studies = join(server.folder, 'results', 'reference', 'studies');
  mkdirSync(studies);
  writeFileSync(join(studies, 'study-a.json'), JSON.stringify(STUDY));
  await page.setWidth(1400);
});

describe('a latency whose parts are known', () => {
  test('is shown by its parts, in a graph and in columns', async () => {
    await page.open(`${server.url}/?session=noon`);
    expect(await page.texts('figure h3')).toContain('Where the latency comes from');
    expect(await page.texts('[data-graph="hops"] .highcharts-legend-item')).toEqual([
      'client to server',
      'in the server',
      'server to client',
    ]);
    expect(
      (await page.driver.findElements(By.css('[data-graph="hops"] .highcharts-series .highcharts-point'))).length,
    ).toBe(6);
    expect(await page.texts('#figures-table thead th')).toEqual(expect.arrayContaining(['To server', 'In server']));
  });

  test('is shown whole alone where they are not', async () => {
    await page.open(server.url);
    expect(await page.texts('#figures-table thead th')).not.toContain('To server');
  });
});

describe('a search', () => {
  test('has its steps in a table, by what grew', async () => {
    await page.open(`${server.url}/?session=dusk`);
    expect(await page.rows()).toEqual(['Alpha websocket, 2/s', 'Alpha websocket, 10/s']);
    expect(await page.text('.searches caption')).toBe('Alpha websocket: ramp of rate (grow rate, until p99 > 100 ms)');
    expect(await page.texts('.searches tbody td:first-child')).toEqual(['2/s', '10/s']);
    await page.open(server.url);
    expect(await page.texts('.searches')).toEqual([]);
  });
});

describe('a study', () => {
  test('is shown alone', async () => {
    await page.driver.get(`${server.url}/?study=A`);
    await eventually(async () => (await page.text('.study h2')) === 'Study A: Made up', 'the study');
    expect(await page.texts('.study .says')).toEqual([
      'refuted Alpha needs less.',
      'holds Alpha needs little.',
      'not judged Alpha needs ten.',
    ]);
    expect(await page.text('#claim-A-one p + p')).toBe('The study 4 % of a core; here 10 % of a core (7.80–12.8).');
    expect(await page.texts('main > section, main > div, .filters')).toHaveLength(1);
  });

  test('has its own tables, with ours beside each figure', async () => {
    await page.driver.get(`${server.url}/?study=A`);
    await eventually(async () => (await page.texts('.published td')).length > 1, 'its table');
    expect(await page.text('.published caption')).toBe('page 1');
    expect(await page.texts('.published th')).toEqual(['CPU, % of a core', 'alpha']);
    expect(await page.texts('.published tbody td')).toEqual(['4 / 10 (7.80–12.8)']);
  });

  test('has a chart for each claim that is judged, and for an open one when it is unfolded', async () => {
    await page.driver.get(`${server.url}/?study=A`);
    const charts = async (of: string) => (await page.driver.findElements(By.css(`${of} .highcharts-root`))).length;
    await eventually(async () => (await charts('#claim-A-one')) === 1, 'the chart of a claim');
    await eventually(async () => (await charts('#claim-A-two')) === 1, 'the chart of another claim');
    const legend = async () => (await page.texts('#claim-A-one .highcharts-legend-item')).join();
    await eventually(async () => (await legend()) === 'here,the study', 'ours and theirs in the chart');
    expect(await charts('#claim-A-open')).toBe(0);
    await page.driver.executeScript("document.querySelector('#claim-A-open details').open = true");
    await eventually(async () => (await charts('#claim-A-open')) === 1, 'the chart of an open claim');
    await page.driver.executeScript("document.querySelector('#claim-A-open details').open = false");
    await eventually(async () => (await charts('#claim-A-open')) === 0, 'no chart where it is folded away');
  });

  test('fits a phone', async () => {
    await page.setWidth(360);
    await page.driver.get(`${server.url}/?study=A`);
    await eventually(async () => (await page.text('.study h2')) === 'Study A: Made up', 'the study');
    const [wide, width] = await page.driver.executeScript<[number, number]>(
      'return [document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    await page.setWidth(1400);
    expect(wide).toBe(width);
  });

  test('without runs says so', async () => {
    await page.driver.get(`${server.url}/?study=B`);
    await eventually(async () => (await page.text('main')).includes('No runs of this study'), 'that there is none');
  });

  test('has a link to it, and it one to the charts of its runs, however far down the list they are', async () => {
    await page.open(server.url);
    await eventually(async () => (await page.texts('.study-links a')).join() === 'A', 'the link to the study');
    await page.click('.study-links a');
    await eventually(async () => (await page.text('.study h2')) === 'Study A: Made up', 'the study');
    expect(await page.address()).toBe('/?study=A');
    await eventually(async () => (await page.texts('.study p > a')).length > 0, 'the link to its charts');
    await page.click('.study p > a');
    expect(await page.address()).toMatch(/^\/\?session=study-a-quick-/);
    expect(await page.rows()).toEqual(['alpha websocket']);
  });
});

describe('a long list of sessions', () => {
  const listed = () => page.texts('#session-picker label:has([name="session"])');

  test('is read and shown in parts, more of it when asked for by keyboard', async () => {
    await page.open(server.url);
    await page.click('#session-picker summary');
    expect(await listed()).toHaveLength(50);
    expect(await page.text('#session-picker .picked')).toMatch(
      /: auction-broadcast, 3 frameworks, 2 transports, 20 Firefox clients, 5 rounds; \d of 4 rows ranked$/,
    );
    const more = await page.find('#more-sessions');
    expect(await more.getText()).toBe(`Show ${OLD + 5 - 50} more of ${OLD + 5} sessions`);
    const asked = async () => (await page.loaded()).flatMap((address) => address.split('/api/sessions?')[1] ?? []);
    expect((await asked())[0]).toBe('limit=50&offset=0');
    await more.sendKeys(Key.ENTER);
    await eventually(async () => (await listed()).length === OLD + 5, 'all sessions');
    expect(await more.isDisplayed()).toBe(false);
    // The button is gone, and the next key goes on where the new ones begin.
    const first = (await listed()).indexOf((await listed()).find((text) => text.endsWith(', old-46'))!);
    const focused = () => page.driver.executeScript<string>('return document.activeElement.value ?? ""');
    await eventually(async () => (await focused()) === 'old-46', 'the focus on the first new session');
    expect(first).toBe(50);
  });

  test('has those that a link names, wherever they stand', async () => {
    await page.open(`${server.url}/?session=old-${OLD}`);
    expect(await page.text('#session-picker .picked')).toMatch(
      /: auction-broadcast, alpha, 20 Firefox clients, 1 round; no ranking: too few rounds$/,
    );
    await page.click('#session-picker summary');
    expect((await listed()).at(-1)).toMatch(
      new RegExp(`: auction-broadcast, alpha, 20 Firefox clients, 1 round; .* quick, 1 run, old-${OLD}$`),
    );
    expect(await page.rows()).toEqual(['Alpha websocket']);
  });

  test('has the newest each by itself when all are chosen, says so, and has every session but one when one is skipped', async () => {
    await page.open(`${server.url}/?session=all`);
    expect(await page.text('#session-picker .picked')).toBe(`all ${OLD + 5}`);
    expect(await page.text('.session-note')).toContain(`6 of ${OLD + 5} sessions are shown.`);
    expect(await page.texts('.answer-band')).toHaveLength(4);
    await page.click('#session-picker summary');
    expect(await listed()).toHaveLength(OLD + 5);
    await page.click('[name="session"][value="evening"]');
    expect(await page.text('#session-picker .picked')).toBe(`${OLD + 4} of ${OLD + 5}`);
  });
});

describe('links', () => {
  test('find rows by their keys', async () => {
    const keys = mergeRuns(madeUpRuns()).map(({ combination, key }) => [combination.framework, key]);
    const { alpha, gamma } = Object.fromEntries(keys) as Record<string, string>;
    await page.open(`${server.url}/?baseline=${alpha}&hide=${gamma}&latency=fromDue&order=p99`);
    await page.howSure();
    expect(await page.verdict('Alpha websocket')).toContain('compared with');
    expect(await page.linesIn('latency')).toBe(3);
    expect(await page.texts('[aria-sort="ascending"]')).toEqual(['p99']);
    expect(await page.texts('figure h3')).toContain('Latency distribution, from when it was due');
  });
});
