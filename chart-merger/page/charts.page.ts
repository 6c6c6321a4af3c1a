/** The charts page in real Firefox, over the real web API with made-up runs. */
import { Key } from 'selenium-webdriver';
import { makeRun } from '../../merge/testing/make-run.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { HOSTILE, madeUpRuns, SUBSTITUTE, substituteRuns } from '../testing/charts-server.ts';
import { openCharts } from '../testing/firefox.ts';

const unanswered = makeRun({ session: 'newest', startedAt: '2026-02-01T10:00:00.000Z' });
const { server, page } = await openCharts([...madeUpRuns(), ...substituteRuns(), unanswered]);
await page.setWidth(1400);

/** In the order of the answer: the last two cannot be ranked. */
const EVENING = ['Alpha websocket', 'Beta long-polling', 'Gamma websocket', 'Beta websocket'];

describe('what is shown', () => {
  test('the newest session that has an answer, in tables and charts', async () => {
    await page.open(server.url);
    expect(await page.rows()).toEqual(EVENING);
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

  test('flags in plain words, explained by Enter, and invalid runs by name', async () => {
    await page.open(server.url);
    expect(await page.score('Beta websocket')).toContain('not ranked: the load generator was overloaded');
    expect(await page.score('Gamma websocket')).toContain('not ranked: too few runs');
    expect(await page.score('Alpha websocket')).toContain('1 invalid run');
    const chip = await page.find('.scoreboard tr.unranked .flag');
    await chip.sendKeys(Key.ENTER);
    expect(await page.text('#explanation')).toContain('a test needs 3 or more');
    expect(await chip.getAttribute('aria-expanded')).toBe('true');
    await chip.sendKeys(Key.ESCAPE);
    expect(await page.texts('#explanation')).toEqual([]);
    expect(await chip.getAttribute('aria-expanded')).toBe('false');
    const notes = await page.text('.facts');
    expect(notes).toContain('The machine of the swarm was the bottleneck');
    expect(notes).toContain('evening.alpha.websocket.auction-broadcast.20.5 not averaged: Some expected deliveries');
  });

  test('what holds for all rows once', async () => {
    await page.open(server.url);
    const facts = (await page.text('.facts')).match(/Made-up CPU/g);
    expect(facts).toHaveLength(1);
  });

  test('overtime apart from the rest', async () => {
    await page.open(server.url);
    expect(await page.text('[data-graph="latency"] .highcharts-plot-band-label')).toBe('overtime');
    await page.filter();
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
    await page.filter();
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
    expect(await page.score('Alpha websocket')).toContain('messages were lost in 1 of 5 runs');
    expect(await page.score('Alpha websocket')).not.toContain('invalid');
  });

  test('of nothing says so, and offers the way back', async () => {
    await page.open(`${server.url}/?framework=nobody`);
    expect(await page.text('main')).toContain('Nothing chosen');
    await page.click('.notice:not([hidden]) button');
    expect(await page.rows()).toEqual(EVENING);
  });

  test('sorts rows by a figure and back', async () => {
    await page.open(`${server.url}/?order=name`);
    expect(await page.rows()).toEqual(['Alpha websocket', 'Beta long-polling', 'Beta websocket', 'Gamma websocket']);
    await page.click('[aria-sort] .sort');
    // By its figure Gamma would be the second.
    expect(await page.rows()).toEqual(EVENING);
    expect(await page.address()).toBe('/?order=average');
    expect(await page.texts('[aria-sort="ascending"]')).toEqual(['average']);
    await page.click('[aria-sort="ascending"] .sort');
    expect(await page.address()).toBe('/');
  });

  test('works from the keyboard alone', async () => {
    await page.open(server.url);
    const focused = () => page.driver.executeScript<string>('return document.activeElement.value ?? ""');
    const press = (...keys: string[]) =>
      page.driver
        .actions()
        .sendKeys(...keys)
        .perform();
    await (await page.find('#filter > summary')).sendKeys(Key.ENTER);
    for (let tabs = 0; tabs < 20 && (await focused()) !== 'beta'; tabs++) await press(Key.TAB);
    expect(await focused()).toBe('beta');
    await press(' ');
    await page.settled();
    expect(await page.rows()).toEqual(['Alpha websocket', 'Gamma websocket']);
    // The focus stays where it was, so that the next key goes on from there.
    expect(await focused()).toBe('beta');
    await press(Key.ESCAPE);
    expect(await (await page.find('#filter')).getAttribute('open')).toBeNull();
    await (await page.find('#how-sure')).sendKeys(Key.ENTER);
    expect(await page.verdict('Alpha websocket')).toContain('compared with');
  });
});

test('while another session loads, the old answer is greyed', async () => {
  await page.open(server.url);
  const stale = () => page.texts('.shown.stale .answer .first');
  expect(await stale()).toEqual([]);
  const release = server.hold('/api/merges');
  try {
    await (await page.find('#session-picker > summary')).click();
    await (await page.find('[name="session"][value="night"]')).click();
    await eventually(async () => (await stale()).length === 1, 'the old answer greyed');
  } finally {
    release();
  }
  await page.settled();
  expect(await stale()).toEqual([]);
});

describe('the comparison', () => {
  test('says faster, slower or no difference, and the test behind it', async () => {
    await page.open(server.url);
    await page.howSure();
    await page.compareWith('Beta long-polling');
    expect(await page.verdict('Alpha websocket')).toMatch(/faster ?0\.\d\d × \(0\.\d\d–0\.\d\d\), p [<=] 0\.0\d\d/);
    expect(await page.verdict('Beta long-polling')).toContain('compared with');
    expect(await page.text('#test-used')).toContain(
      'Paired t-test, two-sided, on the logarithms of the means in 3 rounds, Holm-corrected over 3 comparisons',
    );
    const address = await page.address();
    expect(address).toContain('baseline=beta.long-polling.');
    await page.open(`${server.url}${address}`);
    await page.howSure();
    expect(await page.verdict('Alpha websocket')).toContain('faster');
  });

  test('gives a row that cannot be ranked no verdict, no p and no place as the best, but says why', async () => {
    await page.open(server.url);
    await page.howSure();
    expect(await page.verdict('Beta websocket')).toMatch(/^Beta websocket ?not ranked ?\d$/);
    expect(await page.verdict('Gamma websocket')).toMatch(/^Gamma websocket ?not ranked ?\d$/);
    expect(await page.text('.footnotes')).toContain('it has 2 runs with a figure for latency from sent');
    const offered = "return [...document.querySelectorAll('#baseline option')].map((option) => option.text)";
    expect(await page.driver.executeScript(offered)).toEqual([
      'the best: Alpha websocket',
      'Alpha websocket',
      'Beta long-polling',
    ]);
    await page.open(`${server.url}/?framework=gamma`);
    expect(await page.text('.answer .first')).toBe('2 rounds so far: rows are ranked after 3.');
    expect(await page.text('main')).not.toContain('the best:');
  });

  test('says when rows were not measured side by side', async () => {
    await page.open(`${server.url}/?session=all&together=1`);
    await page.howSure();
    await page.compareWith('Alpha websocket');
    expect(await page.text('.footnotes')).toContain('not measured side by side');
  });
});

describe('a substitute', () => {
  const DELTA = `Delta websocket (${SUBSTITUTE})`;

  test('is named as one in the table, the legend and the notes', async () => {
    await page.open(`${server.url}/?session=night`);
    expect(await page.rows()).toEqual(['Alpha websocket', DELTA]);
    expect(await page.score('Delta')).toMatch(/^Delta ?not ranked: substitute/);
    expect(await page.texts('.key')).toEqual(['Alpha', 'Delta (substitute)']);
    await page.click('.scoreboard .flag');
    expect(await page.text('#explanation')).toContain(SUBSTITUTE);
  });

  test('is not ranked, by place or by verdict, until that is asked for', async () => {
    await page.open(`${server.url}/?session=night&order=average`);
    expect(await page.rows()).toEqual(['Alpha websocket', DELTA]);
    await page.howSure();
    expect(await page.verdict(DELTA)).toContain('not ranked');
    expect(await page.text('.footnotes')).toContain(`substitute: ${SUBSTITUTE}`);
    await page.filter();
    await page.click('#substitutes');
    expect(await page.rows()).toEqual([DELTA, 'Alpha websocket']);
    expect(await page.verdict('Alpha websocket')).toContain('slower');
  });

  test('is nothing to be asked about where there is none', async () => {
    await page.open(server.url);
    await page.filter();
    expect(await (await page.find('#substitutes')).isDisplayed()).toBe(false);
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
