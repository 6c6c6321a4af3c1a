/** The published site in real Firefox: from its folder, and from a static server below a path. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { renderReport } from '../../chart-merger/report.ts';
import { violationsIn } from '../../chart-merger/testing/axe.ts';
import { buildPage } from '../../chart-merger/testing/charts-server.ts';
import { openFirefox } from '../../chart-merger/testing/firefox.ts';
import { MADE_UP_SCENARIO } from '../../chart-merger/testing/made-up-scenario.ts';
import { findingsHere } from '../../loadtests/studies/find-studies.ts';
import { mergeRuns } from '../../merge/index.ts';
import { makeRuns } from '../../merge/testing/make-run.ts';
import { ROOT } from '../../system/root.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { siteFiles } from './site.ts';
import { writeSite } from './write-site.ts';

const BELOW = '/some/where';
const NAME = '<img src=x onerror="document.title=\'broken in\'">';

let folder: string;
let server: Server;
let asked: string[];
let light: Awaited<ReturnType<typeof openFirefox>>;
let dark: typeof light;

beforeAll(async () => {
  folder = temporaryFolder();
  const dist = temporaryFolder();
  await buildPage(dist);
  const merges = mergeRuns(makeRuns(4, { session: 'evening', latencyMs: 5, identity: { frameworkLabel: NAME } }));
  const meta = { title: 'An evening', createdAt: '2026-01-01T10:00:00.000Z' };
  const session = { id: 'evening', title: NAME, html: renderReport(merges, [MADE_UP_SCENARIO], meta, dist) };
  writeSite(folder, siteFiles(await findingsHere(), [session], dist));
  const types: Record<string, string> = { html: 'text/html', css: 'text/css', js: 'text/javascript' };
  server = createServer(({ url }, response) => {
    const path = new URL(url!, 'http://site').pathname;
    asked.push(path);
    try {
      const body = readFileSync(join(folder, path.slice(BELOW.length)));
      response.writeHead(200, { 'content-type': types[path.split('.').at(-1)!] ?? 'application/gzip' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  [light, dark] = [await openFirefox(folder, false), await openFirefox(folder, true)];
});

beforeEach(() => {
  asked = [];
});

afterAll(async () => {
  await light?.close();
  await dark?.close();
  server?.close();
});

const inFolder = (page: string): string =>
  `${pathToFileURL(join(folder, page.split('?')[0]!))}${/\?.*$/.exec(page)?.[0] ?? ''}`;
const served = (page: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${BELOW}/${page}`;

/** The cells of a table in the page, a line for each row. */
const cellsOf = (page: typeof light, table: string): Promise<string[]> =>
  page.driver.executeScript(
    "return [...document.querySelectorAll(arguments[0] + ' tr')].map(row => [...row.cells].map(cell => cell.innerText.replace(/\\s+/g, ' ').replace(/ ?[▴▾]/, '').trim()).join(' | '))",
    `#${table}`,
  );

/** The tables of `docs/findings.md`, a line for each row. */
function tablesOfMarkdown(): string[][] {
  const text = readFileSync(join(ROOT, 'docs', 'findings.md'), 'utf8');
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('| '))
    .map((block) =>
      block
        .trim()
        .split('\n')
        .filter((_, index) => index !== 1)
        .map((line) => line.slice(2, -2).replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')),
    );
}

test('the first page says cell by cell what docs/findings.md says', async () => {
  await light.open(inFolder('index.html'));
  const [frameworks, ...others] = tablesOfMarkdown() as [string[], ...string[][]];
  const [, ...rows] = await cellsOf(light, 'frameworks-table');
  expect(rows.map((row) => row.replace(/ WebSocket(?= \|)/, ''))).toEqual(frameworks.slice(1));
  const ids: string[] = await light.driver.executeScript(
    "return [...document.querySelectorAll('table:not(#frameworks-table)')].map(({ id }) => id)",
  );
  expect(ids).toEqual(['transports-table', 'runtimes-table', 'studies-table']);
  for (const [index, id] of ids.entries())
    expect(await cellsOf(light, id)).toEqual(others[index]!.map((row) => row.trim()));
  const text = readFileSync(join(ROOT, 'docs', 'findings.md'), 'utf8');
  for (const lead of await light.texts('.takes strong')) expect(text).toContain(`**${lead}**`);
  const claims = (await light.texts('.unknown li')).map((claim) => claim.replace(/( [A-Z]-\S+)+$/, ''));
  for (const claim of claims) expect(text).toContain(claim);
});

