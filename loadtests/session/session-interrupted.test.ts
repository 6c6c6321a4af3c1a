/** A session that is interrupted: a file of its own, since a process ends once. */
import type { Swarm } from '../../client-launcher/swarm.ts';
import { madeUpApp } from '../../setup/apps/manifest/testing/made-up-app.ts';
import type { Place } from '../../setup/apps/places/place.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { runCleanups } from '../../system/processes.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { planSession } from './plan/plan-session.ts';
import { MADE_UP_PROFILE, madeUpScenario } from './testing/made-up-scenario.ts';
import { NO_RECORDS, runInMemory } from './testing/run-in-memory.ts';

test('the run that was under way is not kept, and no other one is begun', async () => {
  let [begun, left, kept] = [0, 0, 0];
  const swarm = {
    ...{ kind: 'browser', members: 2, versions: {}, browser: null },
    ...{ launch: async () => {}, close: async () => {} },
    ...{ pids: () => [], died: () => [{ member: 1, reason: 'it was ended' }], progress: () => ({}) },
    disconnect: async () => {
      left += 1;
    },
  } as unknown as Swarm;
  const scenarios = [madeUpScenario({ profiles: [MADE_UP_PROFILE] })];
  const options = { session: 's1', results: '', scenario: 'made-up', runs: 2 };
  void runInMemory({
    plan: planSession(options, { apps: [madeUpApp('alpha')], scenarios, cores: 2 }),
    ...{ scenarios, swarm },
    store: {
      ...NO_RECORDS,
      add: async () => {
        kept += 1;
      },
    },
    place: {
      start: async () => {
        begun += 1;
        await runCleanups();
        throw new OutcryError('its process was ended', EXIT.failed);
      },
    } as unknown as Place,
  });
  await eventually(() => left > 0, 'the run left its swarm');
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect({ begun, kept }).toEqual({ begun: 1, kept: 0 });
});
