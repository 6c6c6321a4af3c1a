/** The charts page with what scenarios bring: a latency by its parts, the steps of a search; and links of earlier versions. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { By } from 'selenium-webdriver';
import { mergeRuns } from '../../merge/index.ts';
import { type ChartsServer, madeUpRuns, partsAndSteps, startCharts } from '../testing/charts-server.ts';
import { ChartsDriver, openFirefox, type TestFirefox } from '../testing/firefox.ts';

let server: ChartsServer;
let firefox: TestFirefox;
let page: ChartsDriver;

beforeAll(async () => {
  server = await startCharts([...madeUpRuns(), ...partsAndSteps()]);
  const downloads = join(server.folder, 'downloads');
  mkdirSync(downloads);
  firefox = await openFirefox({ downloads });
  page = new ChartsDriver(firefox.driver);
  await page.setWidth(1400);
});

afterAll(async () => {
  await firefox?.close();
  await server?.close();
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
    expect(await page.rows()).toEqual(['Alpha websocket, rate 2', 'Alpha websocket, rate 10']);
    expect(await page.text('.searches caption')).toBe('Alpha websocket: ramp of rate (grow rate, until p99 > 100 ms)');
    expect(await page.texts('.searches tbody td:first-child')).toEqual(['2', '10']);
    await page.open(server.url);
    expect(await page.texts('.searches')).toEqual([]);
  });
});

describe('links of earlier versions', () => {
  test('find rows by the keys that they had', async () => {
    const keys = mergeRuns(madeUpRuns()).map(({ combination, formerKeys }) => [combination.framework, formerKeys[0]!]);
    const { alpha, gamma } = Object.fromEntries(keys) as Record<string, string>;
    await page.open(`${server.url}/?baseline=${alpha}&hide=${gamma}&latency=fromDue&order=p99`);
    expect(await page.row('Alpha websocket')).toContain('baseline');
    expect(await page.linesIn('latency')).toBe(3);
    expect(await page.texts('[aria-sort="ascending"]')).toEqual(['p99']);
    expect(await page.texts('figure h3')).toContain('Latency distribution, from when it was due');
  });
});
