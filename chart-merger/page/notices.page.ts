/** Tests in real Firefox that mandatory notices are on the page and in everything exported from it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mergeRuns } from '../../merge/index.ts';
import { makeRuns } from '../../merge/testing/make-run.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { renderReport } from '../report.ts';
import { openCharts } from '../testing/firefox.ts';
import { MADE_UP_SCENARIO } from '../testing/made-up-scenario.ts';

const NOTICE = 'the licence of Beta forbids <b>this</b>: ask before you publish figures measured on it';
const RUNS = [
  ...makeRuns(3, { session: 'noted' }),
  ...makeRuns(3, {
    session: 'noted',
    seed: 2,
    latencyMs: 9,
    identity: { framework: 'beta', frameworkLabel: 'Beta' },
  }).map((run) => ({ ...run, notice: NOTICE })),
];

const { server, page } = await openCharts(RUNS);

/** It stands before all tables and charts, and with what its own row says. */
async function expectShown(): Promise<void> {
  expect(await page.texts('.figures-notice')).toEqual([`Notice: ${NOTICE}`]);
  const [alpha, beta] = await page.texts('.facts tbody tr');
  expect(beta).toContain(`Notice: ${NOTICE}`);
  expect(alpha).not.toContain('Notice');
}

test('it is shown with the figures, once, and not without those that it is about', async () => {
  await page.setWidth(1400);
  await page.open(`${server.url}/?session=noted`);
  await expectShown();
  await page.filter();
  await page.click('input[name="framework"][value="beta"]');
  expect(await page.texts('.figures-notice')).toEqual([]);
});

test('it is below a chart that is saved as a picture', async () => {
  await page.open(`${server.url}/?session=noted`);
  await page.save('latency', 'SVG');
  const file = join(server.downloads, 'outcry-latency.svg');
  const whole = () => existsSync(file) && readFileSync(file, 'utf8').endsWith('</svg>');
  await eventually(whole, 'a saved picture');
  const words = readFileSync(file, 'utf8').replace(/<[^>]*>/g, ' ');
  expect(words.replace(/\s+/g, ' ')).toContain(
    'the licence of Beta forbids &lt;b&gt;this&lt;/b&gt;: ask before you publish',
  );
});

test('it is in a report', async () => {
  const file = join(server.folder, 'report.html');
  const meta = { title: 'Report', createdAt: new Date(0).toISOString() };
  writeFileSync(file, renderReport(mergeRuns(RUNS), [MADE_UP_SCENARIO], meta, server.dist));
  await page.open(pathToFileURL(file).href);
  await expectShown();
});
