/** What a run's stages do when something goes wrong, and what its record tells of it. Server and swarm are made up. */
import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { Swarm, TestOutcome } from '../../../client-launcher/swarm.ts';
import type { RunRecord } from '../../../protocol/run-record.ts';
import { madeUpApp } from '../../../setup/apps/manifest/testing/made-up-app.ts';
import type { PlacedServer } from '../../../setup/apps/places/place.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import type { PreparedCondition } from '../../conditions/condition.ts';
import editionLimits from '../../conditions/edition-limits/condition.ts';
import { faultlessReport, faultlessRun } from '../testing/faultless-run.ts';
import { madeUpScenario } from '../testing/made-up-scenario.ts';
import { placedServer } from '../testing/placed-server.ts';
import { ClientDistribution } from './client-distribution.ts';
import { type RunEnvironment, runOne } from './run-one.ts';

const KILLED = 'the worker process was ended by SIGKILL';
const failed = async (message: string): Promise<never> => {
  throw new OutcryError(message, EXIT.failed);
};

let control: HttpServer;

beforeAll(async () => {
  control = createServer((_, response) => response.end('{"clock": 1}')).listen(0, '127.0.0.1');
  await once(control, 'listening');
});

afterAll(() => {
  control.closeAllConnections();
  control.close();
});

const placed = (change: Partial<PlacedServer> = {}): PlacedServer => placedServer(control, change);

/** A swarm of two members that has done all it was asked, but for what `change` says. */
function swarmOf(change: Partial<Swarm>): Swarm {
  return {
    kind: 'console',
    members: 2,
    connect: async () => {},
    prepare: async () => {},
    run: async (): Promise<TestOutcome> => ({ reports: [], died: [], error: null }),
    died: () => [],
    disconnect: async () => {},
    pids: () => [],
    ...change,
  } as unknown as Swarm;
}

/** The record of a run with `swarm`. */
async function recordOf(
  swarm: Swarm,
  warmupSeconds: number | null = 0,
  server: PlacedServer = placed(),
  more: Record<string, PreparedCondition> = {},
): Promise<RunRecord> {
  const scenario = madeUpScenario();
  const conditions = new Map(Object.entries({ 'edition-limits': await editionLimits.prepare(), ...more }));
  const bench = {
    session: { ...faultlessRun().session, conditions },
    scenarios: [scenario],
    swarm,
    place: { start: async () => server },
    swarmCpus: [],
    monitor: null,
    monitorMissing: 'made up',
    warmupSeconds,
    distribution: new ClientDistribution(),
    host: '127.0.0.1',
    wire: null,
  } as unknown as RunEnvironment;
  const step = { scenario: 'made-up', params: { rate: 1, messages: 2 }, clients: 2, repetition: 1 };
  return runOne(bench, { app: madeUpApp('alpha'), transport: 'websocket' }, step, () => {});
}

/** What makes that run invalid. */
async function findingsOf(...args: Parameters<typeof recordOf>): Promise<string[]> {
  const { validity } = await recordOf(...args);
  return validity.filter(({ level }) => level === 'fatal').map(({ code, message }) => `${code}: ${message}`);
}

describe('a run names who died before its test', () => {
  const died = [{ member: 2, reason: KILLED }];

  test('while clients connected', async () => {
    const swarm = swarmOf({ connect: () => failed(KILLED), died: () => died });
    expect(await findingsOf(swarm)).toEqual([
      `client-died: member 2 died (${KILLED})`,
      `messages-lost: not all reports came back: ${KILLED}`,
    ]);
  });

  test('while the test was prepared', async () => {
    const why = `the test cannot begin: ${KILLED}`;
    const swarm = swarmOf({ prepare: () => failed(why), died: () => died });
    expect(await findingsOf(swarm)).toEqual([
      `client-died: member 2 died (${KILLED})`,
      `messages-lost: not all reports came back: ${why}`,
    ]);
  });

  test('in the warm-up, after which nothing is measured', async () => {
    let runs = 0;
    const run = async (): Promise<TestOutcome> => {
      runs += 1;
      return { reports: [], died, error: null };
    };
    expect(await findingsOf(swarmOf({ run, died: () => died }), null)).toEqual([
      `client-died: member 2 died (${KILLED})`,
      `messages-lost: not all reports came back: the warm-up failed: member 2 died (${KILLED})`,
    ]);
    expect(runs).toBe(1);
  });

  test('and no member when none died', async () => {
    expect(await findingsOf(swarmOf({ connect: () => failed('Client 1 could not connect: refused') }))).toEqual([
      'messages-lost: not all reports came back: Client 1 could not connect: refused',
    ]);
  });
});

