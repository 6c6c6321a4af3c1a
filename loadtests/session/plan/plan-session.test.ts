import { madeUpApp } from '../../../setup/apps/manifest/testing/made-up-app.ts';
import type { StepDone } from '../../scenarios/scenario.ts';
import { MADE_UP_PROFILE, madeUpScenario } from '../testing/made-up-scenario.ts';
import { stepsOf } from './load.ts';
import { planSession } from './plan-session.ts';
import type { SessionOptions } from './session-options.ts';
import type { SessionPlan } from './session-plan.ts';

const apps = [madeUpApp('alpha'), madeUpApp('beta'), madeUpApp('gamma', { features: ['auction'] })];
const { usual: _, ...DECIDING } = MADE_UP_PROFILE;
const scenarios = [
  madeUpScenario({
    profiles: [
      {
        ...{ name: 'large', about: 'made up', swarm: 'browser', transports: 'all' },
        browsers: (cores) => 10 * cores,
        clientsPerBrowser: 3,
        runs: 10,
        params: { messages: 7 },
      },
      MADE_UP_PROFILE,
      { ...DECIDING, name: 'timed', timed: true },
    ],
  }),
  madeUpScenario({ name: 'asking', needs: ['request'], params: {} as never, plan: undefined }),
  madeUpScenario({ name: 'holding', needs: [] }),
  madeUpScenario({ name: 'pages-only', swarms: ['browser'] }),
  madeUpScenario({ name: 'connects-itself', connects: 'themselves' }),
  madeUpScenario({
    name: 'may-connect',
    params: { own: { type: 'flag', default: false, about: 'clients connect in the test' } } as never,
    connects: ({ own }: { own: boolean }) => (own ? 'themselves' : 'before'),
  } as never),
  madeUpScenario({ name: 'connects-again', reconnects: true, swarms: ['browser'] }),
  madeUpScenario({
    name: 'wrapper',
    params: { of: { type: 'text', default: 'made-up', about: 'what it wraps' } } as never,
    wraps: (params) => String((params as never as { of: string }).of),
    plan: (_, { given, clients }) => ({
      most: 1,
      mostClients: clients * 10,
      next: (done) => (done.length > 0 ? null : { scenario: 'made-up', params: given, clients: 7, repetition: 1 }),
    }),
  }),
];

type Asked = Omit<SessionOptions, 'results'>;

const planOf = (options: Asked): SessionPlan =>
  planSession({ scenario: 'made-up', results: '', ...options }, { apps, scenarios, cores: 2 });

const combinations = (options: Asked): string[] =>
  planOf(options).combinations.map(({ app, transport }) => `${app.id} ${transport}`);

