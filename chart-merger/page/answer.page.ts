/** The answer that the page opens with, and whether everybody can read it; in real Firefox. */
import { By, Key } from 'selenium-webdriver';
import { mergeRuns } from '../../merge/index.ts';
import { makeRuns } from '../../merge/testing/make-run.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { violationsIn } from '../testing/axe.ts';
import { madeUpRuns, partsAndSteps, substituteRuns } from '../testing/charts-server.ts';
import { openCharts, openFirefox } from '../testing/firefox.ts';

/** A session that knows what was sent by its total alone, so that bars show it; Epsilon has too few runs to be ranked. */
function barsOnly(): RunRecord[] {
  const dawn = { session: 'dawn', startedAt: '2025-12-28T06:00:00.000Z', hops: true };
  const runs = [
    ...makeRuns(3, { ...dawn, seed: 12, identity: { framework: 'delta', frameworkLabel: 'Delta' } }),
    ...makeRuns(2, { ...dawn, seed: 13, identity: { framework: 'epsilon', frameworkLabel: 'Epsilon' } }),
  ];
  return runs.map((run) => {
    const sentByClients = { ...run.metrics.sentByClients, series: null };
    return { ...run, metrics: { ...run.metrics, sentByClients } };
  });
}

const charts = await openCharts([...madeUpRuns(), ...substituteRuns(), ...partsAndSteps(), ...barsOnly()]);
const { server } = charts;
let { page } = charts;

/** Fill and outline of what `selector` finds in charts. */
const looksOf = (selector: string): Promise<[string, string][]> =>
  page.driver.executeScript(
    'return [...document.querySelectorAll(arguments[0])].map((e) => [e.getAttribute("fill"), e.getAttribute("stroke")])',
    selector,
  );

describe('the answer', () => {
  test('is the first thing on the page: who is fastest, and who is slower by how much; the numbers one press further', async () => {
    await page.setWidth(1280);
    await page.open(`${server.url}/?session=noon`);
    expect((await page.texts('main h2'))[0]).toBe('The answer');
    expect(await page.text('.answer .first')).toBe('Fastest: Alpha.');
    expect(await page.text('.answer .second')).toMatch(/^Slower: Beta \(\d\.\d ×\)\.$/);
    expect(await page.texts('.answer-band h3')).toEqual(['Latency from sent: times that of Alpha']);
    expect(await page.texts('#statistics')).toEqual([]);
    await page.howSure();
    expect(await page.text('#statistics .best')).toMatch(
      /^Alpha websocket \(mean of 3 runs: [\d.]+ ms\) is faster than Beta websocket, with [\d.]+ times \([\d.]+ to [\d.]+\) its latency from sent\.$/,
    );
    expect(await page.texts('.costs h3')).toEqual([
      'Latency from sent against server CPU',
      'Latency from sent against server memory',
    ]);
  });

  test('says what it is not about, and why', async () => {
    await page.open(server.url);
    await page.howSure();
    expect(await page.texts('.remark')).toEqual([
      'Not ranked: Beta websocket (the load generator was overloaded in 4 of 4 runs).',
      expect.stringContaining('Not ranked: Gamma websocket (it has 2 runs with a figure'),
    ]);
    await page.open(`${server.url}/?session=night`);
    await page.howSure();
    expect(await page.text('.remark')).toContain('substitute: An open broker');
  });

  test('has a point for each row, whiskers for those that were compared, and hollow marks for those that cannot be ranked', async () => {
    await page.open(server.url);
    const drawn = async (selector: string) => (await page.driver.findElements(By.css(selector))).length;
    const points = '[data-graph="ratios"] .highcharts-scatter-series .highcharts-point';
    expect(await drawn(points)).toBe(4);
    expect(await drawn('[data-graph="ratios"] .highcharts-errorbar-series .highcharts-point')).toBe(1);
    const looks = await looksOf(points);
    expect(looks.filter(([fill, line]) => fill === line)).toHaveLength(2);
    expect(looks.filter(([fill]) => fill === '#ffffff')).toHaveLength(2);
    // Beta has one colour over both of its transports.
    expect(new Set(looks.map(([, line]) => line)).size).toBe(3);
    expect(
      await drawn(
        '[data-graph="cost-serverCpu"] .highcharts-series-group .highcharts-scatter-series .highcharts-point',
      ),
    ).toBe(4);
    expect(
      await drawn(
        '[data-graph="cost-serverMemory"] .highcharts-series-group .highcharts-scatter-series .highcharts-point',
      ),
    ).toBe(4);
  });

  test('has hollow bars for rows that cannot be ranked, as they have hollow marks', async () => {
    await page.open(`${server.url}/?session=dawn`);
    const bars = await looksOf('[data-graph="sent-by-clients"] .highcharts-bar-series .highcharts-point');
    expect(bars.map(([fill]) => fill === '#ffffff')).toEqual([false, true]);
    expect(bars.every(([, line]) => line !== '#ffffff')).toBe(true);
    const parts = await looksOf('[data-graph="hops"] .highcharts-series .highcharts-point');
    expect(parts).toHaveLength(6);
    const hollow = parts.filter(([fill]) => fill === '#ffffff');
    expect(new Set(hollow.map(([, line]) => line)).size).toBe(3);
  });

  test('has its ratios all along their axis', async () => {
    await page.open(server.url);
    const share = await page.driver.executeScript<number>(`
      const boxes = (selector) => [...document.querySelectorAll('[data-graph="ratios"] ' + selector)].map((e) => e.getBoundingClientRect());
      const [plot] = boxes('.highcharts-plot-background');
      const points = boxes('.highcharts-point');
      const [left, right] = [Math.min(...points.map((box) => box.left)), Math.max(...points.map((box) => box.right))];
      return (right - left) / plot.width;`);
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThanOrEqual(1);
  });

  test('says what it would take to show a difference of the size that is asked for, which the address keeps', async () => {
    const alike = mergeRuns(madeUpRuns()).find(({ combination }) => combination.framework === 'alpha')!;
    await page.open(`${server.url}/?session=all&together=1&detect=2&framework=alpha&framework=hostile`);
    expect(alike.runs).toBe(4);
    await page.howSure();
    expect(await page.text('#statistics p')).toMatch(
      /To show a difference of 2 % in 80 of 100 tries takes .*\d sessions/,
    );
    const asked = await page.find('#detect');
    await asked.clear();
    await asked.sendKeys('5', Key.TAB);
    await page.settled();
    expect(await page.text('#statistics p')).toContain('a difference of 5 %');
    expect(await page.address()).toContain('detect=5');
  });
});

