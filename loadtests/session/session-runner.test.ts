import { EventEmitter } from 'node:events';
import type { Swarm } from '../../client-launcher/swarm.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { madeUpApp } from '../../setup/apps/manifest/testing/made-up-app.ts';
import type { Place } from '../../setup/apps/places/place.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { planSession } from './plan/plan-session.ts';
import { thisMachine } from './record/machine.ts';
import { makeRecord } from './record/make-record.ts';
import type { SessionEvents } from './session-events.ts';
import type { Records, RunnerParts } from './session-runner.ts';
import { faultlessRun } from './testing/faultless-run.ts';
import { MADE_UP_PROFILE, madeUpScenario } from './testing/made-up-scenario.ts';
import { NO_RECORDS, runInMemory } from './testing/run-in-memory.ts';

const apps = [madeUpApp('alpha'), madeUpApp('beta')];
const record = makeRecord(faultlessRun());

/** Its servers cannot be started: each run is over at once, and invalid. */
const swarm = {
  ...{ kind: 'browser', members: 2, versions: {}, browser: null },
  ...{ launch: async () => {}, disconnect: async () => {}, close: async () => {} },
  ...{ pids: () => [], died: () => [], progress: () => ({}) },
} as unknown as Swarm;
const place = { start: () => Promise.reject(new OutcryError('there is no server', EXIT.failed)) } as unknown as Place;

function sessionWith(store: Partial<Records>, scenario = madeUpScenario(), more: Partial<RunnerParts> = {}) {
  const scenarios = [{ ...scenario, scenario: { ...scenario.scenario, profiles: [MADE_UP_PROFILE] } }];
  const options = { session: 's1', results: '', scenario: 'made-up', runs: 1 };
  const plan = planSession(options, { apps, scenarios, cores: 2 });
  return runInMemory({ plan, scenarios, swarm, place, store: { ...NO_RECORDS, ...store }, ...more });
}

test('a run is known by its id, and tells of the attempts before the session was interrupted', async () => {
  const discardedOf = async (session: string, id: string) =>
    `${session} ${id}` === 's1 s1-beta-websocket-01' ? [record] : [];
  const { records, found } = await sessionWith({ discardedOf });
  expect(records.map(({ id, discarded }) => [id, discarded])).toEqual([
    ['s1-alpha-websocket-01', undefined],
    ['s1-beta-websocket-01', [{ startedAt: record.when.startedAt, because: [] }]],
  ]);
  expect(found).toEqual([]);
});

test.each([
  ['another machine says so, once', 'Another CPU', 1],
  ['this machine does not', thisMachine().cpu, 0],
])('a session that goes on after runs on %s', async (_, cpu, times) => {
  const earlier = { ...record, machine: { ...thisMachine(), cpu, kernel: 'Linux of another day' } };
  const get = async (id: string) => (id === 's1-alpha-websocket-01' ? { ...earlier, id } : null);
  const events = new EventEmitter<SessionEvents>();
  const remarks: string[] = [];
  events.on('remark', (text) => remarks.push(text));
  await sessionWith({ get }, undefined, { events });
  expect(remarks.filter((text) => text.includes('from another machine (Another CPU, '))).toHaveLength(times);
});

test('a record that cannot be kept ends the session', async () => {
  const add = () => Promise.reject(new Error('the disk is full'));
  await expect(sessionWith({ add })).rejects.toThrow(/s1-alpha-websocket-01 could not be kept.*: the disk is full/);
});

test('a plan gets the figures of its runs, and its result for each combination is that of the session', async () => {
  const scenario = madeUpScenario({
    plan: (params, { clients }) => ({
      most: 2,
      mostClients: clients,
      next: (done) =>
        done.at(-1)?.figure('fromSent.mean') === 4 ? null : { scenario: 'made-up', params, clients: 3, repetition: 1 },
      found: (done) => ({ sentence: `${done.length} run, valid: ${done[0]!.valid}`, figures: {} }),
    }),
  });
  const kept: string[] = [];
  const get = async (id: string): Promise<RunRecord> => {
    kept.push(id);
    return { ...record, id };
  };
  const { found, records } = await sessionWith({ get }, scenario);
  expect(records.map(({ id }) => id)).toEqual(kept);
  expect(found.map(({ framework, result }) => [framework, result.sentence])).toEqual([
    ['alpha', '1 run, valid: true'],
    ['beta', '1 run, valid: true'],
  ]);
});
