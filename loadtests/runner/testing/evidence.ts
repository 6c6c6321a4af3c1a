/** A run without fault, for tests to break. */
import * as hdr from 'hdr-histogram-js';
import type { Dataset, Report } from '../../../protocol/messages.ts';
import type { Evidence } from '../validity.ts';

/** Encodes milliseconds as an HDR histogram of microseconds. */
export function histogramOf(milliseconds: number[]): string {
  const histogram = hdr.build({ highestTrackableValue: 3_600_000_000, numberOfSignificantValueDigits: 3 });
  for (const value of milliseconds) histogram.recordValue(Math.round(value * 1000));
  return hdr.encodeIntoCompressedBase64(histogram);
}

/** Two clients in one member, two messages each at 1 per second, broadcast: 4 sent, 8 delivered. */
export function faultlessReport(): Report {
  return {
    clientIds: [1, 2],
    sentByClients: [2, 2],
    receivedByClients: [4, 4],
    latencySum: [6, 10],
    latencyCount: [2, 2],
    fromSent: histogramOf([2, 4, 4, 6]),
    fromDue: histogramOf([3, 5, 5, 7]),
    delivery: null,
    lateness: histogramOf([1, 1, 1, 1]),
    duplicates: 0,
    missing: 0,
    outOfOrder: 0,
    negative: 0,
    refused: [],
    closed: [],
    transports: { websocket: 2 },
    loopDelay: { p99: 1, max: 2 },
  };
}

export function faultlessDataset(): Dataset {
  return {
    testType: 'broadcast',
    clientCount: 2,
    server: {
      startedAt: 1_700_000_000_000,
      finishedAt: 1_700_000_002_500,
      spacing: 1,
      receivedByServer: [2, 2],
      sentByServer: [4, 4],
      broadcasts: 4,
      refused: 0,
    },
    reports: [faultlessReport()],
    vanished: [],
  };
}

export function faultlessEvidence(): Evidence {
  return {
    dataset: faultlessDataset(),
    error: null,
    testType: 'broadcast',
    transport: 'websocket',
    clients: 2,
    rate: 1,
    messages: 2,
    died: [],
    serverEnded: null,
    warmupSeconds: 3,
    warmupWanted: 3,
    lateness: null,
    machineCpuPercent: [50, 60],
    cores: 2,
    busiestLoop: 0.2,
    monitorGaps: 0,
    throughProxy: false,
    standIn: null,
    limits: null,
  };
}
