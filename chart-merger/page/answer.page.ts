/** The answer that the page opens with, and whether everybody can read it; in real Firefox. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { By, Key } from 'selenium-webdriver';
import { mergeRuns } from '../../merge/index.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { violationsIn } from '../testing/axe.ts';
import { type ChartsServer, madeUpRuns, partsAndSteps, standInRuns, startCharts } from '../testing/charts-server.ts';
import { ChartsDriver, openFirefox, type TestFirefox } from '../testing/firefox.ts';

let server: ChartsServer;
let firefox: TestFirefox;
let page: ChartsDriver;

const open = async (dark: boolean): Promise<void> => {
  const downloads = join(server.folder, 'downloads');
  mkdirSync(downloads, { recursive: true });
  firefox = await openFirefox({ downloads, dark });
  page = new ChartsDriver(firefox.driver);
};

beforeAll(async () => {
  server = await startCharts([...madeUpRuns(), ...standInRuns(), ...partsAndSteps()]);
  await open(false);
});

afterAll(async () => {
  await firefox?.close();
  await server?.close();
});

describe('the answer', () => {
  test('is the first thing on the page, in sentences with the numbers of the runs', async () => {
    await page.setWidth(1280);
    await page.open(`${server.url}/?session=noon`);
    expect((await page.texts('main h2'))[0]).toBe('The answer');
    expect(await page.text('.answer .best')).toMatch(
      /^Alpha websocket \(mean of 3 runs: [\d.]+ ms\) is faster than Beta websocket, with [\d.]+ times \([\d.]+ to [\d.]+\) its latency from sent\.$/,
    );
    expect(await page.texts('.answer-band h3')).toEqual([
      'Latency from sent: times that of Alpha websocket',
      'Latency from sent against server CPU',
      'Latency from sent against server memory',
    ]);
  });

  test('says what it is not about, and why', async () => {
    await page.open(server.url);
    expect(await page.texts('.left-out')).toEqual([
      'Left out: Beta websocket (flagged swarm-saturated in 4 of 4 runs).',
      expect.stringContaining('Left out: Gamma websocket (it has 2 runs with a figure'),
    ]);
    await page.open(`${server.url}/?session=night`);
    expect(await page.text('.left-out')).toContain('stand-in: An open broker');
  });

  test('has a point with whiskers for each row that was compared, and a point for each in what it costs', async () => {
    await page.open(server.url);
    const drawn = async (selector: string) => (await page.driver.findElements(By.css(selector))).length;
    expect(await drawn('[data-graph="ratios"] .highcharts-scatter-series .highcharts-point')).toBe(3);
    expect(await drawn('[data-graph="ratios"] .highcharts-errorbar-series .highcharts-point')).toBe(2);
    expect(await drawn('[data-graph="cost-serverCpu"] .highcharts-scatter-series .highcharts-point')).toBe(4);
    expect(await drawn('[data-graph="cost-serverMemory"] .highcharts-scatter-series .highcharts-point')).toBe(4);
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
    await page.open(`${server.url}/?session=all&detect=2&framework=alpha&framework=hostile`);
    expect(alike.runs).toBe(4);
    expect(await page.text('.answer p')).toMatch(
      /To show a difference of 2 % in 80 of 100 tries it would take \d+ runs/,
    );
    const asked = await page.find('#detect');
    await asked.clear();
    await asked.sendKeys('5', Key.TAB);
    await page.settled();
    expect(await page.text('.answer p')).toContain('a difference of 5 %');
    expect(await page.address()).toContain('detect=5');
  });
});

describe('the baseline', () => {
  test('is the best row where nobody chose one, and nothing when that is chosen', async () => {
    await page.open(server.url);
    expect(await page.row('Alpha websocket')).toContain('baseline');
    const chosen = "return document.getElementById('baseline').selectedOptions[0].text";
    expect(await page.driver.executeScript(chosen)).toBe('the best: Alpha websocket');
    await page.driver.findElement(By.xpath("//select[@id='baseline']/option[.='nothing']")).click();
    await page.settled();
    expect(await page.address()).toBe('/?baseline=none');
    expect(await page.row('Alpha websocket')).not.toContain('baseline');
    expect(await page.texts('[data-graph="ratios"]')).toEqual([]);
    expect(await page.text('.answer .best')).toContain('Alpha websocket');
  });

  test('is the best again where a link names one that is no longer there', async () => {
    await page.open(`${server.url}/?baseline=gone.websocket.00000000`);
    expect(await page.row('Alpha websocket')).toContain('baseline');
  });
});

describe.each([
  ['light', false],
  ['dark', true],
])('in %s colours', (_, dark) => {
  beforeAll(async () => {
    await firefox.close();
    await open(dark);
  });

  test.each([1280, 400])(
    'axe-core finds nothing that keeps people out at %i px',
    async (width) => {
      await page.setWidth(width);
      for (const query of ['', '?session=all']) {
        await page.open(`${server.url}/${query}`);
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
