import { planSession, type RunOptions } from './plan.ts';
import { madeUpApp } from './testing/made-up-app.ts';

const apps = [madeUpApp('alpha'), madeUpApp('beta'), madeUpApp('gamma', { features: ['auction'] })];
const planned = (options: RunOptions): string[] =>
  planSession(options, apps, 2).runs.map(({ app, transport, repetition }) => `${app.id} ${transport} ${repetition}`);

describe('a session’s plan', () => {
  test('goes once through all frameworks before it repeats one', () => {
    expect(planned({ runs: 2 })).toEqual([
      'alpha websocket 1',
      'beta websocket 1',
      'alpha websocket 2',
      'beta websocket 2',
    ]);
  });

  test('of the study profile is study A: 30 browsers, 60 clients, all transports, 10 runs, 30 messages at 2 per second', () => {
    const plan = planSession({ profile: 'study' }, apps, 2);
    expect(plan).toMatchObject({ browsers: 30, clients: 60, swarm: 'browser' });
    expect(plan.scenario).toMatchObject({ rate: 2, messages: 30, testType: 'broadcast', phase: 'together' });
    expect(plan.runs).toHaveLength(2 * 2 * 10);
  });

  test('holds only transports that the swarm can use', () => {
    expect(planned({ swarm: 'console', transports: ['all'], runs: 1 })).toEqual([
      'alpha websocket 1',
      'beta websocket 1',
    ]);
  });

  test('takes what the user says over the profile', () => {
    const plan = planSession(
      { scenario: 'echo', rate: 5, messages: 7, payload: 100, browsers: 3, clientsPerBrowser: 4 },
      apps,
      2,
    );
    expect(plan).toMatchObject({ browsers: 3, clients: 12 });
    expect(plan.scenario).toMatchObject({ testType: 'echo', rate: 5, messages: 7, payloadBytes: 100 });
  });

  test.each<[string, RunOptions, RegExp]>([
    ['an unknown framework', { frameworks: ['delta'] }, /no framework "delta"; there is: alpha, beta, gamma/],
    ['an unknown transport', { transports: ['pigeon'] }, /no transport "pigeon"/],
    ['an unknown profile', { profile: 'huge' }, /no profile "huge"; there is: quick, study/],
    ['an unknown scenario', { scenario: 'nothing' }, /no scenario "nothing"/],
    ['--clients with browsers', { clients: 5 }, /--clients is for console swarms/],
    ['--browsers with a console', { swarm: 'console', browsers: 5 }, /console swarm takes --clients/],
    ['a framework without the load test', { frameworks: ['gamma'] }, /nothing to run/],
    ['a transport nobody has', { transports: ['polling'] }, /nothing to run/],
  ])('refuses %s', (_, options, message) => {
    expect(() => planSession(options, apps, 2)).toThrow(message);
  });
});
