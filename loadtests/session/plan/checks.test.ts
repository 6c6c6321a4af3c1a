import type { Transport } from '../../../metrics/transports.ts';
import { madeUpApp } from '../../../setup/apps/manifest/testing/made-up-app.ts';
import { EXIT } from '../../../system/errors.ts';
import type { Plan } from '../../scenarios/scenario.ts';
import { demandBrowserRoom, needsOf, whyNotCut } from './checks.ts';
import type { SessionPlan, SwarmPlan } from './session-plan.ts';

const SWARM: SwarmPlan = {
  ...{ kind: 'console', browsers: 0, clients: 10_000, clientsPerWorker: 250 },
  ...{ browser: 'firefox', headful: false, grid: null, advertise: null, on: null },
};
const PLAN = {
  asked: { scenario: 'made-up', params: {}, clients: 1 },
  ...{ search: null, wire: false, retries: 0, swarm: SWARM },
  combinations: [
    { app: madeUpApp('alpha'), transport: 'websocket' },
    {
      app: madeUpApp('known', { memory: { serverMB: 100, serverKBPerClient: 20, clientKB: 50 } }),
      transport: 'sse',
    },
  ],
} as unknown as SessionPlan;

describe('two browsers', () => {
  const ALONE = { sharing: false, connecting: false };
  const browsers = (clients: number, transport: Transport, number = 2) => ({
    swarm: { ...SWARM, browsers: number, clients },
    combinations: [{ app: madeUpApp('alpha'), transport }],
  });

  test.each(['sse', 'http-streaming', 'long-polling', 'polling'] as const)('have four clients each over %s', (name) => {
    expect(() => demandBrowserRoom(browsers(8, name), ALONE)).not.toThrow();
    expect(() => demandBrowserRoom(browsers(9, name), ALONE)).toThrow(
      expect.objectContaining({
        exitCode: EXIT.usage,
        message: expect.stringContaining('use 3 browsers for 9 clients'),
      }),
    );
  });

  test.each(['websocket', 'ws-polling'] as const)('have two hundred clients each over %s', (name) => {
    expect(() => demandBrowserRoom(browsers(400, name), ALONE)).not.toThrow();
    expect(() => demandBrowserRoom(browsers(401, name), ALONE)).toThrow(/use 3 browsers/);
  });

  test('have more where requests share connections', () => {
    expect(() => demandBrowserRoom(browsers(196, 'sse'), { ...ALONE, sharing: true })).not.toThrow();
    expect(() => demandBrowserRoom(browsers(197, 'sse'), { ...ALONE, sharing: true })).toThrow(/98/);
  });

  test('have one client each that connects in the test over WebSocket', () => {
    const THEMSELVES = { ...ALONE, connecting: true };
    expect(() => demandBrowserRoom(browsers(2, 'websocket'), THEMSELVES)).not.toThrow();
    expect(() => demandBrowserRoom(browsers(3, 'websocket'), THEMSELVES)).toThrow(
      "2 clients per browser over websocket would wait for each other's connections in the test (more than 1 do); use 3 browsers for 3 clients",
    );
    expect(() => demandBrowserRoom(browsers(8, 'sse'), THEMSELVES)).not.toThrow();
    expect(() => demandBrowserRoom(browsers(9, 'sse'), THEMSELVES)).toThrow(/more than the browser's connections/);
  });

  test('limit no console swarm', () => {
    expect(() => demandBrowserRoom(browsers(1_000, 'sse', 0), ALONE)).not.toThrow();
  });
});

describe('what a machine needs room for', () => {
  test('follows from each framework and its transport', () => {
    const [alpha, known] = needsOf(PLAN, 1);
    expect(alpha).toEqual({
      who: 'ALPHA over websocket',
      need: { clients: 10_000, workers: 40, perClient: 1, between: 1 },
    });
    expect(known!.need).toMatchObject({
      perClient: 2,
      memory: { serverBytes: 100e6, serverBytesPerClient: 20e3, clientBytes: 50e3 },
    });
  });

  test('is checked elsewhere for browsers', () => {
    expect(needsOf({ ...PLAN, swarm: { ...SWARM, kind: 'browser' } }, 0)).toEqual([]);
  });
});

describe('servers take turns', () => {
  const cut = { name: 'made-up', slices: () => [] };

  test('where the test can be cut', () => {
    expect(whyNotCut({}, cut)).toBeNull();
  });

  test.each<[string, Parameters<typeof whyNotCut>[0], Parameters<typeof whyNotCut>[1]]>([
    ['a test of made-up cannot be cut', {}, { name: 'made-up' }],
    ['ramp follows from run to run', {}, { ...cut, name: 'ramp', plan: () => ({}) as Plan }],
    ['--wire counts', { wire: true }, cut],
    ['--retries repeats', { retries: 2 }, cut],
  ])('but not where %s', (why, options, scenario) => {
    expect(whyNotCut(options, scenario)).toContain(why);
  });
});
