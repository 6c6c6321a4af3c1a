/** The whole suite on apps that are broken as real ones are: it ends, and says what is wrong first. */

import type { Relayed } from '../../protocol/verbs.ts';
import { CHECKS } from './checks/lanes.ts';
import { changing, killedBy, relaying, type Sabotage } from './sabotage.ts';
import { FAKE_APP, fakeServers } from './testing/fake-app.ts';
import { verifyApp } from './verify.ts';

const GRACE_MS = 1_500;
const LONG_MS = 10_000;
const ZERO_MS = 1_000_000;

/** The fault of each app, and a check that must not pass. */
const BROKEN: [how: string, sabotage: Sabotage, first: string][] = [
  ['it forgets disconnect', { lingers: true }, 'forgets who has left'],
  ['its publish skips one client', relaying('publish', (r, nth) => (nth % 2 === 1 ? [] : [r])), 'publish'],
  [
    'it forgets disconnect, and its publish skips one client',
    { lingers: true, ...relaying('publish', (r, nth) => (nth % 2 === 1 ? [] : [r])) },
    'forgets who has left',
  ],
  ['nobody can connect', { connectHangs: true }, 'other transports rejected'],
  ['it answers no request', { requestsHang: true }, 'closes cleanly'],
  ['it has no control', { control: { status: () => 404 } }, 'control, token'],
  ['it dies of an echo', killedBy('echo'), 'stays on its transport'],
  ['it sends no refusals', changing('refused', () => []), 'control'],
  ['it is not healthy', { http: (path) => (path === '/healthz' ? 503 : null) }, 'healthz'],
  ['it never notices a killed client', { forgetsDead: true }, 'a killed client is gone'],
  ['it leaves its clients waiting when it ends', { leavesClientsWaiting: true }, 'stops on SIGTERM'],
];

interface Patience {
  graceMs?: number;
  limitMs?: number;
  only?: string[];
}

async function verify(sabotage: Sabotage, { graceMs = GRACE_MS, limitMs, only }: Patience = {}) {
  const servers = fakeServers(sabotage, limitMs);
  const options = only === undefined ? { graceMs } : { graceMs, only };
  const { ok, results } = await verifyApp(FAKE_APP, { servers, transports: ['websocket'], ...options });
  expect(ok).toBe(false);
  expect(results).toHaveLength(only?.length ?? CHECKS.length);
  return results;
}

describe('the suite on a broken app', () => {
  test.concurrent.each(BROKEN)('%s', async (_, sabotage, first) => {
    const results = await verify(sabotage);
    const passed = results.filter(({ status }) => status === 'ok' || status === 'noted').map(({ check }) => check);
    expect(passed).not.toContain(first);
    expect(results.some(({ status, message }) => status === 'failed' && message !== null)).toBe(true);
  });

  test('ends soon after the first failure, whatever a check waits for', async () => {
    const sabotage: Sabotage = { connectHangs: true, control: { clock: () => 0 } };
    const results = await verify(sabotage, { graceMs: 50, limitMs: LONG_MS });
    const failed = results.filter(({ status }) => status === 'failed').map(({ check }) => check);
    expect(failed).toEqual(['control, clock']);
    const skipped = results.filter(({ status }) => status === 'skipped');
    expect(skipped.map(({ message }) => message)).toContain(
      'not checked: the suite stops 0.05 s after the first failure; run it with --only',
    );
  });

  test.each<string[] | undefined>([undefined, ['echo', 'publish', 'control, clock']])(
    'has one message where the server’s clock has another zero: %j',
    async (only) => {
      const otherZero = (time: number): number => time - ZERO_MS;
      const shifted = ({ body, hops }: Relayed): object[] => [{ body, hops: hops.map(otherZero) }];
      const sabotage: Sabotage = { ...relaying('echo', shifted), control: { clock: otherZero } };
      const results = await verify(sabotage, { limitMs: LONG_MS, ...(only === undefined ? {} : { only }) });
      expect(results.filter(({ status }) => status === 'failed')).toMatchObject([
        { check: 'control, clock', message: expect.stringMatching(/^the server's clock must .* has another zero$/) },
      ]);
      const [echo] = results.filter(({ check }) => check === 'echo');
      expect([echo!.status, echo!.message]).toEqual([
        'skipped',
        expect.stringMatching(/^not checked, because the server's clock must/),
      ]);
    },
  );

  test('skips the checks of a verb whose first check fails', async () => {
    const only = ['publish', 'publish, order per sender', 'sends nothing to who has left'];
    const results = await verify(
      relaying('publish', (r, nth) => (nth === 2 ? [] : [r])),
      { only },
    );
    const [first, ...rest] = results.map(({ message }) => message);
    expect(first).toMatch(/publish-all\.json .*, C must get publish .*, but it did not come/);
    expect(new Set(rest)).toEqual(new Set(['not checked, because "publish" failed']));
  });

  test('says what each client sent and got', async () => {
    const [echo] = await verify(
      relaying('echo', (r) => (r.body === 'text' ? [] : [r])),
      { only: ['echo'] },
    );
    expect(echo!.conversation).toEqual(
      expect.arrayContaining([
        'A sent 17, the last: "echo" {"":1," ":2,"a.b":3,"$ref":"#","@type":"x"}',
        expect.stringMatching(/^A got 16, the last: "echo" \{"body":\{"":1/),
        'B got nothing',
      ]),
    );
  });
});

describe('only some checks', () => {
  test('are run by their names', async () => {
    const only = ['publish', 'echo'];
    const { ok, results } = await verifyApp(FAKE_APP, { servers: fakeServers({}, 30_000), transports: ['sse'], only });
    expect([ok, results.map(({ check }) => check)]).toEqual([true, ['echo', 'publish']]);
  });

  test('are refused where there is none of that name, with those that there are', async () => {
    const verified = verifyApp(FAKE_APP, { servers: fakeServers({}), only: ['shout'] });
    await expect(verified).rejects.toThrow(/no check is called "shout"; there are:\n {2}healthz\n/);
  });
});
