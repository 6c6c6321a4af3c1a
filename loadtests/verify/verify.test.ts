/** The suite can fail: an app that breaks one rule fails the check of that rule, and an honest one passes them all. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Relayed } from '../../protocol/verbs.ts';
import { OutcryError } from '../../system/errors.ts';
import { ROOT } from '../../system/root.ts';
import { slowness } from '../../system/slowness.ts';
import type { Check } from './check.ts';
import { type CheckResult, runLane } from './check-sequence.ts';
import { CHECKS } from './checks/lanes.ts';
import { killedBy, relaying, type Sabotage } from './sabotage.ts';
import { FAKE_APP, fakeServers } from './testing/fake-app.ts';
import { verifyApp } from './verify.ts';

const PATIENT_MS = 30_000;

/** Ends texts at a zero. */
const cutTexts = ({ body, hops }: Relayed) => [{ body: typeof body === 'string' ? body.split('\0')[0] : body, hops }];

const SABOTEURS = CHECKS.flatMap((check) =>
  check.saboteurs.map(([how, sabotage, says]) => ({ check, name: check.name, how, sabotage, says })),
);

async function outcome(check: Check, sabotage: Sabotage): Promise<CheckResult> {
  const results: CheckResult[] = [];
  await runLane(fakeServers(sabotage), 'websocket', [check], (result) => results.push(result));
  return results[0]!;
}

describe('an app that breaks a rule fails the check of that rule', () => {
  test.concurrent.each(SABOTEURS)('$name: an app that $how', async ({ check, sabotage, says }) => {
    const { status, message } = await outcome(check, sabotage);
    expect(message).toMatch(says);
    expect(status).toBe('failed');
  });

  test('every check has an app that fails it, save the one of what happens between checks', () => {
    const spared = CHECKS.filter(({ saboteurs }) => saboteurs.length === 0);
    expect(spared.map(({ name }) => name)).toEqual(['one process throughout']);
  });

  test.each(CHECKS)('$name: its rule is in $see', ({ see }) => {
    const [file, heading] = see.split('#');
    const text = readFileSync(join(ROOT, file!), 'utf8');
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) => title!.toLowerCase().replaceAll(' ', '-'));
    expect(heading === undefined || headings.includes(heading)).toBe(true);
  });
});

describe('a lane of checks', () => {
  const named = (...names: string[]) => names.map((name) => CHECKS.find((check) => check.name === name)!);

  async function run(sabotage: Sabotage, ...names: string[]): Promise<CheckResult[]> {
    const results: CheckResult[] = [];
    await runLane(fakeServers(sabotage), 'websocket', named(...names), (result) => results.push(result));
    return results;
  }

  test('goes on with a fresh server after a crash, and remembers it', async () => {
    const sabotage = killedBy('echo', (data) => typeof data === 'string' && data.length > 5_000_000);
    const results = await run(sabotage, 'oversize event', 'echo', 'one process throughout');
    expect(results.map(({ status }) => status)).toEqual(['failed', 'ok', 'failed']);
    expect(results[2]!.message).toBe('the server ended during "oversize event"');
  });

  test('gives a server the time of its framework to learn that clients of an earlier check have gone', async () => {
    const answerMs = 1_000 * slowness();
    const limits = () => ({ answerMs, timeoutMs: PATIENT_MS, sessionMs: PATIENT_MS });
    const servers = { ...fakeServers({ seesCloseAfterMs: 2 * answerMs }), limits };
    const results: CheckResult[] = [];
    const checks = named('compresses nothing unasked', 'publish, order per sender');
    await runLane(servers, 'websocket', checks, (result) => results.push(result));
    expect(results.map(({ status, message }) => [status, message])).toEqual([
      ['ok', null],
      ['ok', null],
    ]);
  }, 60_000);

  test('looks no further when an essential check fails', async () => {
    const results = await run({ transport: () => 'sse' }, 'connects as asked', 'echo');
    expect(results.map(({ status }) => status)).toEqual(['failed', 'skipped']);
    expect(results[1]!.message).toBe('not checked, because "connects as asked" failed');
  });

  test('looks no further when the server cannot be started', async () => {
    const startServer = async (): Promise<never> => {
      throw new OutcryError('the fake server ended with 1 before it was ready');
    };
    const results: CheckResult[] = [];
    const servers = { ...fakeServers({}), startServer };
    await runLane(servers, 'websocket', named('echo', 'publish'), (result) => results.push(result));
    expect(results.map(({ status, message }) => `${status}: ${message}`)).toEqual([
      'failed: the fake server ended with 1 before it was ready',
      'skipped: not checked, because the server could not be started',
    ]);
  });
});

