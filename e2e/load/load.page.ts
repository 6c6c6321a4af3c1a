/** The load page in real Firefox, as a person uses it, against every app's real server. */
import { By, type WebDriver } from 'selenium-webdriver';
import { openBrowser } from '../../client-launcher/browser/driver.ts';
import { STILL } from '../../client-launcher/testing/still.ts';
import type { Server } from '../../setup/apps/places/server-process.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { browserTransports, loadApps, serveBuilt } from './load-apps.ts';

const apps = loadApps();
const CLIENTS = 3;
const MESSAGES = 6;
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

/** Reads the run record that the person would save. */
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

test('there are apps to test', () => {
  expect(apps).not.toHaveLength(0);
});

describe.each(apps)('%s', (_id, app) => {
  const transport = browserTransports(app).toAll[0]!;
  let server: Server;

  beforeAll(async () => {
    server = await serveBuilt(app);
  });

  afterAll(async () => {
    await server?.stop();
  });

  test('a person starts a test, reads its figures and gets its record', async () => {
    await driver.get(`${server.url}/load.html`);
    await setUp(transport, CLIENTS);
    expect(await driver.findElements(By.id('results'))).toHaveLength(0);
    await click('start');
    await untilText('verdict', 'The test is valid: no message was lost or came twice.');
    expect(await text('framework')).toBe(app.label);
    expect(await text('who')).toBe(`broadcast over ${transport}, 3 clients in 1 page`);
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
      schema: 'outcry/run@3',
      identity: { framework: app.id, scenario: 'broadcast', clients: 3, members: 1, browser: 'firefox' },
      metrics: { receivedByClients: { total: 54, expected: 54 }, sentByServer: { total: null } },
      notMeasured: { 'metrics.sentByServer': expect.stringContaining('token') },
    });
  });

  // One app has a page like the others.
  if (app === apps[0]?.[1]) {
    test('a person has clients ask for things, and connect themselves; and reads why other scenarios are not there', async () => {
      await driver.get(`${server.url}/load.html`);
      await choose('transport', transport);
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
    await setUp(transport, 1);
    await driver.switchTo().newWindow('window');
    const second = await driver.getWindowHandle();
    await driver.get(`${server.url}/load.html`);
    await setUp(transport, 2);
    await click('start');
    await untilText('verdict', 'The test is valid: no message was lost or came twice.');
    expect(await text('who')).toBe(`broadcast over ${transport}, 3 clients in 2 pages`);
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
    server = await serveBuilt(app);
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
