import type { Swarm } from '../../client-launcher/swarm.ts';
import { madeUpApp } from '../../setup/apps/manifest/testing/made-up-app.ts';
import type { Place } from '../../setup/apps/places/place.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { Profile } from '../scenarios/profile.ts';
import { planSession, type RunOptions } from './plan/session-plan.ts';
import { makeRecord } from './record/make-record.ts';
import { runSession, shuffled } from './session.ts';
import type { SessionOptions } from './session-events.ts';
import { faultlessRun } from './testing/faultless-run.ts';
import { madeUpScenario } from './testing/made-up-scenario.ts';

const apps = [madeUpApp('alpha'), madeUpApp('beta')];

const USUAL: Profile = {
  name: 'usual',
  about: 'made up',
  usual: true,
  swarm: 'browser',
  browsers: () => 2,
  clientsPerBrowser: 2,
  runs: 2,
  transports: 'main',
};

/** A swarm that must not be needed. */
const noSwarm = new Proxy({} as Swarm, {
  get: (_, name) => {
    throw new Error(`the swarm was asked for ${String(name)}`);
  },
});

/** Resumes a session all of whose runs were kept, and notes in which order they were asked for. */
async function resumed(
  options: RunOptions,
  made = madeUpScenario(),
  { profile = USUAL, id = 's1', ...more }: { profile?: Profile } & Partial<SessionOptions> = {},
) {
  const scenario = { ...made, scenario: { ...made.scenario, profiles: [profile] } };
  const asked: string[] = [];
  const plan = planSession({ scenario: 'made-up', ...options }, apps, [scenario], 2);
  const record = makeRecord(faultlessRun());
  const result = await runSession({
    id,
    note: null,
    plan,
    scenarios: [scenario],
    store: {
      get: async (run) => {
        asked.push(run);
        return { ...record, id: run };
      },
      add: () => Promise.reject(new Error('nothing is added')),
      setAside: () => Promise.reject(new Error('nothing is discarded')),
      asideOf: () => Promise.reject(new Error('nothing is done')),
    },
    swarm: noSwarm,
    host: '127.0.0.1',
    wire: false,
    ...more,
  });
  return { asked, ...result };
}

test('the order of a round is random, and follows from session and round', () => {
  const orders = Array.from({ length: 200 }, (_, round) => shuffled(['a', 'b', 'c'], 's1', round + 1).join(''));
  expect(new Set(orders).size).toBe(6);
  expect(shuffled(['a', 'b', 'c'], 's1', 1).join('')).toBe(orders[0]);
  expect(Array.from({ length: 200 }, (_, round) => shuffled(['a', 'b', 'c'], 's2', round + 1).join(''))).not.toEqual(
    orders,
  );
});

describe('a session whose rounds go on until they are enough', () => {
  const DECIDES = { ...USUAL, decides: true as const };
  const until = { difference: 10 };

  test('asks after each round from the third on, and ends with a whole round', async () => {
    const heard: number[] = [];
    const enough = (records: readonly unknown[]): boolean => heard.push(records.length) === 2;
    const { asked } = await resumed(until, madeUpScenario(), { profile: DECIDES, enough });
    expect(heard).toEqual([6, 8]);
    expect(asked).toHaveLength(8);
  });

  test('has a fixed number of rounds where one is asked for', async () => {
    const { asked } = await resumed({ ...until, runs: 2 }, madeUpScenario(), { profile: DECIDES, enough: () => false });
    expect(asked).toHaveLength(4);
  });
});

describe('a session', () => {
  test('asks each combination for its next run in turn, in rounds, and runs nothing that was kept', async () => {
    const { asked, records, found } = await resumed({ runs: 2 });
    expect(asked.slice(0, 2)).toEqual(['s1-alpha-websocket-01', 's1-beta-websocket-01']);
    expect(asked.slice(2).sort()).toEqual(['s1-alpha-websocket-02', 's1-beta-websocket-02']);
    expect(records.map(({ id }) => id)).toEqual(asked);
    expect(found).toEqual([]);
  });

  test('whose servers take turns has a random order from the first round on, since all are ready then', async () => {
    const first = async (id: string) =>
      (await resumed({ runs: 1 }, madeUpScenario(), { id, sliceSeconds: 1 })).asked[0];
    const firsts = await Promise.all(Array.from({ length: 20 }, (_, index) => first(`s${index}`)));
    expect(new Set(firsts.map((id) => id?.replace(/^s\d+-/, '')))).toEqual(
      new Set(['alpha-websocket-01', 'beta-websocket-01']),
    );
  });

  test('asks whether a combination is ready when it has something to run, and skips what is not', async () => {
    const asked: string[] = [];
    const scenario = madeUpScenario({ profiles: [USUAL] });
    const plan = planSession({ scenario: 'made-up', runs: 2 }, apps, [scenario], 2);
    const record = makeRecord(faultlessRun());
    const { records } = await runSession({
      id: 's1',
      note: null,
      plan,
      scenarios: [scenario],
      store: {
        get: async (id) => (id.includes('alpha') ? { ...record, id } : null),
        add: async () => {},
        setAside: async () => {},
        asideOf: async () => [],
      },
      swarm: noSwarm,
      host: '127.0.0.1',
      wire: false,
      ready: async ({ app }) => {
        asked.push(app.id);
        return false;
      },
    });
    expect(asked).toEqual(['beta']);
    expect(records.map(({ id }) => id)).toEqual(['s1-alpha-websocket-01', 's1-alpha-websocket-02']);
  });

  test('a run says which attempts there were of it before the session was interrupted', async () => {
    const scenario = madeUpScenario({ profiles: [USUAL] });
    const before = makeRecord(faultlessRun());
    const swarm = {
      ...{ kind: 'browser', members: 2, versions: {}, browser: null },
      ...{ launch: async () => {}, disconnect: async () => {}, close: async () => {} },
      ...{ pids: () => [], died: () => [], progress: () => ({}) },
    } as unknown as Swarm;
    const { records } = await runSession({
      id: 's1',
      note: null,
      plan: planSession({ scenario: 'made-up', runs: 1 }, apps, [scenario], 2),
      scenarios: [scenario],
      store: {
        get: async () => null,
        add: async () => {},
        setAside: async () => {},
        asideOf: async (session, id) => (session === 's1' && id === 's1-beta-websocket-01' ? [before] : []),
      },
      swarm,
      place: {
        start: async () => {
          throw new OutcryError('there is no server', EXIT.failed);
        },
      } as unknown as Place,
      host: '127.0.0.1',
      wire: false,
    });
    expect(records.map(({ id, setAside }) => [id, setAside])).toEqual([
      ['s1-alpha-websocket-01', undefined],
      ['s1-beta-websocket-01', [{ startedAt: before.when.startedAt, because: [] }]],
    ]);
  });

  test('gives a plan the figures of its runs, and says what it found for each combination', async () => {
    const scenario = madeUpScenario({
      plan: (params, { clients }) => ({
        most: 2,
        mostClients: clients,
        next: (done) => {
          if (done.length > 0 && done.at(-1)!.figure('fromSent.mean') === 4) return null;
          return { scenario: 'made-up', params, clients: 3, repetition: 1 };
        },
        found: (done) => ({ sentence: `${done.length} run, valid: ${done[0]!.valid}`, figures: {} }),
      }),
    });
    const { found, records } = await resumed({}, scenario);
    expect(records).toHaveLength(2);
    expect(found.map(({ framework, result }) => [framework, result.sentence])).toEqual([
      ['alpha', '1 run, valid: true'],
      ['beta', '1 run, valid: true'],
    ]);
  });
});