test('more clients than the server takes are refused before any of them connects', async () => {
  let connected = false;
  const swarm = swarmOf({
    connect: async () => {
      connected = true;
    },
  });
  expect(await findingsOf(swarm, 0, placed({ maxClients: 1, limits: 'Demo: at most 1 client at once' }))).toEqual([
    'messages-lost: not all reports came back: alpha takes 1 client at most, and this run has 2: use fewer ' +
      '(Demo: at most 1 client at once)',
  ]);
  expect(connected).toBe(false);
  await findingsOf(swarm, 0, placed({ maxClients: 2 }));
  expect(connected).toBe(true);
});

test.each([
  ['in the last of two pieces of the warm-up', 4, [2, 25], [1]],
  ['in the last two', 4, [25, 25], [1, 2]],
  ['in the only one', 2, [25], [1, 2]],
])('a worker late %s: clients are connected to as many workers as that shows', async (_, seconds, delays, expected) => {
  const left = [...delays];
  const members: number[] = [];
  const swarm = swarmOf({
    members: 1,
    mostMembers: 2,
    connect: async (plan) => void members.push(plan.members ?? 1),
    run: async () => {
      const loopDelay = { p99: left.shift() ?? 2, max: 30 };
      return { reports: [{ ...faultlessReport(), loopDelay }], died: [], error: null };
    },
  });
  await recordOf(swarm, seconds);
  expect(members).toEqual(expected);
});

test('a run that fails keeps what its stages came to before', async () => {
  const limits = 'Demo: at most 1 client at once';
  const server = placed({ maxClients: 1, limits, versions: { framework: '1.2.3', runtime: null } });
  const refused = await recordOf(swarmOf({}), 0, server);
  expect(refused.identity.conditions).toMatchObject({ 'edition-limits': { value: limits } });
  expect(refused.versions.framework).toBe('1.2.3');

  const outcome: TestOutcome = { reports: [faultlessReport()], died: [], error: null };
  const swarm = swarmOf({ run: async () => outcome, relateAgain: () => failed('a clock could not be asked') });
  const record = await recordOf(swarm);
  expect(record.metrics.sentByClients).toMatchObject({ total: 4 });
  const messages = record.validity.map(({ message }) => message);
  expect(messages).toContainEqual(expect.stringContaining('a clock could not be asked'));
});

test('a server whose end is told a little after its connections broke is named too', async () => {
  let ended = false;
  const exited = new Promise<string>((resolve) => {
    setTimeout(() => {
      ended = true;
      resolve('SIGKILL');
    }, 50);
  });
  const server = placed({ running: () => !ended, exited });
  const swarm = swarmOf({ connect: () => failed('Client 1 could not connect: its connection was reset') });
  expect(await findingsOf(swarm, 0, server)).toContain(
    'server-restarted: the server ended with SIGKILL during the run',
  );
});

test('what stands before a server ends after it: until then it may not have in its log what clients had open', async () => {
  const ended: string[] = [];
  const end = (name: string) => async () => void ended.push(name);
  const pathTo = async () => ({ port: 4443, stop: end('front') });
  const stop = () => new Promise(setImmediate).then(end('server'));
  await recordOf(swarmOf({ disconnect: end('clients') }), 0, placed({ stop }), { toy: { pathTo } });
  expect(ended).toEqual(['clients', 'server', 'front']);
});

test('what stands before a server is told when the test begins and ends, and its record has what that found out', async () => {
  const told: unknown[] = [];
  const pathTo = async () => ({
    port: 4443,
    beforeTest: (swarm: readonly number[]) => void told.push(swarm),
    afterTest: (from: number, to: number) => void told.push(to >= from),
    stop: async () => void told.push('stopped'),
    found: () => ({ measured: { value: told.length, text: 'a finding' }, flags: [] }),
  });
  const swarm = swarmOf({ pids: () => [7, 8] });
  const { conditionsMeasured } = await recordOf(swarm, 0, placed(), { toy: { pathTo } });
  expect(told).toEqual([[7, 8], true, 'stopped']);
  expect(conditionsMeasured).toEqual({ toy: { value: 3, text: 'a finding' } });
});
