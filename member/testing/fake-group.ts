/** For tests of the load engine: a connected group, and what a test can have its server do. */
import type { DeliveredMessage, InitTest, LoadMessage, Report } from '../../protocol/messages.ts';
import { type GroupOptions, LoadGroup } from '../group.ts';
import { buildHistogram, encode, record } from '../histogram.ts';
import type { SendPlan } from '../schedule.ts';
import { FakeAdapter, FakeClock, type FakeSocket } from './fakes.ts';

export const PLAN: SendPlan = { rate: 2, messages: 3, payloadBytes: 8, phase: 'together' };

/** The encoded histogram that has exactly these latencies in it (ms). */
export function holding(...latencies: number[]): string {
  const histogram = buildHistogram();
  for (const ms of latencies) record(histogram, ms);
  return encode(histogram);
}

export async function connected(options: Partial<GroupOptions> = {}, clock = new FakeClock()) {
  const adapter = new FakeAdapter(clock);
  const clientIds = options.clientIds ?? [1, 2];
  const group = new LoadGroup({
    adapter,
    url: 'http://127.0.0.1:1',
    transport: 'websocket',
    clientIds,
    clientCount: options.clientCount ?? clientIds.length,
    clock,
    parallel: 1,
    ...options,
  });
  await group.connect();
  group.prepare(PLAN);
  const init = (testType: InitTest['testType'], spacing = 1): InitTest => ({
    testType,
    clientCount: options.clientCount ?? clientIds.length,
    spacing,
    startTime: 0,
  });
  const toAll = (event: string, data: unknown) => {
    for (const socket of adapter.sockets) socket.deliver(event, data);
  };
  const messages = (client: number): LoadMessage[] =>
    (adapter.sockets[client - 1] as FakeSocket).all('message').map(({ data }) => data);
  const reports = (): Report[] => adapter.sockets.flatMap((socket) => socket.all('report').map(({ data }) => data));
  /** Echoes or broadcasts all messages sent so far that were not carried before, `after` ms from now. */
  const carried = new Set<LoadMessage>();
  const carry = (how: 'echo' | 'broadcast') => {
    for (const socket of [...adapter.sockets]) {
      for (const { data } of socket.all('message')) {
        if (carried.has(data)) continue;
        carried.add(data);
        const stamped: DeliveredMessage = { ...data, received: 5 };
        if (how === 'echo') socket.deliver('message', stamped);
        else toAll('message', stamped);
      }
    }
  };
  return { group, adapter, clock, init, toAll, messages, reports, carry };
}
