/** A run of the scenario presence, from the server's start to the charts page in Firefox. */
import { By } from 'selenium-webdriver';
import { openCharts } from '../../chart-merger/testing/firefox.ts';
import { findScenarios, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import { smallRun, twoApps } from '../../loadtests/scenarios/testing/small-run.ts';

const { app, transport } = twoApps(['publish', 'join'])[0]!;
const params = { visits: 3, rate: 20, payload: 10, phase: 'spread' };
const record = await smallRun({ scenario: 'presence', params, app, transport, clients: 3 });
const { server, page } = await openCharts([record], { scenarios: scenarioAbouts(await findScenarios()) });
await page.open(server.url);

test('the row has the parts of the latency and every notice', async () => {
  expect(await page.rows()).toHaveLength(1);
  expect(await page.texts('#figures-table thead th')).toEqual(
    expect.arrayContaining(['To server', 'In server', 'To client', 'Delivered']),
  );
  expect(await page.text('#figures-table tbody tr')).toContain('100 %');
});

test('the graphs show the latency and its parts, a sentence what was delivered', async () => {
  expect(await page.texts('figure h3')).toEqual(
    expect.arrayContaining(['Mean latency per second', 'Where the latency comes from']),
  );
  expect(await page.text('p.hint.foot')).toMatch(/The same in every row and second: .*delivered/i);
  const parts = await page.driver.findElements(By.css('[data-graph="hops"] .highcharts-series .highcharts-point'));
  expect(parts).toHaveLength(3);
  expect(await page.linesIn('latency')).toBe(1);
});
