/**
 * Everything in docker-compose.yml, built and started on a real engine, and looked at from outside, from within, and with a real browser
 * of its own Grid. `./outcry test containers` runs it, and ends what it started in any case.
 */
import { readdirSync } from 'node:fs';
import type { WebDriver } from 'selenium-webdriver';
import { openBrowser } from '../../client-launcher/browser/driver.ts';
import { type Container, Trial } from '../../docker/testing/trial.ts';
import { namedPlaces } from '../../docker/testing/trial-stack.ts';
import { sampleRecord } from '../../records/testing/sample-record.ts';
import { lacks } from '../../setup/apps/build/prepare-apps.ts';
import { type App, auctionTransportsOf, readApps } from '../../setup/apps/manifest/manifest.ts';
import { AuctionPage } from '../auction/auction-page.ts';
import { outcry } from '../testing/outcry-process.ts';
import { inPlace, SHORT } from '../testing/small-session.ts';

const wanted = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',');
const all = readApps();
const serviceOf = ({ id }: App): string => `app-${id}`;
const UNWANTED = 'it was not asked for';
/** Building every image, with the packages of every app, on a small machine. */
const BUILD_MS = 7_200_000;

const say = (line: string): void => void process.stderr.write(`-- ${line}\n`);

let trial: Trial;
let apps: App[] = [];
let driver: WebDriver | null = null;

beforeAll(async () => {
  const unwanted = all.filter(({ id }) => !(wanted?.includes(id) ?? true));
  trial = await Trial.start(new Map(unwanted.map((app) => [serviceOf(app), UNWANTED])), say);
  for (const [service, why] of trial.skipped) if (why !== UNWANTED) say(`skipped: ${service}: ${why}`);
  apps = all.filter((app) => serviceOf(app) in trial.stack.services);
}, BUILD_MS);

afterAll(async () => {
  await driver?.quit().catch(() => {});
  await trial?.end();
});

/** Lists what is wrong with a page: itself, or a script or style that it names, where the answer is not 200. */
async function wrongWith(page: string): Promise<string[]> {
  const answer = await fetch(page);
  const html = await answer.text();
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
  const urls = named.filter((path) => !path.startsWith('data:')).map((path) => new URL(path, answer.url).href);
  const answers = [answer, ...(await Promise.all(urls.map((url) => fetch(url))))];
  if (urls.length === 0) return [`${page} names no script`];
  return answers.filter(({ status }) => status !== 200).map(({ status, url }) => `${url}: ${status}`);
}

test('every service is healthy', async () => {
  const containers = await trial.containers();
  const ofServices = containers.map(({ service }) => service).sort();
  expect(apps).not.toHaveLength(0);
  expect(ofServices).toEqual(Object.keys(trial.stack.services).sort());
  const isWell = ({ service, state }: Container) => {
    const { build, healthcheck } = trial.stack.services[service]!;
    // Of an image from elsewhere that says nothing of its health, this is all that can be known.
    return state === 'healthy' || (state === 'running' && !build && !healthcheck);
  };
  expect(containers.filter((one) => !isWell(one))).toEqual([]);
});

test("every app's pages answer, with all that they name", async () => {
  const pages = await Promise.all(
    apps.map(async (app) => {
      const url = await trial.url(serviceOf(app), 4000);
      return app.features.map((feature) => `${url}/${feature === 'load' ? 'load.html' : ''}`);
    }),
  );
  expect((await Promise.all(pages.flat().map(wrongWith))).flat()).toEqual([]);
});

