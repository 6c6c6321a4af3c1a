/** The load page and the swarm's page in real Firefox against every app's real server, over every transport that a browser can use. */
import { By, type WebDriver } from 'selenium-webdriver';
import { openBrowser } from '../../client-launcher/browser/driver.ts';
import { messageTest, totals } from '../../client-launcher/testing/message-test.ts';
import { STILL } from '../../client-launcher/testing/still.ts';
import type { MemberReport, MemberState, TestRequest } from '../../member/contract.ts';
import { isBuilt } from '../../setup/apps/build/build.ts';
import { readApps, transportsOf, verbsOf } from '../../setup/apps/manifest/manifest.ts';
import { type Server, startServer } from '../../setup/apps/places/server-process.ts';
import { eventually } from '../../system/testing/eventually.ts';

/** `./outcry test` says which apps it has built; without it, all there are. */
const wanted = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',');
const apps = readApps().filter((app) => app.features.includes('load') && (wanted?.includes(app.id) ?? true));
const CLIENTS = 3;
const MESSAGES = 6;
const SENT = CLIENTS * MESSAGES;
const RATE = 10;

let driver: WebDriver;

beforeAll(async () => {
  driver = await openBrowser({ browser: 'firefox', settings: STILL });
});

afterAll(async () => {
  await driver?.quit();
});

const text = async (id: string): Promise<string> => driver.findElement(By.id(id)).getText();
const click = async (id: string): Promise<void> => driver.findElement(By.id(id)).click();

async function fill(id: string, value: number): Promise<void> {
  const input = await driver.findElement(By.id(id));
  await input.clear();
  await input.sendKeys(String(value));
}

async function choose(id: string, value: string): Promise<void> {
  await driver.findElement(By.css(`#${id} option[value="${value}"]`)).click();
}

async function untilText(id: string, wanted: string): Promise<void> {
  const shown = async () => {
    const error = await text('error');
    if (error !== '') throw new Error(`the page says: ${error}`);
    const found = await driver.findElements(By.id(id));
    return found.length === 1 && (await found[0]!.getText()) === wanted;
  };
  await eventually(shown, `#${id} with "${wanted}"`, { limitMs: 30_000 });
}

/** Sets up a broadcast of a few messages with the clients that the page is to hold. */
async function setUp(transport: string, clients: number): Promise<void> {
  await choose('transport', transport);
  await fill('clients', clients);
  await choose('scenario', 'broadcast');
  await fill('param-rate', RATE);
  await fill('param-messages', MESSAGES);
  await fill('param-payload', 40);
}

/** What the run record says that the person would save. */
async function savedRecord() {
  // The link that is clicked to save it is caught, as a browser without windows has nowhere to save to.
  const json = await driver.executeAsyncScript<string>(`
    const done = arguments[0];
    const createObjectURL = URL.createObjectURL;
    URL.createObjectURL = (blob) => { blob.text().then(done); return createObjectURL(blob); };
    document.getElementById('save').click();
    URL.createObjectURL = createObjectURL;`);
  return JSON.parse(json);
}

/** Runs a test as the launcher does and gives the page's report. */
async function drive(test: TestRequest): Promise<MemberReport> {
  const ready: MemberState = await driver.executeScript('return window.outcryMember.prepare(arguments[0])', test);
  expect(ready).toMatchObject({ connected: 3, error: null });
  return driver.executeScript('return window.outcryMember.report(true, 60000)');
}

function expectExact(report: MemberReport, deliveries: number): void {
  const { gaveUp, refusals, closed, error, clientIds } = report;
  expect({ gaveUp, refusals, closed, error, clientIds }).toEqual({
    ...{ gaveUp: 0, refusals: 0, closed: [], error: null },
    clientIds: [1, 2, 3],
  });
  const each = { sentByClients: SENT, fromSent: SENT, fromDue: SENT, lateness: SENT, toServer: SENT, inServer: SENT };
  const none = { missing: 0, duplicates: 0, outOfOrder: 0 };
  expect(totals([report])).toEqual({ ...each, toClient: SENT, ...none, receivedByClients: deliveries }); // no `delivery`
  expect(report.loopDelay).not.toBeNull();
  expect(report.clock?.errorMs).toBeGreaterThanOrEqual(0);
}

/** The counts that every run of requests has, and the distributions of how long they took. */
const COUNTS = ['sentByClients', 'receivedByClients', 'failed', 'wrongSize', 'missing'];
const TRENDS = ['response', 'toServer', 'inServer', 'toClient', 'connect', 'asking', 'whole'];

