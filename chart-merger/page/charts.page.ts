/** The charts page in real Firefox, over the real web API with made-up runs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { By, Key } from 'selenium-webdriver';
import { makeRuns } from '../../merge/testing/make-run.ts';
import { eventually } from '../../system/testing/eventually.ts';
import {
  type ChartsServer,
  HOSTILE,
  madeUpRuns,
  STAND_IN,
  standInRuns,
  startCharts,
} from '../testing/charts-server.ts';
import { ChartsDriver, openFirefox, type TestFirefox } from '../testing/firefox.ts';

let server: ChartsServer;
let firefox: TestFirefox;
let page: ChartsDriver;

beforeAll(async () => {
  server = await startCharts([...madeUpRuns(), ...standInRuns()]);
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

const EVENING = ['Alpha websocket', 'Beta long-polling', 'Beta websocket', 'Gamma websocket'];

describe('what is shown', () => {
  test('the newest session, in tables and charts', async () => {
    await page.open(server.url);
    expect(await page.rows()).toEqual(EVENING);
    expect(await page.text('.summary')).toBe('4 combinations, 13 runs averaged, 1 left out as invalid');
    expect(await page.linesIn('latency')).toBe(4);
    expect(await page.texts('.shown figure h3')).toEqual([
      'Latency from sent: times that of Alpha websocket',
      'Latency from sent against server CPU',
      'Latency from sent against server memory',
      'Mean latency per second',
      'Latency distribution, from sending',
      'Server CPU',
      'Server memory',
      'Sent by clients',
      'Received by server',
      'Sent by server',
      'Delivered to clients',
    ]);
  });

  test('flags as words with what they mean, and left-out runs by name', async () => {
    await page.open(server.url);
    expect(await page.row('Beta websocket')).toContain('swarm-saturated');
    expect(await page.row('Gamma websocket')).toContain('few-runs');
    expect(await page.row('Alpha websocket')).toContain('1 left out');
    const notes = await page.text('.notes article');
    expect(notes).toContain('The machine of the swarm was the bottleneck');
    expect(notes).toContain('evening.alpha.websocket.auction-broadcast.20.5 left out for messages-lost');
  });

  test('overtime apart from the rest', async () => {
    await page.open(server.url);
    expect(await page.text('[data-graph="latency"] .highcharts-plot-band-label')).toBe('overtime');
    await page.click('input[name="transport"][value="long-polling"]');
    expect(await page.texts('[data-graph="latency"] .highcharts-plot-band-label')).toEqual([]);
  });

  test('published figures of studies', async () => {
    await page.open(server.url);
    await eventually(async () => (await page.texts('#published summary')).length > 0, 'the published runs');
    await page.click('#published summary');
    expect(await page.text('#published table')).toMatch(/Nobody, 2001.*Mean, ms.*Alphawebsocket12\.5/);
  });
});

test('footprints of the apps are in a table of their own', async () => {
  await page.open(server.url);
  await eventually(async () => (await page.texts('#footprints summary')).length > 0, 'the footprints');
  await page.click('#footprints summary');
  expect(await page.texts('#footprints tbody td')).toEqual([
    'Alpha',
    '41,000',
    '12,000',
    '41,000',
    '12,000',
    '41,000',
    '12,000',
    '26',
    '90',
    '24',
  ]);
});

describe('the selection', () => {
  test('changes tables, charts and the address, survives a reload, and goes back', async () => {
    await page.open(server.url);
    await page.click('input[name="framework"][value="beta"]');
    expect(await page.rows()).toEqual(['Alpha websocket', 'Gamma websocket']);
    expect(await page.linesIn('latency')).toBe(2);
    expect(await page.address()).toBe('/?framework=alpha&framework=gamma');
    await page.click('input[name="shown"]');
    expect(await page.linesIn('latency')).toBe(1);
    await page.driver.navigate().refresh();
    await page.settled();
    expect(await page.rows()).toEqual(['Alpha websocket', 'Gamma websocket']);
    expect(await page.linesIn('latency')).toBe(1);
    await page.driver.navigate().back();
    await page.driver.navigate().back();
    await page.settled();
    expect(await page.address()).toBe('/');
    expect(await page.rows()).toEqual(EVENING);
  });

  test('averages invalid runs only when asked', async () => {
    await page.open(`${server.url}/?invalid=1`);
    expect(await page.row('Alpha websocket')).toContain('messages-lost 1/5');
    expect(await page.text('.summary')).toBe('4 combinations, 14 runs averaged');
  });

  test('of nothing says so, and offers the way back', async () => {
    await page.open(`${server.url}/?framework=nobody`);
    expect(await page.text('main')).toContain('Nothing chosen');
    await page.click('.notice:not([hidden]) button');
    expect(await page.rows()).toEqual(EVENING);
  });

  test('sorts rows by a figure and back', async () => {
    await page.open(server.url);
    await page.click('[aria-sort] .sort');
    expect(await page.rows()).toEqual(['Alpha websocket', 'Gamma websocket', 'Beta long-polling', 'Beta websocket']);
    expect(await page.address()).toBe('/?order=average');
    expect(await page.texts('[aria-sort="ascending"]')).toEqual(['average']);
    await page.click('[aria-sort="ascending"] .sort');
    expect(await page.rows()).toEqual(EVENING);
  });

  test('works from the keyboard alone', async () => {
    await page.open(server.url);
    const focused = () => page.driver.executeScript<string>('return document.activeElement.value ?? ""');
    const press = (...keys: string[]) =>
      page.driver
        .actions()
        .sendKeys(...keys)
        .perform();
    for (let tabs = 0; tabs < 20 && (await focused()) !== 'beta'; tabs++) await press(Key.TAB);
    expect(await focused()).toBe('beta');
    await press(' ');
    await page.settled();
    expect(await page.rows()).toEqual(['Alpha websocket', 'Gamma websocket']);
    // The focus stays where it was, so that the next key goes on from there.
    expect(await focused()).toBe('beta');
    const baseline = await page.find('#baseline');
    await baseline.sendKeys(Key.ARROW_DOWN);
    await page.settled();
    expect(await page.row('Alpha websocket')).toContain('baseline');
  });
});

describe('the comparison', () => {
  test('says faster, slower or no difference, the test behind it, and why there was none', async () => {
    await page.open(server.url);
    await page.driver.findElement(By.xpath("//select[@id='baseline']/option[.='Beta long-polling']")).click();
    await page.settled();
    expect(await page.row('Alpha websocket')).toMatch(/faster 0\.\d\d × \(0\.\d\d–0\.\d\d\), p [<=] 0\.0\d\d/);
    expect(await page.row('Beta websocket')).toMatch(/slower \d\.\d\d × \(\d\.\d\d–\d\.\d\d\), p [<=] 0\.0\d\d/);
    expect(await page.row('Beta long-polling')).toMatch(/baseline/);
    expect(await page.row('Gamma websocket')).toContain('not compared');
    expect(await page.text('#test-used')).toContain(
      'Paired t-test, two-sided, on the logarithms of the means in 3 rounds, Holm-corrected over 2 comparisons',
    );
    expect(await page.text('.footnotes')).toContain(
      'the row has 2 runs with a figure for latency from sent; a test wants 3 or more',
    );
    const address = await page.address();
    expect(address).toContain('baseline=beta.long-polling.');
    await page.open(`${server.url}${address}`);
    expect(await page.row('Alpha websocket')).toContain('faster');
  });

  test('says when rows were not measured side by side', async () => {
    await page.open(`${server.url}/?session=all`);
    await page.driver.findElement(By.xpath("//select[@id='baseline']/option[.='Alpha websocket']")).click();
    await page.settled();
    expect(await page.text('.footnotes')).toContain('not measured side by side');
  });
});

describe('a stand-in', () => {
  const DELTA = `Delta websocket (${STAND_IN})`;

  test('is named as one in the table, the legend and the notes', async () => {
    await page.open(`${server.url}/?session=night`);
    expect(await page.rows()).toEqual(['Alpha websocket', DELTA]);
    expect(await page.row(DELTA)).toContain('stand-in');
    expect(await page.texts('.key')).toEqual(['Alpha websocket', DELTA]);
    expect((await page.texts('.notes article'))[1]).toContain(`Stand-in: ${STAND_IN}`);
  });

  test('is not ranked, by place or by verdict, until that is asked for', async () => {
    await page.open(`${server.url}/?session=night&order=average`);
    expect(await page.rows()).toEqual(['Alpha websocket', DELTA]);
    await page.driver.findElement(By.xpath("//select[@id='baseline']/option[.='Alpha websocket']")).click();
    await page.settled();
    expect(await page.row(DELTA)).toContain('not compared');
    expect(await page.text('.footnotes')).toContain(`not ranked, stand-in: ${STAND_IN}`);
    await page.click('#stand-ins');
    expect(await page.rows()).toEqual([DELTA, 'Alpha websocket']);
    expect(await page.row(DELTA)).toContain('faster');
  });

  test('is nothing to be asked about where there is none', async () => {
    await page.open(server.url);
    expect(await (await page.find('#stand-ins')).isDisplayed()).toBe(false);
  });
});

describe('what others wrote', () => {
  test('stays text in the table, the legend, the tooltip and the choices', async () => {
    await page.open(`${server.url}/?session=morning`);
    expect(await page.rows()).toEqual([`${HOSTILE} websocket`]);
    expect(await page.text('.key')).toBe(`${HOSTILE} websocket`);
    await page.driver.executeScript("document.querySelector('[data-graph=latency]').scrollIntoView()");
    const plot = await page.find('[data-graph="latency"] .highcharts-plot-background');
    await page.driver.actions().move({ origin: plot }).move({ origin: plot, x: 5, y: 5 }).perform();
    await eventually(() => page.text('[data-graph="latency"] .highcharts-tooltip'), 'the tooltip');
    expect(await page.text('[data-graph="latency"] .highcharts-tooltip')).toContain(`${HOSTILE} websocket: `);
    expect(await page.driver.getTitle()).toBe('Outcry charts');
    expect(await page.driver.executeScript("return document.querySelectorAll('img, [onerror]').length")).toBe(0);
  });
});

describe('what comes in', () => {
  test('an uploaded file is taken, shown, and what is odd about it said', async () => {
    const file = join(server.folder, 'theirs.json');
    const runs = makeRuns(3, {
      session: 'theirs',
      identity: { framework: 'delta', frameworkLabel: 'Delta' },
      findings: ['overtime'],
    });
    writeFileSync(file, JSON.stringify(runs));
    await page.open(server.url);
    await page.driver.findElement(By.id('import-file')).sendKeys(file);
    await eventually(() => page.text('.imported'), 'what was imported');
    await page.settled();
    expect(await page.text('.imported')).toContain('theirs.json: 3 runs taken, 3 with something odd');
    await eventually(async () => (await page.rows()).join() === 'Delta websocket', 'the row of Delta alone');
    await page.click('.imported summary');
    expect(await page.text('.imported li')).toContain('overtime: Made up for a test');
  });

  test('a file that is none is refused with a reason', async () => {
    const file = join(server.folder, 'broken.json');
    writeFileSync(file, 'not a run');
    await page.open(server.url);
    await page.driver.findElement(By.id('import-file')).sendKeys(file);
    await eventually(() => page.text('.imported'), 'what was imported');
    expect(await page.text('.imported')).toMatch(/broken\.json: (nothing taken|0 runs taken)/);
  });

  test('a running session shows how far it is', async () => {
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
  });
});