test('the web API shows its pages, and keeps a record in the folder of its owner', async () => {
  const url = await trial.url('web-api', 4800);
  expect(await wrongWith(`${url}/`)).toEqual([]);
  expect(await wrongWith(`${url}/api/docs`)).toEqual([]);
  const body = JSON.stringify(sampleRecord());
  const posted = await fetch(`${url}/api/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect([posted.status, await posted.text()]).toEqual([201, JSON.stringify({ id: sampleRecord().id })]);
  expect(await (await fetch(`${url}/api/runs/${sampleRecord().id}`)).json()).toEqual(sampleRecord());
  const files = readdirSync(trial.results, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.endsWith(`${sampleRecord().id}.json`))).toHaveLength(1);
});

/** Reads the confinement of a container, and the wanted one. Its writes count if its file system is to be read-only. */
async function confinement(container: Container): Promise<{ is: object; wanted: object }> {
  const service = trial.stack.services[container.service]!;
  const { user, capabilities, noNewPrivileges, rootReadOnly, writable } = await trial.confinement(container);
  const always = { service: container.service, root: user === 0, capabilities, noNewPrivileges };
  const wantedAlways = { service: container.service, root: false, capabilities: [], noNewPrivileges: true };
  if (!service.read_only) return { is: always, wanted: wantedAlways };
  return {
    is: { ...always, rootReadOnly, writable },
    wanted: { ...wantedAlways, rootReadOnly: true, writable: namedPlaces(service) },
  };
}

test('no container is root or has a capability or a way to one, and each can write what it names and nothing else', async () => {
  const found = await Promise.all((await trial.containers()).map(confinement));
  expect(found).not.toHaveLength(0);
  expect(found.map(({ is }) => is)).toEqual(found.map((one) => one.wanted));
});

/** A small load of 4 clients, each of whose 20 messages goes to all of them. */
const LOAD = ['--rate', '10', '--messages', '20', ...SHORT, '--json'];
const DELIVERIES = 320;

/** Measures an app of this machine with `swarm`. */
const expectAllDelivered = (swarm: string[]): Promise<void> =>
  inPlace(async ({ results, trace }) => {
    const lacking = await Promise.all(apps.map(async (app) => ({ app, missing: await lacks(app) })));
    const { id } = lacking.find(({ missing }) => missing.length === 0)!.app;
    const { code, stdout, stderr } = await outcry(
      ['run', '--frameworks', id, ...swarm, ...LOAD, '--results', results],
      trace,
    ).ended;
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    const { runs } = JSON.parse(stdout) as { runs: { deliveredToClients: number; valid: boolean }[] };
    expect(runs).not.toHaveLength(0);
    expect(runs.filter(({ deliveredToClients, valid }) => !valid || deliveredToClients !== DELIVERIES)).toEqual([]);
  })();

test('browsers of its Grid deliver every message of a server on this machine', async () => {
  const grid = ['--grid', await trial.url('selenium-hub', 4444), '--browsers', '2', '--clients-per-browser', '2'];
  await expectAllDelivered([...grid, '--advertise', 'host.docker.internal']);
});

test('workers in a container of the engine deliver every message', async () => {
  await expectAllDelivered(['--swarm', 'console', '--clients', '4', '--on', 'docker:default*2']);
});

describe('with a browser of its Grid', () => {
  const houses = () => apps.filter((app) => app.features.includes('auction'));

  /** The auction house of each app in turn. */
  async function visitAll(visit: (page: AuctionPage, app: App, number: number) => Promise<void>): Promise<void> {
    driver = await openBrowser({ browser: 'firefox', grid: await trial.url('selenium-hub', 4444) });
    const page = new AuctionPage(driver);
    for (const [index, app] of houses().entries()) {
      page.user = '';
      // The Grid's browsers are in the network of the stack, where an app is called as its service is.
      await page.open(`http://${serviceOf(app)}:4000`, auctionTransportsOf(app, 'browser')[0]!);
      await visit(page, app, index + 1);
    }
    await driver.quit();
    driver = null;
  }

  test('what people put into the auction houses is still there after down and up', async () => {
    await visitAll(async (page, _app, number) => {
      await page.register(`Ann ${number}`);
      await page.add(`Clock ${number}`, '10');
      await page.bid(`Clock ${number}`, '12');
      await page.untilCard(`Clock ${number}`, { leadingBid: '€12.00' });
    });
    await trial.down();
    expect(await trial.containers()).toEqual([]);
    await trial.up();
    const seen: number[] = [];
    await visitAll(async (page, _app, number) => {
      await page.untilCard(`Clock ${number}`, { leadingBid: '€12.00', addedBy: `Ann ${number}` });
      await page.logIn(`Ann ${number}`);
      seen.push(number);
    });
    expect(seen).toHaveLength(houses().length);
    expect(seen).not.toHaveLength(0);
  });
});
