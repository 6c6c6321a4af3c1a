import type { Captured } from '../../wire/capture/capture.ts';
import { countedByCapture } from '../measure/wire-count.ts';
import { codes, recordOf } from '../testing/record-of.ts';

describe('a run record over a network', () => {
  test('has bytes and requests when a proxy counted them, and then warns that it was in the way', () => {
    const record = recordOf((run) => {
      const nothing = countedByCapture(null, null).figures;
      const figures = { ...nothing, wireBytes: 1234, httpRequests: 5 };
      const counted = { by: 'proxy', because: 'tcpdump is not installed' } as const;
      run.wire = { counted, figures, lacking: 'a proxy does not see it', dropped: 0 };
    });
    expect(record.metrics.wireBytes).toMatchObject({ total: 1234 });
    expect(record.metrics.wireBytes!.about).toMatch(/by a proxy/);
    expect(record.metrics.httpRequests).toMatchObject({ total: 5 });
    expect(record.metrics.wireSegmentsToServer).toMatchObject({ total: null });
    expect(record.notMeasured['metrics.wireSegmentsToServer']).toBe('a proxy does not see it');
    expect(codes(record)).toEqual(['wire-proxy']);
    expect(record.validity[0]!.message).toMatch(/a capture was not possible: tcpdump is not installed/);
  });

  test('has no segments when a shaped network made them', () => {
    const { metrics, notMeasured } = recordOf((run) => {
      const way = { payloadBytes: 10, segments: 1, webSocketFrames: 2 };
      const captured: Captured = {
        totals: { toServer: way, toClients: way, connections: 1, httpRequests: 4 },
        dropped: 0,
      };
      run.wire = countedByCapture(captured, captured, true);
    });
    expect(metrics.wireSegmentsToServer).toMatchObject({ total: null });
    expect(metrics.wireBytes).toMatchObject({ total: 0 });
    expect(notMeasured['metrics.wireSegmentsToClients']).toMatch(/segments are those of what hands on/);
  });

  test('has what went each way when a capture counted it, which disturbs no process', () => {
    const captured = (more: number, dropped = 3): Captured => ({
      totals: {
        toServer: { payloadBytes: 10 + more, segments: 1 + more, webSocketFrames: 2 + more },
        toClients: { payloadBytes: 20 + 2 * more, segments: 2 + more, webSocketFrames: null },
        connections: 1 + more,
        httpRequests: 4 + more,
      },
      dropped,
    });
    const { metrics, validity, notMeasured } = recordOf((run) => {
      run.wire = countedByCapture(captured(0), captured(5));
    });
    const totals = Object.entries(metrics).flatMap(([name, metric]) =>
      name.startsWith('wire') || name.startsWith('webSocket') || name === 'httpRequests'
        ? [[name, metric.kind === 'count' ? metric.total : undefined]]
        : [],
    );
    expect(Object.fromEntries(totals)).toEqual({
      wireBytes: 15,
      httpRequests: 5,
      wireBytesToServer: 5,
      wireBytesToClients: 10,
      wireSegmentsToServer: 5,
      wireSegmentsToClients: 5,
      wireConnections: 5,
      webSocketFramesToServer: 5,
      webSocketFramesToClients: null,
    });
    expect(notMeasured['metrics.webSocketFramesToClients']).toMatch(/lacks a part/);
    expect(metrics.wireBytes!.about).toMatch(/from a capture/);
    expect(validity).toEqual([]);
    const missed = recordOf((run) => {
      run.wire = countedByCapture(captured(0), captured(5, 7));
    });
    expect(missed.metrics.wireBytes).toMatchObject({ total: null });
    expect(missed.notMeasured['metrics.wireBytes']).toBe('the capture missed 4 packets');
    expect(codes(missed)).toEqual(['capture-gaps']);
  });

  test('has no bytes where clients connect to another port, and no CPU of a server that is another process', () => {
    const record = recordOf((run) => {
      run.otherPort = 'the broker has a port of its own';
      run.otherProcess = 'the broker runs by itself';
    });
    expect(record.metrics.serverCpu).toMatchObject({ samples: null });
    expect(record.notMeasured).toMatchObject({
      'metrics.wireBytes': 'the broker has a port of its own',
      'metrics.serverCpu': 'the broker runs by itself',
      'metrics.serverMemory': 'the broker runs by itself',
    });
  });
});
