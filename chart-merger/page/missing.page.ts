/** Tests what the page calls missing: records that cannot be read, names that there are not, a newer session without a ranking. */
import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRun } from '../../merge/testing/make-run.ts';
import { packSession } from '../../records/pack-session.ts';
import { madeUpRuns } from '../testing/charts-server.ts';
import { openCharts } from '../testing/firefox.ts';

const unanswered = makeRun({ session: 'newest', startedAt: '2026-02-01T10:00:00.000Z' });
const { server, page } = await openCharts([...madeUpRuns(), unanswered]);

const said = () => page.texts('.missing');

test('nothing where nothing is missing', async () => {
  await page.open(`${server.url}/?session=evening`);
  expect(await said()).toEqual([]);
  expect(await page.texts('.newer')).toEqual([]);
});

test('a newer session without a ranking is offered', async () => {
  await page.open(server.url);
  expect(await page.text('.newer')).toMatch(
    /^A newer session has no ranking: 1 Feb 2026, 10:00 UTC: .*; no ranking: too few rounds\. Show it$/,
  );
  await page.click('.newer a');
  await page.settled();
  expect(await page.address()).toBe('/?session=newest');
});

test('names that there are not, with the nearest', async () => {
  await page.open(`${server.url}/?session=evenin`);
  expect(await said()).toEqual(['There is no session "evenin"; did you mean evening?']);
  await page.open(`${server.url}/?session=evening&framework=alpa&transport=web`);
  expect(await said()).toEqual([
    'No framework "alpa"; there is: alpha, beta, gamma; did you mean alpha?',
    'No transport "web"; there is: long-polling, websocket; did you mean websocket?',
  ]);
  await page.driver.get(`${server.url}/?study=nosuch`);
  await page.settled();
  expect(await page.text('main')).toContain('Nothing here was measured for a study “NOSUCH”');
});

test('records that cannot be read, with file and reason, and sessions that are cut short', async () => {
  const results = join(server.folder, 'results');
  const [first, second] = readdirSync(join(results, 'evening')).sort() as [string, string];
  writeFileSync(join(results, 'evening', first), '{"schema":');
  truncateSync(join(results, 'evening', second), 0);
  await page.open(`${server.url}/?session=evening`);
  expect(await said()).toEqual([
    expect.stringMatching(
      `^2 records cannot be read: evening/${first}: the record is not JSON: .*; evening/${second}: the record is empty\\. The answer is without them\\.$`,
    ),
  ]);
  await page.open(`${server.url}/?session=newest`);
  expect(await said()).toEqual([expect.stringMatching(/^2 records of other sessions cannot be read: /)]);
  const { path } = await packSession(results, 'morning');
  truncateSync(path, 1_000);
  await page.open(`${server.url}/?session=all`);
  expect(await said()).toEqual([
    expect.stringMatching(/^3 files cannot be read: .*morning\/records\.json\.gz: the packed session: is not whole/),
  ]);
});
