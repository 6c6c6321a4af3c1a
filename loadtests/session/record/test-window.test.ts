import type { RunContext } from '../measure/run-context.ts';
import { connectsOf, startsByPublish } from '../measure/test-request.ts';
import { faultlessRun } from '../testing/faultless-run.ts';
import { windowOf } from './test-window.ts';

const TOLD = 1_000_000;
/** The time at which the faultless run's server counted the first thing. */
const counted = (): number => faultlessRun().counts!.startedAt!;

function window(change: (run: RunContext) => void = () => {}) {
  const run = faultlessRun();
  change(run);
  const { from, to } = windowOf(run, TOLD);
  return { from, seconds: (to - from) / 1000 };
}

describe('a test ran', () => {
  test('from what the server counted first, for as long as was planned', () => {
    expect(window()).toEqual({ from: counted(), seconds: 2 });
  });

  test('from when members were told to begin, where the server could not be asked', () => {
    const asked = window((run) => {
      run.counts = null;
    });
    expect(asked.from).toBe(TOLD);
  });

  test.each(['hidden', 'other'] as const)(
    'from when members were told to begin, where the server is on a machine that is %s',
    (host) => {
      const elsewhere = window((run) => {
        run.serverHost = host;
      });
      expect(elsewhere.from).toBe(TOLD);
    },
  );

  test('from when members were told to begin, where clients connect in it', () => {
    const themselves = window((run) => {
      run.scenario = { ...run.scenario, connects: 'themselves' };
    });
    expect(themselves.from).toBe(TOLD);
  });

  test('until the last thing happened, where that was later than planned', () => {
    const late = window((run) => {
      run.outcome.reports[0]!.metrics.sentByClients = { kind: 'count', series: [2, 1, 0, 0, 1] };
    });
    expect(late.seconds).toBe(5);
  });

  test('until the last thing happened, where nothing was planned', () => {
    const unplanned = window((run) => {
      run.scenario = { ...run.scenario, mostSeconds: () => 60, plannedSeconds: () => 30 };
    });
    expect(unplanned.seconds).toBe(2);
  });
});

describe('a test begins', () => {
  const run = (change: Partial<RunContext['scenario']>): RunContext => {
    const context = faultlessRun();
    return { ...context, scenario: { ...context.scenario, ...change } };
  };

  test('with all connected, unless its scenario says otherwise, by itself or by its parameters', () => {
    const byParams = { connects: ({ rate }: { rate?: unknown }) => (rate === 1 ? 'themselves' : 'before') } as const;
    const all = [{}, { connects: 'before' }, { connects: 'themselves' }, byParams] as const;
    expect(all.map((change) => connectsOf(run(change)))).toEqual(['before', 'before', 'themselves', 'themselves']);
  });

  test('by a publish of the coordinator member where that is among its verbs and all are connected', () => {
    expect(startsByPublish(run({}))).toBe(true);
    expect(startsByPublish(run({ needs: ['sink'] }))).toBe(false);
    expect(startsByPublish(run({ connects: 'themselves' }))).toBe(false);
    expect(startsByPublish({ ...run({}), backendEntry: '/a/backend.ts' })).toBe(false);
  });
});