describe('a session’s plan', () => {
  test('has the main transport of each framework, in rounds', () => {
    const plan = planOf({ runs: 2 });
    expect(combinations({ runs: 2 })).toEqual(['alpha websocket', 'beta websocket']);
    expect(plan).toMatchObject({ rounds: 2, mostRuns: 2, until: null });
    expect(stepsOf(plan, scenarios).next([])).toMatchObject({ scenario: 'made-up', repetition: 1 });
  });

  test('has what the profile says that is named, sized to the machine, and the scenario in whose folder it is', () => {
    const plan = planSession({ results: '', profile: 'large' }, { apps, scenarios, cores: 2 });
    expect(plan).toMatchObject({
      profile: 'large',
      swarm: { kind: 'browser', browsers: 20, clients: 60 },
      mostRuns: 10,
    });
    expect(plan.asked.scenario).toBe('made-up');
    expect(plan.combinations).toHaveLength(2 * 2);
  });

  test('has a browser for each client that connects in the test', () => {
    const again = madeUpApp('again', { reconnect: { by: 'app', asItComes: 'made up' } });
    const { swarm } = planSession(
      { scenario: 'connects-again', results: '', browsers: 3 },
      { apps: [again], scenarios, cores: 2 },
    );
    expect(swarm).toMatchObject({ browsers: 3, clients: 3 });
    expect(planOf({ scenario: 'connects-itself', browsers: 3 }).swarm).toMatchObject({ browsers: 3, clients: 3 });
    const wrapped = { scenario: 'wrapper', params: { of: 'connects-itself' }, browsers: 3, crowded: true };
    expect(planOf(wrapped).asked.clients).toBe(3);
    const may = { scenario: 'may-connect', browsers: 3 };
    expect(planOf({ ...may, params: { own: true } }).swarm).toMatchObject({ browsers: 3, clients: 3 });
    expect(planOf(may).asked.clients).toBeGreaterThan(3);
    expect(() => planOf({ scenario: 'connects-itself', browsers: 3, clientsPerBrowser: 2 })).toThrow(
      /would wait for each other's connections/,
    );
  });

  test('has the profile’s parameters with its own scenario and swarm, and not where others are asked for', () => {
    const messages = (asked: Asked) =>
      planSession({ results: '', profile: 'large', ...asked }, { apps, scenarios, cores: 2 }).asked.params.messages;
    expect(messages({})).toBe(7);
    for (const asked of [
      { params: { rate: 1 } },
      { browsers: 3 },
      { swarm: 'console' },
      { scenario: 'made-up' },
    ] as const)
      expect(messages(asked)).not.toBe(7);
  });

  test('holds only transports that the swarm can use and that have the verbs the scenario needs', () => {
    expect(combinations({ swarm: 'console', transports: ['all'] })).toEqual(['alpha websocket', 'beta websocket']);
    expect(combinations({ swarm: 'console', transports: ['all'], scenario: 'asking' })).toEqual([
      'alpha websocket',
      'alpha rest',
      'beta websocket',
      'beta rest',
    ]);
  });

  test('of a scenario that only holds connections has none to transports of requests alone, which hold none', () => {
    expect(combinations({ swarm: 'console', transports: ['all'], scenario: 'holding' })).toEqual([
      'alpha websocket',
      'beta websocket',
    ]);
    expect(() => planOf({ swarm: 'console', transports: ['rest'], scenario: 'holding' })).toThrow(
      /nothing to run: .* with connections that stay, which holding needs/,
    );
  });

  test('has the framework of an A/A test twice, as arms that follow each other', () => {
    const { combinations: asTwo } = planOf({ frameworks: ['alpha'], asTwo: true });
    expect(asTwo.map(({ app, arm }) => [app.id, arm])).toEqual([
      ['alpha', 'a'],
      ['alpha', 'b'],
    ]);
    expect(planOf({}).combinations.every(({ arm }) => arm === undefined)).toBe(true);
  });

  test('takes what the user says over the profile and the scenario’s defaults', () => {
    const plan = planOf({ params: { rate: '5', messages: '7' }, browsers: 3, clientsPerBrowser: 4 });
    expect(plan).toMatchObject({ swarm: { browsers: 3, clients: 12 }, asked: { params: { rate: 5, messages: 7 } } });
  });

  test('of a scenario that wraps another has that one’s runs and parameters, and names the search', () => {
    const plan = planOf({ scenario: 'wrapper', params: { messages: '9' }, swarm: 'console', clients: 5 });
    expect(plan).toMatchObject({
      swarm: { clients: 50 },
      asked: { clients: 5 },
      search: { name: 'wrapper', params: { of: 'made-up' } },
    });
    const { next } = stepsOf(plan, scenarios);
    expect(next([])).toMatchObject({ scenario: 'made-up', params: { rate: 1, messages: 9 }, clients: 7 });
    expect(next([{} as StepDone])).toBeNull();
  });

  test('has rounds without a number where the profile goes by time and none is asked for', () => {
    const until = { percent: 5, seconds: 900, decided: false };
    expect(planOf({ profile: 'timed', difference: 5, time: 900 }).until).toEqual(until);
    expect(planOf({ profile: 'timed', untilDecided: true }).until).toMatchObject({ percent: 10, decided: true });
    const counted: Asked[] = [{ runs: 2 }, { asTwo: true }, { profile: 'usual' }, { scenario: 'wrapper' }];
    for (const options of counted) expect(planOf({ profile: 'timed', ...options }).until).toBeNull();
  });

  test('says how much time four rounds need, where that is more than is given', () => {
    expect(() => planOf({ profile: 'timed', time: 20 })).toThrow(
      /^4 rounds of \d+ rows? need about [\d.]+ min: give --time [\d.]+m/,
    );
  });

  test('is a plain value', () => {
    const plan = planOf({ runs: 2 });
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  });

  test.each<[string, Asked, RegExp]>([
    ['an unknown framework', { frameworks: ['delta'] }, /no framework "delta"; there is: alpha, beta, gamma/],
    ['an unknown transport', { transports: ['pigeon'] }, /no transport "pigeon"/],
    ['an unknown profile', { profile: 'huge' }, /no profile "huge"; there is: usual, large, timed/],
    ['an unknown scenario', { scenario: 'nothing' }, /no scenario "nothing"; there is: made-up, asking/],
    [
      'an option of another scenario',
      { scenario: 'asking', params: { rate: '5' } },
      /--rate is no option of .* asking/,
    ],
    [
      'a value that cannot be',
      { params: { messages: '0' } },
      /--messages: expected a whole number from 1 to 1000, not "0"/,
    ],
    ['a value that is no number', { params: { rate: 'fast' } }, /--rate: expected a number .*, not "fast"/],
    ['--clients with browsers', { clients: 5 }, /--clients is for console swarms/],
    ['--browsers with a console', { swarm: 'console', browsers: 5 }, /console swarm takes --clients/],
    ['a swarm that the scenario is not for', { scenario: 'pages-only', swarm: 'console' }, /takes --swarm browser/],
    ['a framework without the load test', { frameworks: ['gamma'] }, /nothing to run/],
    ['an unknown transport', { transports: ['polling'] }, /nothing to run/],
    ['a transport without the verbs', { transports: ['rest'] }, /nothing to run: .* with publish, which made-up needs/],
  ])('refuses %s', (_, options, message) => {
    expect(() => planOf(options)).toThrow(message);
  });
});
