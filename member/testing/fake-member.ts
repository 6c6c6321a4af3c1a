/** For tests of members: one that is connected, its server played by the test. */
import type { ConnectRequest, MemberReport, TestRequest } from '../contract.ts';
import { Member, type MemberOptions } from '../member.ts';
import type { Client, ClientRun, ScenarioClient, Test } from '../scenario-client.ts';
import { startBody } from '../start.ts';
import { FakeAdapter, FakeClock } from './fakes.ts';

export const TEST: TestRequest = {
  test: 'test 1',
  scenario: 'toy',
  params: {},
  bucketMs: 1000,
  metrics: { things: { kind: 'count' }, times: { kind: 'trend' }, level: { kind: 'gauge' } },
  giveUpMs: 30_000,
  seed: 1,
  start: 'publish',
};

/** The behaviour of a scenario's script in a test of the engine. */
export type Play = (client: Client, test: Test) => Partial<ClientRun>;

export interface Options {
  clientIds?: number[];
  clients?: number;
  now?: boolean;
  parallel?: number;
  clock?: FakeClock;
  adapter?: FakeAdapter;
  busy?: MemberOptions['busy'];
}

/** A member that is not connected yet. `play` may be changed between tests. */
export function newMember(options: Options = {}) {
  const clock = options.clock ?? new FakeClock();
  const adapter = options.adapter ?? new FakeAdapter(clock);
  const stage: { play: Play } = { play: () => ({}) };
  const script: ScenarioClient = (test) => (client) => ({ start: () => {}, ...stage.play(client, test) });
  const url = 'http://127.0.0.1:1';
  const member = new Member({ adapter, url, clock, script: async () => script, busy: options.busy });
  const clientIds = options.clientIds ?? [1, 2];
  const request: ConnectRequest = {
    transport: 'websocket',
    clientIds,
    clients: options.clients ?? clientIds.length,
    parallel: options.parallel ?? 1,
    now: options.now ?? true,
  };
  const toAll = (event: string, data: unknown) => {
    for (const socket of adapter.sockets) socket.deliver(event, data);
  };
  /** As the server: relays `body` to everybody in the room. */
  const publish = (body: unknown, hops: unknown = [0, 0]) => toAll('publish', { body, hops });
  const start = (test = TEST.test, hops: unknown = [0, 0]) => publish(startBody(test), hops);
  return { member, adapter, clock, request, stage, toAll, publish, start };
}

/** A member that is connected and has prepared `test`, with the script `play`. */
export async function prepared(play: Play = () => ({}), options: Options = {}, test: Partial<TestRequest> = {}) {
  const all = newMember(options);
  all.stage.play = play;
  await all.member.connect(all.request);
  await all.member.prepare({ ...TEST, ...test });
  return all;
}

/** The report, which is to be there by now. */
export async function reportNow(member: Member): Promise<MemberReport | null> {
  const later = new Promise<null>((resolve) => setImmediate(() => resolve(null)));
  return Promise.race([member.report(), later]);
}
