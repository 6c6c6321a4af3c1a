/** A run of the scenario presence, from the server's start to the charts page in Firefox. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { By } from 'selenium-webdriver';
import { type ChartsServer, startCharts } from '../../chart-merger/testing/charts-server.ts';
import { ChartsDriver, openFirefox, type TestFirefox } from '../../chart-merger/testing/firefox.ts';
import { findScenarios, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import { smallRun, twoApps } from '../../loadtests/scenarios/testing/small-run.ts';

const downloads = mkdtempSync(join(tmpdir(), 'outcry-presence-'));
let server: ChartsServer;
let firefox: TestFirefox;
let page: ChartsDriver;

beforeAll(async () => {
  const { app, transport } = twoApps(['publish', 'join'])[0]!;
  const params = { visits: 3, rate: 20, payload: 10, phase: 'spread' };
  const record = await smallRun({ scenario: 'presence', params, app, transport, clients: 3 });
  server = await startCharts([record], scenarioAbouts(await findScenarios()));
  firefox = await openFirefox({ downloads });
  page = new ChartsDriver(firefox.driver);
  await page.open(server.url);
});

afterAll(async () => {
  await firefox?.close();
  await server?.close();
  rmSync(downloads, { recursive: true, force: true });
});

test('the row has the parts of the latency and every notice', async () => {
  expect(await page.rows()).toHaveLength(1);
  expect(await page.texts('#figures-table thead th')).toEqual(
    expect.arrayContaining(['To server', 'In server', 'To client', 'Delivered']),
  );
  expect(await page.text('#figures-table tbody tr')).toContain('100 %');
});

test('the graphs show the latency, its parts and what was delivered', async () => {
  expect(await page.texts('figure h3')).toEqual(
    expect.arrayContaining(['Mean latency per second', 'Delivered to clients', 'Where the latency comes from']),
  );
  const parts = await page.driver.findElements(By.css('[data-graph="hops"] .highcharts-series .highcharts-point'));
  expect(parts).toHaveLength(3);
  expect(await page.linesIn('latency')).toBe(1);
});
