/** Tests in real Firefox of saved and imported files, and of the page's appearance with little room or light. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mergeRuns } from '../../../merge/index.ts';
import { makeRuns } from '../../../merge/testing/make-run.ts';
import { eventually } from '../../../system/testing/eventually.ts';
import { exportMerge } from '../../merge-export.ts';
import { renderReport } from '../../report.ts';
import { HOSTILE, madeUpRuns } from '../../testing/charts-server.ts';
import { openCharts } from '../../testing/firefox.ts';
import { MADE_UP_SCENARIO } from '../../testing/made-up-scenario.ts';

const { server, page } = await openCharts(madeUpRuns(), { dark: true });

/** Returns what the browser saved as `name`. */
async function saved(save: () => Promise<void>, name: string): Promise<Buffer> {
  const path = join(server.downloads, name);
  rmSync(path, { force: true });
  await save();
  const whole = () =>
    existsSync(path) &&
    !readdirSync(server.downloads).some((file) => file.endsWith('.part')) &&
    readFileSync(path).length > 0;
  await eventually(whole, `${name} saved`);
  return readFileSync(path);
}

type FileType = Parameters<typeof page.save>[1];
const chart = (graph: string, type: FileType) =>
  saved(() => page.save(graph, type), `outcry-${graph}.${type.toLowerCase()}`);

/** Requests to anywhere but the server that the page came from. */
const strangers = async () =>
  (await page.loaded()).filter((url) => !url.startsWith(server.url) && !/^(data|blob):/.test(url));

