import { CLIENT_METRICS } from '../../../metrics/standard-metrics.ts';
import type { Flag } from '../../../protocol/run-record.ts';
import type { RunContext } from '../measure/run-context.ts';
import { makeRecord } from '../record/make-record.ts';
import { faultlessRun } from '../testing/faultless-run.ts';
import { histogramOf } from '../testing/histogram-of.ts';

/** Findings after `breakIt` has done its worst to a faultless run. */
function findings(breakIt: (run: RunContext) => void): Flag[] {
  const run = faultlessRun();
  breakIt(run);
  return makeRecord(run).validity;
}

const codes = (breakIt: (run: RunContext) => void): string[] => findings(breakIt).map(({ code }) => code);
const report = (run: RunContext) => run.outcome.reports[0]!;

describe('every run accuses itself', () => {
  test('of nothing when nothing is wrong', () => {
    expect(findings(() => {})).toEqual([]);
  });

  test('of what its scenario finds, which is given what there is to judge by', () => {
    const found = findings((run) => {
      run.judge = ({ params, clients, metrics, plannedSeconds, counts }) => {
        const sent = metrics.sentByClients?.kind === 'count' ? metrics.sentByClients.total : null;
        const message = `${params.rate} ${clients} ${sent} ${plannedSeconds} ${counts!.startedAt}`;
        return [{ code: 'too-made-up', level: 'warning', message }];
      };
    });
    expect(found).toEqual([{ code: 'too-made-up', level: 'warning', message: '1 2 4 2 50000' }]);
  });

  test.each<[string, (run: RunContext) => void]>([
    ['a member died', (run) => run.outcome.died.push({ member: 1, reason: 'killed' })],
    ['a connection closed', (run) => report(run).closed.push({ clientId: 2, reason: 'transport error' })],
  ])('of a client that died when %s', (_, breakIt) => {
    expect(codes(breakIt)).toEqual(['client-died']);
  });

  test.each<[string, (run: RunContext) => void]>([
    [
      'reports are missing',
      (run) => {
        run.outcome.error = 'a member did not report in time';
      },
    ],
    [
      'a member never heard of the start',
      (run) => {
        report(run).started = null;
      },
    ],
    [
      'a member says that something went wrong',
      (run) => {
        report(run).error = 'the script threw';
      },
    ],
  ])('of lost messages when %s', (_, breakIt) => {
    expect(codes(breakIt)).toEqual(['messages-lost']);
  });

  test('of a transport that fell back', () => {
    const found = findings((run) => {
      report(run).transports = { websocket: 1, 'long-polling': 1 };
    });
    expect(found).toMatchObject([{ code: 'transport-fell-back', level: 'fatal' }]);
  });

  test('of a server that ended', () => {
    expect(
      codes((run) => {
        run.serverEnded = 'ended with SIGKILL';
      }),
    ).toEqual(['server-restarted']);
  });

  test('of a server that logs its messages, and of none that logs a little', () => {
    const [finding] = findings((run) => {
      run.serverLogged = 1_234;
    });
    expect(finding).toMatchObject({ code: 'server-logged', level: 'warning' });
    expect(finding!.message).toContain('the server wrote 1,234 lines to its log and received');
    expect(
      codes((run) => {
        run.serverLogged = 99;
      }),
    ).toEqual([]);
  });

  test('of a warm-up that was shorter than the app wants', () => {
    expect(
      codes((run) => {
        run.warmedUp.seconds = 1;
      }),
    ).toEqual(['warm-up-short']);
  });

  test('of a warm-up that did not level, and in which way', () => {
    const [finding] = findings((run) => {
      run.warmedUp.unlevel = 'latency still went from 3 to 9 ms';
    });
    expect(finding).toMatchObject({ code: 'warm-up-not-level', level: 'warning' });
    expect(finding!.message).toBe('after 6 s of warm-up latency still went from 3 to 9 ms');
  });

  test('of samples that are missing', () => {
    expect(
      codes((run) => {
        run.samples!.gaps = 3;
      }),
    ).toEqual(['monitor-gaps']);
  });
});

describe('a server waited for a CPU', () => {
  const perTurn = (ms: number) => (run: RunContext) => {
    run.samples!.serverWait!.busiestPerTurnMs = [0, ms, ms];
  };

  test('when waiting was a part of the latency that answers look for, and starved when it was most of it', () => {
    const latency = 4; // the mean of the faultless run's
    expect(codes(perTurn(0.01 * latency))).toEqual([]);
    expect(codes(perTurn(0.2 * latency))).toEqual(['server-waited']);
    expect(codes(perTurn(0.6 * latency))).toEqual(['server-waited', 'server-starved']);
  });

  test('says nothing where it was not measured', () => {
    expect(
      codes((run) => {
        run.samples!.serverWait = null;
      }),
    ).toEqual([]);
  });
});