describe('verifyApp', () => {
  test('passes on what replaced a part of the framework, and what its edition limits', async () => {
    const servers = fakeServers({}, PATIENT_MS);
    const startServer = async () => ({
      ...(await servers.startServer()),
      substitute: 'an open broker',
      limits: 'one client',
    });
    const result = await verifyApp(FAKE_APP, { servers: { ...servers, startServer }, only: ['healthz'] });
    expect(result).toMatchObject({ substitute: 'an open broker', limits: 'one client' });
  });

  test('passes an honest app on all its transports', async () => {
    const seen: CheckResult[] = [];
    const result = await verifyApp(FAKE_APP, {
      servers: fakeServers({}, PATIENT_MS),
      onResult: (one) => seen.push(one),
    });
    expect(result.results.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(result).toMatchObject({ ok: true, transports: ['websocket', 'sse'], verified: ['websocket', 'sse'] });
    const perTransport = CHECKS.filter(({ scope }) => scope === 'transport').length;
    expect(seen).toHaveLength(CHECKS.length + perTransport);
  }, 60_000);

  test.each([
    ['is there', { seesOpenAfterMs: 30 }],
    ['has ended', { seesCloseAfterMs: 30 }],
  ])(
    'passes an honest app whose server is slow to see that a connection %s',
    async (_what, slow) => {
      const servers = fakeServers(slow, PATIENT_MS);
      const { results } = await verifyApp(FAKE_APP, { servers, transports: ['websocket'] });
      expect(results.filter(({ status }) => status !== 'ok')).toEqual([]);
    },
    60_000,
  );

  test('asks a transport for nothing that it does not claim', async () => {
    const rest = { name: 'r', swarms: ['console' as const], verbs: ['request' as const] };
    const app = { ...FAKE_APP, transports: { websocket: FAKE_APP.transports.websocket!, sse: rest } };
    const result = await verifyApp(app, { transports: ['sse'], servers: { ...fakeServers({}, PATIENT_MS), app } });
    expect(result.results.filter(({ status }) => status !== 'ok' && status !== 'noted')).toEqual([]);
    const asked = result.results.map(({ check }) => check);
    expect(asked).toEqual(
      expect.arrayContaining(['request', 'refusals', 'control', 'half a surrogate pair', 'stops on SIGTERM']),
    );
    expect(asked.filter((check) => /echo|publish|sink|join|leave|greet|feed|killed/.test(check))).toEqual([]);
  }, 60_000);

  test('has another verb carry the bodies of echo where there is none', async () => {
    const app = { ...FAKE_APP, verbs: ['publish' as const] };
    const servers = { ...fakeServers({}, PATIENT_MS), app };
    const { results } = await verifyApp(app, { transports: ['sse'], servers, only: ['echo', 'publish'] });
    expect(results.map(({ check, status }) => [check, status])).toEqual([['publish', 'ok']]);
    const unwell = { ...fakeServers(relaying('publish', cutTexts)), app };
    const broken = await verifyApp(app, { transports: ['sse'], servers: unwell, only: ['publish'] });
    expect(broken.results[0]!.message).toMatch(/^in protocol\/vectors\/echo-escaped-size\.json/);
  });

  test('notes a feed that does not wait where app.json says why', async () => {
    const sse = { ...FAKE_APP.transports.sse!, feedRunsAhead: 'the framework tells nothing' };
    const app = { ...FAKE_APP, transports: { ...FAKE_APP.transports, sse } };
    const servers = { ...fakeServers({ runsAhead: true }, PATIENT_MS), app };
    const { results } = await verifyApp(app, { servers, only: ['feed, to who takes nothing'] });
    expect(results.map(({ transport, status, message }) => [transport, status, message])).toEqual([
      ['websocket', 'failed', expect.stringContaining('must wait for it')],
      ['sse', 'noted', 'a feed does not wait: the framework tells nothing'],
    ]);
  }, 60_000);

  test('finds that a feed waits, though it waits for a few seconds only and the server is slow to answer', async () => {
    const servers = fakeServers({ patience: { asked: 22, msEach: 100 } }, PATIENT_MS);
    const options = { transports: ['websocket' as const], servers, only: ['feed, to who takes nothing'] };
    const { results } = await verifyApp(FAKE_APP, options);
    expect(results.map(({ status, message }) => [status, message])).toEqual([['ok', null]]);
  }, 60_000);

  test('verifies no transport when a check of the whole app fails', async () => {
    const servers = fakeServers({ http: (path) => (path === '/healthz' ? 500 : null) });
    const result = await verifyApp(FAKE_APP, { servers, transports: ['sse'] });
    expect(result).toMatchObject({ ok: false, transports: ['sse'], verified: [] });
  }, 60_000);

  test('refuses a transport the app does not have, and one that only browsers can use', async () => {
    await expect(verifyApp(FAKE_APP, { transports: ['polling'] })).rejects.toThrow(
      'fake: polling is not one of its transports; verify can look at: websocket, sse',
    );
    const app = {
      ...FAKE_APP,
      transports: { ...FAKE_APP.transports, sse: { name: 's', swarms: ['browser' as const] } },
    };
    await expect(verifyApp(app, { transports: ['sse'] })).rejects.toThrow('fake: sse can be used by browsers only');
  });
});
