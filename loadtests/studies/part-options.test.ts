import { makeStudy } from '../../merge/claims/testing/study-runs.ts';
import type { Part, PartSize } from '../../merge/claims/types.ts';
import type { App } from '../../setup/apps/manifest/manifest.ts';
import type { FoundScenario } from '../scenarios/find.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { partOptions, runnable } from './part-options.ts';

const part: Part = { ...makeStudy().parts[0]!, params: { rate: 2 } };
const size = part.quick as PartSize;

const scenario = { name: 'made-up', needs: ['feed'], params: {} } as unknown as Scenario;
const scenarios: FoundScenario[] = [{ scenario, dir: '/nowhere', parts: null }];

const appOf = (id: string, transports: App['transports'], verbs: App['verbs'] = ['feed']): App =>
  ({ id, label: id, features: ['load'], verbs, transports, requires: [] }) as unknown as App;
const websocket = { swarms: ['console'], name: 'WebSocket' } as const satisfies object;
const sse = { swarms: ['browser'], name: 'SSE' } as const satisfies object;
const console_ = (entry: object) => entry as NonNullable<App['transports']['websocket']>;

const runnableOf = (apps: App[], lacking = new Map<string, string>(), everything = false) =>
  runnable(part, size, { apps, lacking, scenarios }, everything);

test('a part is a session with its own parameters and those of its size', () => {
  expect(
    partOptions(part, { ...size, params: { messages: 3 }, warmup: 1, wire: true, conditions: { network: 'lan' } }),
  ).toEqual({
    scenario: 'made-up',
    params: { rate: 2, messages: 3 },
    swarm: 'console',
    clients: 20,
    runs: 3,
    browser: 'firefox',
    wire: true,
    warmup: 1,
    conditions: { network: 'lan' },
  });
});

describe('what of a part is skipped', () => {
  test('is a framework that is not there, or cannot run here, by name and with the reason', () => {
    const alpha = appOf('alpha', { websocket: console_(websocket), sse: console_({ ...sse, swarms: ['console'] }) });
    expect(runnableOf([alpha])).toEqual({
      frameworks: ['alpha'],
      transports: ['websocket', 'sse'],
      skipped: ['beta: there is no such app'],
    });
    expect(runnableOf([alpha], new Map([['alpha', 'it cannot run here: no Java']])).skipped).toEqual([
      'alpha: it cannot run here: no Java',
      'beta: there is no such app',
    ]);
  });

  test('is a transport that a framework does not have for this swarm', () => {
    const alpha = appOf('alpha', { websocket: console_(websocket), sse: console_(sse) });
    expect(runnableOf([alpha]).skipped[0]).toBe('alpha over sse: it has no such transport for a console swarm');
  });

  test('is a framework that does not do what the scenario needs', () => {
    const alpha = appOf('alpha', { websocket: console_(websocket) }, ['echo']);
    const { frameworks, skipped } = runnableOf([alpha]);
    expect(frameworks).toEqual([]);
    expect(skipped).toContain('alpha over websocket: it does not do what made-up needs there');
  });
});

test('asked for everything, a part runs on frameworks that the study did not have', () => {
  const gamma = appOf('gamma', { websocket: console_(websocket) });
  expect(runnableOf([gamma]).frameworks).toEqual([]);
  expect(runnableOf([gamma], new Map(), true).frameworks).toEqual(['gamma']);
});