test('its first view is small, and loads nothing but what is beside it', async () => {
  await light.open(served('index.html'));
  expect(asked).toEqual(['index.html', 'choose.css', 'choose.js'].map((name) => `${BELOW}/${name}`));
  const bytes = ['index.html', 'choose.css', 'choose.js'].map(
    (name) => gzipSync(readFileSync(join(folder, name))).length,
  );
  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(300_000);
});

test('a link with filters, weights and an order shows the same in a fresh browser', async () => {
  await light.open(inFolder('index.html'));
  await light.click('input[name="transport"][value="sse"]');
  await light.click('#sort-cpu');
  await light.click('#sort-cpu');
  await light.driver.executeScript(
    "const one = document.getElementById('weight-idle'); one.value = 0; one.dispatchEvent(new Event('input', { bubbles: true }))",
  );
  const [table, order] = [await cellsOf(light, 'frameworks-table'), await light.texts('.places li')];
  expect(table.some((row) => row.includes('server-sent events'))).toBe(true);
  expect(order.length > 0).toBe(true);
  const query = new URL(await light.driver.getCurrentUrl()).search;
  await dark.open(served(`index.html${query}`));
  expect([await cellsOf(dark, 'frameworks-table'), await dark.texts('.places li')]).toEqual([table, order]);
  expect(await dark.text('#weight-idle ~ output')).toBe('nothing');
  await dark.click('#reset');
  expect(new URL(await dark.driver.getCurrentUrl()).search).toBe('');
});

test('every link of every page leads to a file of the site, and nothing comes from elsewhere', async () => {
  const pages = [
    'index.html',
    'study-a.html',
    'method.html',
    'reference.html',
    'sessions.html',
    'session-evening.html',
  ];
  for (const name of pages) {
    await light.driver.get(served(name));
    const hrefs = await light.driver.executeScript<string[]>(
      "return [...document.querySelectorAll('a[href]')].map(a => a.href).filter(href => href.startsWith(location.origin))",
    );
    for (const href of hrefs) {
      const path = decodeURI(new URL(href).pathname.slice(BELOW.length + 1));
      expect([name, path, path.startsWith('records/') || existsSync(join(folder, path))]).toEqual([name, path, true]);
    }
  }
  expect(asked.every((path) => path.startsWith(`${BELOW}/`))).toBe(true);
});

test('a name from a record stays text', async () => {
  await light.driver.get(inFolder('sessions.html'));
  expect(await light.text('main li')).toContain(NAME);
  expect(await light.driver.getTitle()).toBe('Outcry: sessions');
});

test('a page of charts works from the folder', async () => {
  await light.open(inFolder('session-evening.html'));
  expect((await light.rows()).join()).toContain(NAME);
});

test.each(['index.html', 'study-c.html', 'method.html'])(
  '%s fits 390 and 1280 px, and is accessible, light and dark',
  async (name) => {
    for (const page of [light, dark]) {
      for (const width of [390, 1280]) {
        await page.setWidth(width);
        await page.driver.get(inFolder(name));
        await eventually(() => page.text('main h2'), 'the page drawn');
        const wide = await page.driver.executeScript<number>(
          'return document.documentElement.scrollWidth - innerWidth',
        );
        expect([name, width, wide <= 0]).toEqual([name, width, true]);
        const captions = await page.driver.executeScript<number[]>(
          'return [...document.querySelectorAll("caption > span")].map((one) => one.getBoundingClientRect().right - innerWidth)',
        );
        expect([name, width, captions.every((over) => over <= 0)]).toEqual([name, width, true]);
        expect([name, width, await violationsIn(page.driver)]).toEqual([name, width, []]);
      }
    }
  },
);
