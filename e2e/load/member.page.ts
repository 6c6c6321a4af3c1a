/** The swarm's page in real Firefox, told what to do as the launcher does, against every app's real server over every transport. */
import type { WebDriver } from 'selenium-webdriver';
import { openBrowser } from '../../client-launcher/browser/driver.ts';
import { messageTest, totals } from '../../client-launcher/testing/message-test.ts';
import { STILL } from '../../client-launcher/testing/still.ts';
import type { MemberReport, MemberState, TestRequest } from '../../member/contract.ts';
import type { Server } from '../../setup/apps/places/server-process.ts';
import { browserTransports, loadApps, serveBuilt } from './load-apps.ts';

const apps = loadApps();
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

describe.each(apps)('%s', (_id, app) => {
  const { toAll, others } = browserTransports(app);
  let server: Server;

  beforeAll(async () => {
    server = await serveBuilt(app);
  });

  afterAll(async () => {
    await server?.stop();
  });

  async function connect(transport: string): Promise<void> {
    await driver.get(`${server.url}/member.html`);
    const request = { transport, clientIds: [1, 2, 3], clients: CLIENTS, parallel: 16, now: true };
    const state = await driver.executeScript('return window.outcryMember.connect(arguments[0])', request);
    expect(state).toMatchObject({ connected: 3, error: null, transports: { [transport]: 3 } });
  }

  test.each(toAll)(
    'a launcher runs two tests on the same connections over %s',
    async (transport) => {
      await connect(transport);
      expectExact(await drive(messageTest('echo', MESSAGES, RATE)), SENT);
      expectExact(await drive(messageTest('broadcast', MESSAGES, RATE)), SENT * CLIENTS);
      await driver.executeScript('return window.outcryMember.disconnect()');
    },
    90_000,
  );

  // An app may have none of these, which `test.each` would take for a mistake.
  for (const transport of others) {
    test(`a launcher runs a test of requests over ${transport}, which carries nothing else`, async () => {
      await connect(transport);
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
});
