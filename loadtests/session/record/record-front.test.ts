import { countedByCapture } from '../measure/wire-count.ts';
import { recordOf } from '../testing/record-of.ts';

const names = ({ metrics }: ReturnType<typeof recordOf>): string[] =>
  Object.keys(metrics).filter((name) => name.startsWith('front'));

test('a run without a front has no metrics of one', () => {
  const record = recordOf(() => {});
  expect(names(record)).toEqual([]);
  expect(Object.keys(record.notMeasured).filter((path) => path.includes('front'))).toEqual([]);
});

describe('a run behind a front', () => {
  test('has its CPU, memory and CPU wait apart from the server’s', () => {
    const record = recordOf((run) => {
      const samples = run.samples!;
      const { at } = samples.server!;
      const [cpuPercent, memoryBytes] = [at.map(() => 42), at.map(() => 2e7)];
      run.samples = { ...samples, front: { intervalMs: 100, at, cpuPercent, memoryBytes }, frontWait: null };
    });
    expect(names(record).sort()).toEqual(['frontCpu', 'frontCpuWait', 'frontMemory', 'frontTurnWait']);
    expect(record.metrics.frontCpu).toMatchObject({ samples: [42, 42] });
    expect(record.metrics.serverCpu).toMatchObject({ samples: [10, 20] });
    expect(record.metrics.frontMemory).toMatchObject({ samples: [2e7, 2e7] });
    expect(record.notMeasured['metrics.frontCpuWait']).toMatch(/schedstat/);
  });

  test('has the bytes between clients and front, or why they were not counted', () => {
    const nothing = countedByCapture(null, null);
    const counted = recordOf((run) => {
      const outside = { ...nothing.figures, wireBytesToServer: 70, wireBytesToClients: 90, wireConnections: 2 };
      run.wire = { ...nothing, outside };
    });
    expect(names(counted).map((name) => counted.metrics[name])).toMatchObject([
      { total: 70 },
      { total: 90 },
      { total: 2 },
    ]);
    const not = recordOf((run) => {
      run.wire = { ...nothing, outside: null };
    });
    expect(not.metrics.frontWireConnections).toMatchObject({ total: null });
    expect(not.notMeasured['metrics.frontWireBytesToFront']).toBe('a proxy does not count it, a capture does');
  });
});
