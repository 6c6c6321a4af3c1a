/** The load page in real Firefox against every app's real server, over every transport that a browser can use. */
import { By, type WebDriver } from 'selenium-webdriver';
import { openBrowser } from '../../client-launcher/browser/driver.ts';
import { sum } from '../../member/histogram.ts';
import type { RemoteState } from '../../member/remote.ts';
import type { SendPlan } from '../../member/schedule.ts';
import type { Dataset, TestType } from '../../protocol/messages.ts';
import { isBuilt } from '../../setup/apps/build.ts';
import { readApps, transportsOf } from '../../setup/apps/manifest.ts';
import { type Server, startServer } from '../../setup/apps/server-process.ts';

/** `./outcry test` says which apps it has built; without it, all there are. */
const wanted = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',');
const apps = readApps().filter((app) => app.features.includes('load') && (wanted?.includes(app.id) ?? true));
const CLIENTS = 3;
const PLAN: SendPlan = { rate: 10, messages: 6, payloadBytes: 40, phase: 'together' };
const SENT = CLIENTS * PLAN.messages;

let driver: WebDriver;

beforeAll(async () => {
  driver = await openBrowser({ browser: 'firefox', headless: true });
}, 180_000);

afterAll(async () => {
  await driver?.quit();
}, 30_000);

const total = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);
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
    return (await text(id)) === wanted;
  };
  await driver.wait(shown, 30_000, `#${id} never said "${wanted}"`);
}

/** Runs a test as the launcher does and gives its dataset. */
async function drive(testType: TestType): Promise<Dataset> {
  const init = { testType, clientCount: CLIENTS, spacing: 1, startTime: 0 };
  const begun: RemoteState = await driver.executeScript(
    'return window.outcryLoad.start(arguments[0], arguments[1])',
    init,
    PLAN,
  );
  expect(begun.error).toBeNull();
  const dataset = () => driver.executeScript<Dataset | null>('return window.outcryLoad.dataset()');
  await driver.wait(async () => (await dataset()) !== null, 30_000, 'no dataset came');
  return (await dataset())!;
}

function expectExact(dataset: Dataset, deliveries: number): void {
  expect(dataset).toMatchObject({ clientCount: CLIENTS, vanished: [], server: { refused: 0 } });
  expect(total(dataset.server.receivedByServer)).toBe(SENT);
  expect(total(dataset.server.sentByServer)).toBe(deliveries);
  expect(dataset.reports).toHaveLength(1);
  const report = dataset.reports[0]!;
  expect(report).toMatchObject({ missing: 0, duplicates: 0, outOfOrder: 0, negative: 0, closed: [], refused: [] });
  expect(report.clientIds).toEqual([1, 2, 3]);
  expect(total(report.sentByClients)).toBe(SENT);
  expect(total(report.receivedByClients)).toBe(deliveries);
  expect(total(report.latencyCount)).toBe(SENT);
  expect(sum([report.fromSent]).totalCount).toBe(SENT);
  expect(sum([report.fromDue]).totalCount).toBe(SENT);
  expect(sum([report.lateness]).totalCount).toBe(SENT);
  expect(report.delivery).toBeNull(); // pages do not share a clock
  expect(report.loopDelay).not.toBeNull();
}

test('there are apps to test', () => {
  expect(apps).not.toHaveLength(0);
});

describe.each(apps.map((app) => [app.id, app] as const))('%s', (_id, app) => {
  let server: Server;

  beforeAll(async () => {
    if (!isBuilt(app)) throw new Error(`apps/${app.id} is not built as it is now; run ./outcry setup`);
    server = await startServer(app);
  }, 60_000);

  afterAll(async () => {
    await server?.stop();
  }, 30_000);

  test.each(transportsOf(app, 'browser'))(
    'a launcher runs two tests on the same connections over %s',
    async (transport) => {
      await driver.get(`${server.url}/load.html`);
      const request = { transport, clientIds: [1, 2, 3], clientCount: CLIENTS };
      const state = await driver.executeScript('return window.outcryLoad.connect(arguments[0])', request);
      expect(state).toMatchObject({ phase: 'connected', connected: 3, error: null, transports: { [transport]: 3 } });
      expectExact(await drive('echo'), SENT);
      expectExact(await drive('broadcast'), SENT * CLIENTS);
      await driver.executeScript('return window.outcryLoad.disconnect()');
    },
    90_000,
  );

  test('a person connects, starts a broadcast test and reads its figures', async () => {
    const [transport] = transportsOf(app, 'browser');
    await driver.get(`${server.url}/load.html`);
    await choose('transport', transport!);
    await fill('clients', CLIENTS);
    await choose('test-type', 'broadcast');
    await fill('rate', PLAN.rate);
    await fill('messages', PLAN.messages);
    await fill('payload', PLAN.payloadBytes);
    await choose('phase', 'spread');
    await click('connect');
    await untilText('status', 'Connected. Ready to start.');
    expect(await text('framework')).toBe(app.label);
    expect(await text('in-use')).toBe(`${transport} (3)`);
    await click('start');
    await untilText('status', 'Finished.');
    expect(await text('verdict')).toBe('Every message arrived exactly once, in order.');
    expect(await text('stand-in')).toBe(server.standIn === null ? '' : `Stand-in: ${server.standIn}`);
    const counts = await driver.findElements(By.css('#counts dd'));
    expect(await Promise.all(counts.map((count) => count.getText()))).toEqual(['18', '18', '54', '54']);
    const rows = await driver.findElements(By.css('#latencies tbody td:nth-of-type(1)'));
    expect(await Promise.all(rows.map((row) => row.getText()))).toEqual(['18', '18', '18']);
    await click('disconnect');
    await untilText('status', 'Not connected.');
  }, 90_000);

  test('says in a sentence why it cannot connect', async () => {
    await driver.get(`${server.url}/load.html`);
    await fill('clients', 0);
    await click('connect');
    expect(await text('error')).toBe('The number of clients must be a whole number from 1 to 500.');
    await fill('clients', 1);
    await server.stop();
    await click('connect');
    await driver.wait(async () => (await text('status')) === 'Stopped by an error.', 30_000);
    expect(await text('error')).toMatch(/^Client 1 could not connect to http/);
    server = await startServer(app);
  }, 90_000);

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
  }, 60_000);
});
