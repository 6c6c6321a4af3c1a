/**
 * The load page in real Firefox, as a person uses it, against every app's real server. One that serves another app's protocol has that app's
 * page, which is looked at there.
 */
import { By, type WebDriver } from 'selenium-webdriver';
import { openBrowser } from '../../client-launcher/browser/driver.ts';
import { STILL } from '../../client-launcher/testing/still.ts';
import type { Server } from '../../setup/apps/places/server-process.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { showInFrame } from '../auction/layout.ts';
import { browserTransports, loadApps, serveBuilt } from './load-apps.ts';

const all = loadApps();
const apps = all.filter(([, { runtimeOf }]) => !all.some(([id]) => id === runtimeOf));
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

async function texts(css: string): Promise<string[]> {
  const found = await driver.findElements(By.css(css));
  return Promise.all(found.map((one) => one.getText()));
}

const zip = (keys: string[], values: string[]) => keys.map((key, index) => [key, values[index]] as const);

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

  test('a person starts a test, and reads its figures as they come', async () => {
    await driver.get(`${server.url}/load.html`);
    await setUp(transport, CLIENTS);
    expect(await driver.findElements(By.id('results'))).toHaveLength(0);
    await click('start');
    await untilText('verdict', 'The test is valid: no message was lost or came twice.');
    expect(await text('framework')).toBe(app.label);
    expect(await text('what')).toBe(`broadcast over ${transport}, 3 clients`);
    expect(await texts('#substitute')).toEqual(server.substitute === null ? [] : [`Substitute: ${server.substitute}`]);
    expect(await texts('#notice')).toEqual(server.notice === null ? [] : [`Notice: ${server.notice}`]);
    expect((await texts('#counts dt')).slice(0, 2)).toEqual(['delivered to clients', 'sent by clients']);
    expect(await texts('#counts dd')).toEqual(['54', '18']);
    expect((await texts('#trends tbody td:nth-of-type(1)')).slice(0, 3)).toEqual(['18', '18', '18']);
    expect(await texts('#charts figcaption')).toEqual([
      'Mean latency per second',
      'Sent by clients',
      'Delivered to clients',
    ]);
    expect(await driver.executeScript('return document.activeElement.id')).toBe('results');
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
      const figures = new Map(zip(await texts('#counts dt'), await texts('#counts dd')));
      expect([figures.get('replies'), figures.get('requests')]).toEqual(['10', '10']);
      const rows = new Map(zip(await texts('#trends tbody th'), await texts('#trends tbody td:nth-of-type(1)')));
      expect([rows.get('response'), rows.get('connect')]).toEqual(['10', '2']);
      await driver.findElement(By.css('#not-here summary')).click();
      expect(await text('not-here')).toMatch(
        /connect-storm: the server has to be told .*, for which a page has no token\./,
      );
    });

    test('figures and a chart come while the test runs', async () => {
      await driver.get(`${server.url}/load.html`);
      await setUp(transport, 2);
      await fill('param-messages', 60);
      await click('start');
      const drawn = () =>
        driver.executeScript<string | null>("return document.querySelector('.line')?.getAttribute('d')");
      await eventually(async () => Boolean(await drawn()), 'a line in the chart', { limitMs: 30_000 });
      expect(await texts('#verdict')).toEqual([]);
      expect((await texts('#counts dd'))[0]).toMatch(/^\d+ of 240$/);
      await untilText('verdict', 'The test is valid: no message was lost or came twice.');
      expect((await texts('#counts dd'))[0]).toBe('240');
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
  }

  test('fits a screen of 390 px, and every field has a label', async () => {
    await driver.get(`${server.url}/load.html`);
    await showInFrame(driver, 390);
    const hasFields = () => driver.executeScript<boolean>("return document.getElementById('clients') !== null");
    await eventually(hasFields, 'the form in the frame');
    const page = await driver.executeScript<{ wide: number; seen: number; unlabelled: string[] }>(`
      const fields = [...document.querySelectorAll('input, select')];
      return {
        wide: document.documentElement.scrollWidth,
        seen: document.documentElement.clientWidth,
        unlabelled: fields.filter((field) => field.labels.length === 0).map((field) => field.id),
      };`);
    await driver.switchTo().defaultContent();
    expect(page.seen).toBeLessThanOrEqual(390);
    expect(page.wide).toBe(page.seen);
    expect(page.unlabelled).toEqual([]);
  });

  // The last one, since it ends the server.
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
  });
});