describe('files', () => {
  beforeAll(async () => {
    await page.setWidth(1400);
    await page.open(`${server.url}/?session=all&together=1&order=name`);
  });

  test('a chart as PNG and SVG, with title and legend, without asking anybody else', async () => {
    const png = await chart('latency', 'PNG');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.readUInt32BE(16)).toBe(1920);
    const svg = (await chart('latency', 'SVG')).toString();
    expect(svg).toMatch(/^<svg[^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg).toContain('Mean latency per second');
    expect(svg).toContain('Alpha websocket');
    const words = svg.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    expect(words).toContain('20 clients');
    expect(words).toMatch(/2026-01-01 to 2026-01-\d\d, Made-up CPU/);
    expect(svg).toContain('&lt;img src=x');
    expect(svg).not.toMatch(/<img|onerror=(?!"document)/);
    expect(await strangers()).toEqual([]);
  });

  test('a chart as CSV and JSON, with intervals and how many runs', async () => {
    const lines = (await chart('latency', 'CSV')).toString().split('\r\n');
    expect(lines[0]).toBe('series,second,Mean latency per second (ms),95 % low,95 % high,runs,overtime');
    expect(lines[1]).toMatch(/^Alpha websocket,0,\d+\.\d+,\d+\.\d+,\d+\.\d+,4,$/);
    expect(lines.some((line) => line.startsWith('Beta long-polling,17,') && line.endsWith(',overtime'))).toBe(true);
    const graph = JSON.parse((await chart('latency', 'JSON')).toString());
    expect(graph.series.map(({ name }: { name: string }) => name)).toContain(`${HOSTILE} websocket`);
  });

  test('the tables as CSV, and the merges as JSON', async () => {
    const csv = (await saved(() => page.click('#table-csv'), 'outcry-merges.csv')).toString();
    expect(csv.split('\r\n')).toHaveLength(1 + 5 + 1);
    expect(csv).toContain('alpha,websocket,auction-broadcast,browser,measured,20,4,1,evening,');
    const merges = JSON.parse((await saved(() => page.click('#merges-json'), 'outcry-merges.json')).toString());
    expect(merges).toEqual(
      JSON.parse(JSON.stringify(mergeRuns(madeUpRuns()).map((merge) => exportMerge(merge, [MADE_UP_SCENARIO])))),
    );
  });
});

describe('at 400 px, in the dark', () => {
  const overflow = () =>
    page.driver.executeScript<[number, number]>('return [document.documentElement.scrollWidth, innerWidth]');

  test.each(['/', '/?session=all', '/?framework=nobody'])(
    '%s does not scroll sideways',
    async (address) => {
      await page.setWidth(400);
      await page.open(`${server.url}${address}`);
      const [content, window] = await overflow();
      expect(window).toBe(400);
      expect(content).toBeLessThanOrEqual(window);
    },
    60_000,
  );

  test('page and charts are dark, with light text', async () => {
    await page.open(server.url);
    const [body, chart, label] = await page.driver.executeScript<string[]>(`
      const chart = document.querySelector('[data-graph="latency"]');
      return [
        getComputedStyle(document.body).backgroundColor,
        chart.querySelector('.highcharts-background').getAttribute('fill'),
        getComputedStyle(chart.querySelector('.highcharts-axis-labels text')).fill,
      ]`);
    expect(lightness(body!)).toBeLessThan(0.2);
    expect(lightness(chart!)).toBeLessThan(0.2);
    expect(lightness(label!)).toBeGreaterThan(0.6);
  });
});

/** 0 black, 1 white; of `rgb(…)` or `#rrggbb`. */
function lightness(colour: string): number {
  const parts = colour.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    : (colour.match(/\d+/g) ?? []).slice(0, 3).map(Number);
  return parts.reduce((sum, part) => sum + part, 0) / 3 / 255;
}

describe('the report', () => {
  const CLOSING = '</script><script>document.title = "broken out"</script><!--';

  test('is one file that opens without a server or a network and can be chosen from', async () => {
    await page.setWidth(1400);
    const file = join(server.folder, 'report.html');
    const runs = [
      ...madeUpRuns(),
      ...makeRuns(3, { seed: 8, identity: { framework: 'zeta', frameworkLabel: CLOSING } }),
    ];
    const meta = { title: 'What we measured', createdAt: '2026-01-06T00:00:00.000Z' };
    writeFileSync(file, renderReport(mergeRuns(runs), [MADE_UP_SCENARIO], meta, server.dist));
    await page.open(pathToFileURL(file).href);
    expect(await page.text('h1')).toBe('Outcry What we measured');
    expect(await page.rows()).toHaveLength(6);
    expect(await page.rows()).toContain(`${CLOSING} websocket`);
    expect(await page.driver.getTitle()).toBe('Outcry: What we measured');
    expect(await page.linesIn('latency')).toBe(6);
    await page.filter();
    await page.click('input[name="framework"][value="alpha"]');
    expect(await page.rows()).toHaveLength(5);
    expect(await page.text('header')).not.toContain('Import');
    expect((await page.loaded()).filter((url) => !/^(data|blob):/.test(url))).toEqual([]);
    expect((await chart('latency', 'SVG')).toString()).toContain('<svg');
  });

  test('that was not built says how to build it', () => {
    expect(() => renderReport([], [], { title: '', createdAt: '' }, join(server.folder, 'nowhere'))).toThrow(
      /npx vite build -c chart-merger\/vite\.config\.ts/,
    );
  });
});

describe('imported files', () => {
  beforeAll(() => page.setWidth(1400));

  test('are taken and shown, with what is odd about them', async () => {
    const file = join(server.folder, 'theirs.json');
    const runs = makeRuns(3, {
      session: 'theirs',
      identity: { framework: 'delta', frameworkLabel: 'Delta' },
      findings: ['overtime'],
    });
    writeFileSync(file, JSON.stringify(runs));
    await page.open(server.url);
    await page.importFile(file);
    await page.settled();
    expect(await page.text('.imported')).toContain('theirs.json: 3 runs taken, 3 with something odd');
    await eventually(async () => (await page.rows()).join() === 'Delta websocket', 'the row of Delta alone');
    await page.click('.imported summary');
    expect(await page.text('.imported li')).toContain('overtime: Made up for a test');
  });

  test('are taken one by one, and those that are broken are refused with the place', async () => {
    const files = ['broken.json', 'whole.json'].map((name) => join(server.folder, name));
    writeFileSync(files[0]!, '[\nnot a run');
    writeFileSync(files[1]!, JSON.stringify(makeRuns(2, { session: 'whole' })));
    await page.open(server.url);
    await page.importFile(files.join('\n'));
    await eventually(async () => (await page.text('.imported')).includes('whole.json'), 'the answer to both files');
    const text = await page.text('.imported');
    expect(text).toContain('broken.json: nothing taken: line 2, column 1: not JSON: unexpected "not"');
    expect(text).toContain('whole.json: 2 runs taken');
  });
});