/** A test in which every client asks for 10 bytes, one time after the other. */
function requestTest(requests: number): TestRequest {
  const kinds = [COUNTS.map((name) => [name, { kind: 'count' }]), TRENDS.map((name) => [name, { kind: 'trend' }])];
  return {
    test: 'requests',
    scenario: 'request-response',
    params: { requests, mode: 'one-after-the-other', bytes: 10, connect: 'before' },
    bucketMs: 1000,
    metrics: Object.fromEntries(kinds.flat()),
    giveUpMs: 30_000,
    seed: 1,
    start: 'told',
  };
}

test('there are apps to test', () => {
  expect(apps).not.toHaveLength(0);
});

describe.each(apps.map((app) => [app.id, app] as const))('%s', (_id, app) => {
  /** Those over which messages can be sent to all. */
  const transports = transportsOf(app, 'browser').filter((transport) => verbsOf(app, transport).includes('publish'));
  const ofRequests = transportsOf(app, 'browser').filter((transport) => !transports.includes(transport));
  let server: Server;

  beforeAll(async () => {
    if (!isBuilt(app)) throw new Error(`apps/${app.id} is not built as it is now; run ./outcry setup`);
    server = await startServer(app);
  });

  afterAll(async () => {
    await server?.stop();
  });

  test.each(transports)(
    'a launcher runs two tests on the same connections over %s',
    async (transport) => {
      await driver.get(`${server.url}/member.html`);
      const request = { transport, clientIds: [1, 2, 3], clients: CLIENTS, parallel: 16, now: true };
      const state = await driver.executeScript('return window.outcryMember.connect(arguments[0])', request);
      expect(state).toMatchObject({ connected: 3, error: null, transports: { [transport]: 3 } });
      expectExact(await drive(messageTest('echo', MESSAGES, RATE)), SENT);
      expectExact(await drive(messageTest('broadcast', MESSAGES, RATE)), SENT * CLIENTS);
      await driver.executeScript('return window.outcryMember.disconnect()');
    },
    90_000,
  );

  // An app may have none of these, which `test.each` would take for a mistake.
  for (const transport of ofRequests) {
    test(`a launcher runs a test of requests over ${transport}, which carries nothing else`, async () => {
      await driver.get(`${server.url}/member.html`);
      const request = { transport, clientIds: [1, 2, 3], clients: CLIENTS, parallel: 16, now: true };
      const state = await driver.executeScript('return window.outcryMember.connect(arguments[0])', request);
      expect(state).toMatchObject({ connected: 3, error: null, transports: { [transport]: 3 } });
      const report = await drive(requestTest(MESSAGES));
      expect(report).toMatchObject({ gaveUp: 0, refusals: 0, closed: [], error: null });
      const counted = { sentByClients: SENT, receivedByClients: SENT, failed: 0, wrongSize: 0, missing: 0 };
      expect(totals([report])).toMatchObject({ ...counted, response: SENT, toServer: SENT, whole: CLIENTS });
      await driver.executeScript('return window.outcryMember.disconnect()');
    });
  }

  test('the swarm’s page shows nothing', async () => {
    await driver.get(`${server.url}/member.html`);
    expect(await driver.executeScript('return document.body.childElementCount')).toBe(0);
    expect(await driver.executeScript('return document.styleSheets.length')).toBe(0);
  });

  test('a person starts a test, reads its figures and gets its record', async () => {
    await driver.get(`${server.url}/load.html`);
    await setUp(transports[0]!, CLIENTS);
    expect(await driver.findElements(By.id('results'))).toHaveLength(0);
    await click('start');
    await untilText('verdict', 'The test is valid: no message was lost or came twice.');
    expect(await text('framework')).toBe(app.label);
    expect(await text('who')).toBe(`broadcast over ${transports[0]}, 3 clients in 1 page`);
    const standIn = await driver.findElements(By.id('stand-in'));
    expect(await Promise.all(standIn.map((one) => one.getText()))).toEqual(
      server.standIn === null ? [] : [`Substitute: ${server.standIn}`],
    );
    const notices = await driver.findElements(By.id('notice'));
    expect(await Promise.all(notices.map((one) => one.getText()))).toEqual(
      server.notice === null ? [] : [`Notice: ${server.notice}`],
    );
    const counts = await driver.findElements(By.css('#counts dd'));
    expect(await Promise.all(counts.map((count) => count.getText()))).toEqual(['18', '54']);
    const rows = await driver.findElements(By.css('#trends tbody td:nth-of-type(1)'));
    const values = await Promise.all(rows.map((row) => row.getText()));
    expect(values.slice(0, 3)).toEqual(['18', '18', '18']);
    const record = await savedRecord();
    expect(record).toMatchObject({
      schema: 'outcry/run@2',
      identity: { framework: app.id, scenario: 'broadcast', clients: 3, members: 1, browser: 'firefox' },
      metrics: { receivedByClients: { total: 54, expected: 54 }, sentByServer: { total: null } },
      notMeasured: { 'metrics.sentByServer': expect.stringContaining('token') },
    });
  });

  // One app has a page like the others.
  if (app === apps[0]) {
    test('a person has clients ask for things, and connect themselves; and reads why other scenarios are not there', async () => {
      await driver.get(`${server.url}/load.html`);
      await choose('transport', transports[0]!);
      await choose('scenario', 'request-response');
      await fill('param-requests', 5);
      await choose('param-connect', 'themselves');
      await click('start');
      await untilText('verdict', 'The test is valid: no message was lost or came twice.');
      expect((await savedRecord()).metrics).toMatchObject({
        receivedByClients: { total: 10, expected: 10 },
        connect: { distribution: { count: 2 } },
      });
      await driver.findElement(By.css('#not-by-hand summary')).click();
      expect(await text('not-by-hand')).toMatch(
        /connect-storm: the server has to be told .*, for which a page has no token\./,
      );
    });
  }

  test('two pages make one whole result, shown where it was begun', async () => {
    const first = await driver.getWindowHandle();
    await driver.get(`${server.url}/load.html`);
    await setUp(transports[0]!, 1);
    await driver.switchTo().newWindow('window');
    const second = await driver.getWindowHandle();
    await driver.get(`${server.url}/load.html`);
    await setUp(transports[0]!, 2);
    await click('start');
    await untilText('verdict', 'The test is valid: no message was lost or came twice.');
    expect(await text('who')).toBe(`broadcast over ${transports[0]}, 3 clients in 2 pages`);
    const counts = await driver.findElements(By.css('#counts dd'));
    expect(await Promise.all(counts.map((count) => count.getText()))).toEqual(['18', '54']);
    expect((await savedRecord()).identity).toMatchObject({ clients: 3, members: 2 });
    await driver.switchTo().window(first);
    await untilText('status', 'Ready.');
    expect(await driver.findElements(By.id('results'))).toHaveLength(0);
    await driver.switchTo().window(second);
    await driver.close();
    await driver.switchTo().window(first);
  });

  test('says in a sentence why it cannot connect', async () => {
    await driver.get(`${server.url}/load.html`);
    await fill('clients', 0);
    await click('start');
    expect(await text('error')).toBe('The number of clients must be a whole number from 1 to 500.');
    await fill('clients', 1);
    await server.stop();
    await click('start');
    await eventually(async () => (await text('error')).includes('could not connect'), 'why it could not connect', {
      limitMs: 30_000,
    });
    expect(await text('error')).toMatch(/could not connect to http/);
    server = await startServer(app);
  });

  test('fits a screen of 400 px, and every field has a label', async () => {
    await driver.get(`${server.url}/load.html`);
    // A window does not get as narrow as this; a frame does.
    await driver.executeAsyncScript(`
      const frame = document.createElement('iframe');
      frame.style = 'width: 400px; height: 800px; border: 0';
      frame.onload = () => setTimeout(arguments[0], 200);
      frame.src = location.href;
      document.body.replaceChildren(frame);`);
    await driver.switchTo().frame(0);
    const page = await driver.executeScript<{ wide: number; seen: number; unlabelled: string[] }>(`
      const fields = [...document.querySelectorAll('input, select')];
      return {
        wide: document.documentElement.scrollWidth,
        seen: document.documentElement.clientWidth,
        unlabelled: fields.filter((field) => field.labels.length === 0).map((field) => field.id),
      };`);
    await driver.switchTo().defaultContent();
    expect(page.seen).toBeLessThanOrEqual(400);
    expect(page.wide).toBe(page.seen);
    expect(page.unlabelled).toEqual([]);
  });

  test('its cards stand in the middle of a wide window', async () => {
    await driver.manage().window().setRect({ width: 1280, height: 1000 });
    await driver.get(`${server.url}/load.html`);
    const [left, right] = await driver.executeScript<[number, number]>(`
      const cards = [...document.querySelectorAll('.card')].map((card) => card.getBoundingClientRect());
      const wide = document.documentElement.clientWidth;
      return [Math.min(...cards.map((card) => card.left)), wide - Math.max(...cards.map((card) => card.right))];`);
    expect(Math.abs(left - right)).toBeLessThanOrEqual(1);
  });
});
