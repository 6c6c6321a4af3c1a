/** Tests in real Firefox of versions that were measured in the same rounds, with the walk that comes with Outcry. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mergeRuns } from '../../merge/index.ts';
import { makeRuns } from '../../merge/testing/make-run.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { RunStore } from '../../records/store.ts';
import { ROOT } from '../../system/root.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { renderReport } from '../report.ts';
import { violationsIn } from '../testing/axe.ts';
import { openCharts, openFirefox } from '../testing/firefox.ts';
import { MADE_UP_SCENARIO } from '../testing/made-up-scenario.ts';

const kept = await new RunStore(join(ROOT, 'results/reference/walk')).records();
/** The walk with a change in it. */
const { session } = kept.find(({ identity }) => identity.version === '4.0.2') as RunRecord;
const walk = kept.filter((record) => record.session.id === session.id);

const { server, page } = await openCharts([...walk, ...makeRuns(3, { session: 'one-version' })]);

const titles = (): Promise<string[]> => page.texts('.history h3');

test('each figure has a graph over the versions, and the change is in a sentence and on the graph', async () => {
  await page.setWidth(1280);
  await page.open(`${server.url}/?session=${session.id}`);
  const sentences = await page.texts('.history li');
  expect(sentences[0]).toMatch(/ by version, in the same rounds\. Latency from sent changed at 4\.5\.4 to 1\.06 × /);
  expect(await titles()).toHaveLength(sentences.length);
  const marks = (): Promise<string[]> => page.texts('.history .highcharts-plot-line-label');
  await eventually(async () => (await marks()).some((text) => text.includes('1.06 ×')), 'the change is marked');
  expect(await page.text('.history .highcharts-xaxis-labels')).toMatch(/4\.0\.2.*4\.8\.4/);
});

test.each([
  [1280, 'light', false],
  [390, 'dark', true],
])('axe-core finds nothing that keeps people out, at %i px in %s colours', async (width, _, dark) => {
  const shown = dark ? await openFirefox(server.downloads, true) : page;
  try {
    await shown.setWidth(width);
    await shown.open(`${server.url}/?session=${session.id}`);
    expect(await violationsIn(shown.driver)).toEqual([]);
  } finally {
    if (dark) await shown.close();
  }
});

test('one version has no history', async () => {
  await page.open(`${server.url}/?session=one-version`);
  expect(await titles()).toEqual([]);
});

test('a report has it too', async () => {
  const file = join(server.folder, 'report.html');
  const meta = { title: 'Report', createdAt: new Date(0).toISOString() };
  writeFileSync(file, renderReport(mergeRuns(walk), [MADE_UP_SCENARIO], meta, server.dist));
  await page.open(pathToFileURL(file).href);
  expect((await titles()).length).toBeGreaterThan(0);
});
