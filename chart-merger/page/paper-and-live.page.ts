/** The charts page on paper, and while a session runs; in real Firefox. */
import { By } from 'selenium-webdriver';
import { makeRun } from '../../merge/testing/make-run.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { madeUpRuns } from '../testing/charts-server.ts';
import { openCharts } from '../testing/firefox.ts';

const { server, page } = await openCharts(madeUpRuns());

/** Lists those of `selectors` that show something. */
async function shown(selectors: readonly string[]): Promise<string[]> {
  const all = await Promise.all(
    selectors.map(async (selector) => {
      const found = await page.driver.findElements(By.css(selector));
      const displayed = await Promise.all(found.map((element) => element.isDisplayed()));
      return displayed.includes(true) ? [selector] : [];
    }),
  );
  return all.flat();
}

/** Puts the page's rules for paper in force on the screen: WebDriver has no other way to look at them. */
const asOnPaper = (): Promise<number> =>
  page.driver.executeScript(`
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const forPaper = rules.filter((rule) => rule instanceof CSSMediaRule && rule.media.mediaText === 'print');
    for (const rule of forPaper) rule.media.mediaText = 'all';
    return forPaper.length;
  `);

test('paper has the answer, the scoreboard, the graphs and the tables, and nothing to be pressed', async () => {
  const kept = ['.answer .first', '.scoreboard tbody td', '[data-graph] svg', '#figures-table tbody td'];
  const controls = ['.filters', '.bar-actions', '.saves', '.keys', '#how-sure', '.heading .actions'];
  await page.open(server.url);
  expect(await shown([...kept, ...controls])).toEqual([...kept, ...controls]);
  expect(await asOnPaper()).toBeGreaterThan(0);
  expect(await shown([...kept, ...controls])).toEqual(kept);
});

test('a running session shows how far it is, and draws each run as it ends', async () => {
  await page.open(server.url);
  const event = {
    session: 'evening',
    at: '2026-01-05T12:00:00.000Z',
    run: 3,
    runs: 12,
    framework: 'alpha',
    transport: 'websocket',
    repetition: 3,
    step: 'measuring',
  };
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(event) };
  expect((await fetch(`${server.url}/api/progress`, options)).status).toBe(204);
  await eventually(async () => (await page.text('.running')).includes('run 3 of 12'), 'the third run');
  expect(await (await page.find('.running progress')).getAttribute('max')).toBe('12');
  const [rows, lines] = [await page.rows(), await page.linesIn('latency')];
  const identity = { framework: 'late', frameworkLabel: 'Late' };
  const run = makeRun({ session: 'evening', seed: 77, startedAt: '2026-01-05T13:00:00.000Z', identity });
  const post = (path: string, body: object) =>
    fetch(`${server.url}${path}`, { ...options, body: JSON.stringify(body) });
  expect((await post('/api/runs', run)).status).toBe(201);
  await post('/api/progress', { ...event, run: 4, step: 'launching' });
  await eventually(async () => (await page.rows()).includes('Late websocket'), 'the run that ended');
  expect(await page.rows()).toHaveLength(rows.length + 1);
  await eventually(async () => (await page.linesIn('latency')) === lines + 1, 'its line');
});

describe('a session that is over', () => {
  const event = {
    ...{ session: 'evening', at: '2026-01-05T12:00:00.000Z', run: 12, runs: 12, framework: 'alpha' },
    ...{ transport: 'websocket', repetition: 3, step: 'measuring' },
  };
  const post = (path: string, body: object) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('has its last figures on the page, and the command that shows it again, also when its server is gone', async () => {
    await page.open(server.url);
    await post('/api/progress', event);
    await eventually(async () => (await page.text('.running')).includes('run 12 of 12'), 'the last run');
    const identity = { framework: 'last', frameworkLabel: 'Last' };
    await post('/api/runs', makeRun({ session: 'evening', seed: 78, startedAt: '2026-01-05T14:00:00.000Z', identity }));
    const over = 'Finished. Keep this page: ./outcry charts --session evening';
    expect((await post('/api/progress', { ...event, over })).status).toBe(204);
    await server.close();
    await eventually(async () => (await page.rows()).includes('Last websocket'), 'the last run');
    expect(await page.text('.running')).toBe(over);
    expect(await page.texts('[role="alert"], .running progress')).toEqual([]);
  });
});