describe('a swarm is saturated when', () => {
  const machine =
    (...cpuPercent: number[]) =>
    (run: RunContext) => {
      const at = cpuPercent.map((_, index) => run.window!.from + 1 + index);
      run.samples!.machine = { intervalMs: 100, at, cpuPercent };
    };

  const trend = (...values: number[]) => ({
    kind: 'trend' as const,
    sum: [],
    count: [],
    hdr: histogramOf(values),
    negative: 0,
  });

  test.each<[string, (run: RunContext) => void]>([
    ['the cores were busy', machine(190, 180)],
    ['every core was busy in one sample of ten', machine(195, 20, 20, 20, 20, 20, 20, 20, 20, 20)],
    [
      'the cores were busy that it was kept to, and no others',
      (run) => {
        machine(100, 100)(run);
        run.samples!.swarmCpus = { count: 1, cpuPercent: [96, 94] };
      },
    ],
    [
      'messages were sent later than a tenth of their interval',
      (run) => {
        report(run).metrics.lateness = trend(1, 1, 150);
      },
    ],
    [
      'an event loop was delayed',
      (run) => {
        report(run).loopDelay = { p99: 80, max: 200 };
      },
    ],
    [
      'an event loop was never idle',
      (run) => {
        report(run).busy = 0.97;
      },
    ],
  ])('%s', (_, breakIt) => {
    expect(codes(breakIt)).toEqual(['swarm-saturated']);
  });

  test.each<[string, number, number, string[]]>([
    ['half of the machine was idle', 100, 5, []],
    ['less than a quarter of the machine was idle', 160, 5, ['swarm-saturated']],
    ['one thread of the swarm was busy for half of the time', 100, 60, ['swarm-saturated']],
  ])('bursts are too much for it or not: %s', (_, cpu, mostRanPercent, expected) => {
    const bursts = (run: RunContext): void => {
      machine(...Array<number>(9).fill((10 * cpu - 195) / 9), 195)(run);
      run.samples!.swarmWait = { ...run.samples!.serverWait!, mostRanPercent };
      report(run).loopDelay = { p99: 80, max: 200 };
    };
    expect(codes(bursts)).toEqual(expected);
  });

  test.each([
    ['spread', ['swarm-saturated']],
    ['together', []],
  ])('clients whose instants are %s have bursts or not in which messages may be late', (phase, expected) => {
    const stalls = (run: RunContext): void => {
      machine(...Array<number>(9).fill(90), 195)(run);
      run.samples!.swarmWait = { ...run.samples!.serverWait!, mostRanPercent: 45 };
      run.ranked = ['serverCpu'];
      run.step.params = { ...run.step.params, phase };
      report(run).metrics.lateness = trend(1, 1, 160);
    };
    expect(codes(stalls)).toEqual(expected);
  });

  test('a short load that takes every core is no burst, however long the report after it takes', () => {
    const short = (run: RunContext): void => {
      machine(200, 189, 191, 201, 99, 0, 10)(run);
      run.samples!.swarmWait = { ...run.samples!.serverWait!, mostRanPercent: 40 };
    };
    expect(codes(short)).toEqual(['swarm-saturated']);
  });

  test('but not when messages were late by less than a tenth of a long interval, and no latency is ranked', () => {
    const late = (run: RunContext): void => {
      run.ranked = ['serverCpu'];
      report(run).metrics.lateness = trend(90);
    };
    expect(codes(late)).toEqual([]);
  });

  const timers = (p99: number) => ({ clockStep: 0.0001, lateness: { p50: 0.1, p99, max: p99 } });
  const floorOf = (worker: number, page: number | null, disturbances: string[] = []) =>
    ({
      worker: timers(worker),
      page: page === null ? null : { ...timers(page), browser: 'Firefox' },
      disturbances,
    }) as RunContext['session']['harnessOverhead'];

  test.each<[string, number, number[], RunContext['session']['harnessOverhead'], boolean]>([
    ['a tenth of the latency', 9, [100], null, false],
    ['more than a tenth of the latency', 12, [100], null, true],
    ['what timers take, though the latency is less', 3.9, [1], null, false],
    ['more than timers take', 4.5, [1], null, true],
    ['what the timers of pages take at rest', 5.5, [1], floorOf(0.5, 4.8), false],
    ['more than the timers of pages take at rest', 6, [1], floorOf(9, 4.8), true],
    ['what timers took while something disturbed them', 4.5, [1], floorOf(9, 9, ['made up']), true],
    ['a tenth of the latency and 50 ms', 60, [900], null, false],
  ])('messages may be late by %s or not', (_, lateness, latencies, harnessOverhead, saturated) => {
    const late = (run: RunContext): void => {
      run.session.harnessOverhead = harnessOverhead;
      report(run).metrics.lateness = trend(lateness);
      report(run).metrics.fromSent = trend(...latencies);
    };
    expect(codes(late)).toEqual(saturated ? ['swarm-saturated'] : []);
  });

  test('a latency from when messages were due hides none that is late', () => {
    const late = (run: RunContext): void => {
      const { fromDue } = CLIENT_METRICS;
      run.scenario = { ...run.scenario, metrics: { ...run.scenario.metrics, fromDue } };
      run.ranked = ['fromDue'];
      run.roles = { ...run.roles, latencyFromDue: 'fromDue' };
      report(run).metrics.lateness = trend(12);
      report(run).metrics.fromDue = trend(100);
    };
    expect(codes(late)).toEqual([]);
  });

  test('the lateness is held against the metric that rows are ranked by', () => {
    const late = (run: RunContext): void => {
      run.ranked = ['delivery', 'fromSent'];
      report(run).metrics.lateness = trend(12);
      report(run).metrics.fromSent = trend(1000);
      report(run).metrics.delivery = trend(100);
    };
    expect(codes(late)).toEqual(['swarm-saturated']);
  });
});
