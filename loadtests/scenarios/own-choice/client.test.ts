import { FakeAdapter, FakeClock, FakeSocket } from '../../../member/testing/fakes.ts';
import type { Transport } from '../../../metrics/transports.ts';
import { sum } from '../testing/evidence.ts';
import { playedMember, turns } from '../testing/played-member.ts';
import choice from './client.ts';
import { CHOICE_METRICS, onTransport } from './scenario.ts';

const turn = () => turns(1);

/** A framework that begins with polling, and whose connection can change over. */
class ChoosyAdapter extends FakeAdapter {
  readonly chosen: { transport: Transport; socket: FakeSocket }[] = [];
  problem: string | null = null;

  constructor(private readonly time: FakeClock) {
    super(time);
  }

  async connectFreely(): Promise<FakeSocket> {
    if (this.problem !== null) throw new Error(this.problem);
    this.time.advance(40);
    const one = { transport: 'long-polling' as Transport, socket: new FakeSocket(this.time, 'long-polling') };
    Object.defineProperty(one.socket, 'transport', { get: () => one.transport });
    this.chosen.push(one);
    return one.socket;
  }
}

async function begun<A extends FakeAdapter>(adapter: A, clock: FakeClock) {
  const { member, report } = await playedMember(choice, {
    ...{ clock, adapter, clientIds: [1], now: false },
    params: { after: 2 },
    metrics: CHOICE_METRICS,
  });
  const totals = async () => {
    const { metrics, error } = await report();
    const counts = Object.entries(metrics).filter(([name]) => name !== 'connect');
    // biome-ignore lint/suspicious/noExplicitAny: the same
    const some = counts.map(([name, { series }]: any) => [name, sum(series)]).filter(([, total]) => total > 0);
    return { ...Object.fromEntries(some), connect: metrics.connect, error };
  };
  return { member, totals };
}

test('the transport is what the framework has come to when it is time to look, not what it began with', async () => {
  const clock = new FakeClock();
  const adapter = new ChoosyAdapter(clock);
  const { member, totals } = await begun(adapter, clock);
  member.begin();
  await turn();
  clock.advance(1000);
  adapter.chosen[0]!.transport = 'websocket';
  clock.advance(1000);
  const { connect, ...counts } = await totals();
  expect(counts).toEqual({ held: 1, onWebsocket: 1, error: null });
  expect(connect).toMatchObject({ sum: [40], count: [1] });
  expect(adapter.chosen[0]!.socket.closedByClient).toBe(true);
});

test('one that never changes over is counted where it stayed', async () => {
  const clock = new FakeClock();
  const { member, totals } = await begun(new ChoosyAdapter(clock), clock);
  member.begin();
  await turn();
  clock.advance(2000);
  expect(await totals()).toMatchObject({ held: 1, onLongPolling: 1 });
});

test('a framework without a choice is asked for the transport of the row', async () => {
  const clock = new FakeClock();
  const { member, totals } = await begun(new FakeAdapter(clock), clock);
  member.begin();
  await turn();
  clock.advance(2000);
  expect(await totals()).toMatchObject({ held: 1, onWebsocket: 1 });
});

test('a connection that fails is counted, and says why; the clocks could not be related before', async () => {
  const clock = new FakeClock();
  const adapter = new ChoosyAdapter(clock);
  adapter.before = () => {
    throw new Error('refused');
  };
  adapter.problem = 'all were tried';
  const { member, totals } = await begun(adapter, clock);
  member.begin();
  await turn();
  const { error, ...counts } = await totals();
  expect(counts).toMatchObject({ failed: 1 });
  expect(error).toMatch(/Client 1 could not connect to http:\/\/127.0.0.1:1: all were tried/);
});

test('metrics are named for transports', () => {
  expect(['websocket', 'http-streaming', 'sse'].map(onTransport)).toEqual(['onWebsocket', 'onHttpStreaming', 'onSse']);
});
