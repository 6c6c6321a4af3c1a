import type { Swarm } from '../../client-launcher/swarm.ts';
import type { Place } from '../../setup/apps/places/place.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { Profile } from '../scenarios/profile.ts';
import { planSession, type RunOptions } from './plan.ts';
import { makeRecord } from './record.ts';
import { runSession } from './session.ts';
import { faultlessRun } from './testing/faultless-run.ts';
import { madeUpApp } from './testing/made-up-app.ts';
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
async function resumed(options: RunOptions, made = madeUpScenario()) {
  const scenario = { ...made, scenario: { ...made.scenario, profiles: [USUAL] } };
  const asked: string[] = [];
  const plan = planSession({ scenario: 'made-up', ...options }, apps, [scenario], 2);
  const record = makeRecord(faultlessRun());
  const result = await runSession({
    id: 's1',
    note: null,
    plan,
    scenarios: [scenario],
    store: {
      get: async (id) => {
        asked.push(id);
        return { ...record, id };
      },
      add: () => Promise.reject(new Error('nothing is added')),
      setAside: () => Promise.reject(new Error('nothing is set aside')),
      asideOf: () => Promise.reject(new Error('nothing is done')),
    },
    swarm: noSwarm,
    host: '127.0.0.1',
    wire: false,
  });
  return { asked, ...result };
}

describe('a session', () => {
  test('asks each combination for its next run in turn, back and forth, and runs nothing that was kept', async () => {
    const { asked, records, found } = await resumed({ runs: 2 });
    expect(asked).toEqual([
      's1-alpha-websocket-01',
      's1-beta-websocket-01',
      's1-beta-websocket-02',
      's1-alpha-websocket-02',
    ]);
    expect(records.map(({ id }) => id)).toEqual(asked);
    expect(found).toEqual([]);
  });

  test('asks whether a combination is ready when it has something to run, and leaves out what is not', async () => {
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
