import type { Measured } from '../../../metrics/metric.ts';
import type { RunContext } from '../measure/run-context.ts';
import { histogramOf } from '../testing/histogram-of.ts';
import { recordOf } from '../testing/record-of.ts';

describe('the parts of a latency', () => {
  const relate = (errorMs: number | null) => (run: RunContext) => {
    run.outcome.reports[0]!.clock = errorMs === null ? null : { offsetMs: 1, errorMs };
  };

  test('are given with the error of the clocks, where it is smaller than the part', () => {
    const { metrics } = recordOf(relate(0.25));
    expect(metrics.toServer).toMatchObject({ distribution: { count: 4 } });
    expect(metrics.toServer!.about).toMatch(/±0\.25 ms/);
  });

  test('are null where the error is larger than the median of the part, with the reason', () => {
    const { metrics, notMeasured } = recordOf(relate(2.5));
    expect(metrics.toServer).toMatchObject({ series: null, distribution: null });
    expect(notMeasured['metrics.toServer']).toMatch(/±2\.5 ms, which is more than the median/);
  });

  test('are known with the same error as delivery is, where one clock is the server’s and the other a page’s', () => {
    const delivered = (errorMs: number) => (run: RunContext) => {
      relate(errorMs)(run);
      const delivery: Measured = { kind: 'trend', sum: [8], count: [2], hdr: histogramOf([4, 4]), negative: 0 };
      run.outcome.reports[0]!.metrics.delivery = delivery;
    };
    expect(recordOf(delivered(0.25)).metrics.delivery!.about).toMatch(/±0\.25 ms/);
    const { metrics, notMeasured } = recordOf(delivered(5));
    expect(metrics.delivery).toMatchObject({ distribution: null });
    expect(notMeasured['metrics.delivery']).toMatch(/±5\.0 ms, which is more than the median/);
  });

  test('are null where a clock could not be related, except for the one that lies within the server', () => {
    const { metrics } = recordOf(relate(null));
    expect(metrics.toServer).toMatchObject({ distribution: null });
    expect(metrics.inServer).toMatchObject({ distribution: { count: 4 } });
  });
});