test('the baseline is the best row, also where a link names one that is no longer there', async () => {
  for (const query of ['', '/?baseline=gone.websocket.00000000']) {
    await page.open(`${server.url}${query}`);
    await page.howSure();
    expect(await page.verdict('Alpha websocket')).toContain('compared with');
    const chosen = "return document.getElementById('baseline').selectedOptions[0].text";
    expect(await page.driver.executeScript(chosen)).toBe('the best: Alpha websocket');
  }
});

test('the mark of a verdict explains itself by tap and by Enter', async () => {
  await page.open(server.url);
  await page.howSure();
  for (const press of [Key.ENTER, Key.SPACE]) {
    const mark = await page.find('#verdicts [data-tone="unranked"] + sup button');
    await mark.sendKeys(press);
    expect(await page.text('#explanation')).toContain('a test needs 3 or more');
    await mark.click();
    expect(await page.texts('#explanation')).toEqual([]);
  }
});

describe('the scoreboard', () => {
  const columns = () => page.texts('.scoreboard thead th');

  test('is within one screen and the width of the page, rows in the order of the answer', async () => {
    await page.setWidth(1280);
    await page.open(server.url);
    expect(await page.texts('.scoreboard .row-label')).toEqual([
      'Alpha websocket',
      'Beta long-polling',
      'Gamma websocket',
      'Beta websocket',
    ]);
    expect((await columns()).slice(0, 5)).toEqual([
      'Framework',
      'Mean ms',
      '× fastest interval',
      'Median ms',
      'p99 ms',
    ]);
    const [width, room] = await page.driver.executeScript<[number, number]>(
      "const box = document.querySelector('.scoreboard .scroll'); return [box.scrollWidth, box.clientWidth]",
    );
    expect(width).toBeLessThanOrEqual(room);
  });

  test('says by colour and by number how far a figure is from the best; of rows that cannot be ranked neither', async () => {
    await page.open(server.url);
    const heats = (row: number) =>
      page.driver.executeScript<(string | null)[]>(
        "return [...document.querySelectorAll('.scoreboard tbody tr')[arguments[0]].querySelectorAll('td')].map((e) => e.dataset.heat ?? null)",
        row,
      );
    expect((await heats(0)).slice(0, 2)).toEqual(['0', '0']);
    expect((await heats(1)).slice(0, 2)).toEqual(['6', '6']);
    expect(new Set(await heats(2))).toEqual(new Set([null]));
    expect(await page.score('Beta long-polling')).toMatch(/\d\.\d ×/);
    expect(await page.score('Gamma websocket')).not.toContain('×');
  });

  test('has heads that explain themselves by tap and by Enter', async () => {
    await page.open(server.url);
    const explanation = () => page.texts('#explanation');
    const [, , , , p99] = await page.driver.findElements(By.css('.scoreboard thead th'));
    const head = await p99!.findElement(By.css('button'));
    await head.click();
    expect(await explanation()).toEqual(['The figure that 99 of 100 messages stay below.']);
    await head.click();
    expect(await explanation()).toEqual([]);
    await head.sendKeys(Key.ENTER);
    expect(await explanation()).toHaveLength(1);
    await head.sendKeys(Key.ESCAPE);
    expect(await explanation()).toEqual([]);
  });

  test('has all its columns on a phone, scrolled below a name that stays', async () => {
    await page.setWidth(1280);
    await page.open(server.url);
    const all = await columns();
    await page.setWidth(390);
    await page.open(server.url);
    expect(await columns()).toEqual(all);
    const place = await page.driver.executeScript<string>(
      "return getComputedStyle(document.querySelector('.scoreboard tbody th')).position",
    );
    expect(place).toBe('sticky');
  });
});

describe.each([
  ['light', false],
  ['dark', true],
])('in %s colours', (_, dark) => {
  beforeAll(async () => {
    page = await openFirefox(server.downloads, dark);
  });

  afterAll(() => page.close());

  test.each([1280, 400])(
    'axe-core finds nothing that keeps people out at %i px',
    async (width) => {
      await page.setWidth(width);
      // All sessions together have the same parts, many times.
      for (const query of dark && width === 400 ? ['', '?session=all'] : ['']) {
        await page.open(`${server.url}/${query}`);
        await page.howSure();
        expect(await violationsIn(page.driver)).toEqual([]);
      }
    },
    120_000,
  );

  test('a table that is wider than a phone can be scrolled by keyboard', async () => {
    await page.setWidth(400);
    await page.open(server.url);
    const table = await page.driver.findElement(By.css('#figures-table'));
    const area = await table.findElement(By.xpath('ancestor::section[1]'));
    expect(await area.getAttribute('tabindex')).toBe('0');
    await area.sendKeys(Key.ARROW_RIGHT, Key.ARROW_RIGHT, Key.ARROW_RIGHT);
    await eventually(async () => Number(await area.getProperty('scrollLeft')) > 0, 'the table scrolled');
  });
});
