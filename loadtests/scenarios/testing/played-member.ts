/** For tests of scenarios' clients: a member whose server is played by the test. */
import type { TestRequest } from '../../../member/contract.ts';
import { Member } from '../../../member/member.ts';
import type { ScenarioClient } from '../../../member/scenario-client.ts';
import { reportNow } from '../../../member/testing/fake-member.ts';
import { FakeAdapter, FakeClock, type FakeSocket } from '../../../member/testing/fakes.ts';
import { sum } from './evidence.ts';

const GIVE_UP_MS = 30_000;

interface Options extends Pick<TestRequest, 'params' | 'metrics'>, Partial<Pick<TestRequest, 'bucketMs' | 'start'>> {
  clientIds: number[];
  clients?: number;
  /** False: clients connect in the test. */
  now?: boolean;
  clock?: FakeClock;
  adapter?: FakeAdapter;
  /** The server's replies while clocks are related; null: none, so that its clock stays unknown. */
  answer?: FakeSocket['answer'] | null;
}

/** Waits for what follows of promises that are settled by now. */
export async function turns(count = 9): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve));
}

/** A member that is prepared for test `t`; its clock shows 1000. */
export async function playedMember(script: ScenarioClient<never>, options: Options) {
  const { clientIds, clients = clientIds.length, now = true, answer, ...test } = options;
  const { clock = new FakeClock(), adapter = new FakeAdapter(clock), ...asked } = test;
  const hops = (): [number, number] => [clock.now(), clock.now()];
  adapter.answer = answer === undefined ? () => ({ ok: true, body: null, hops: hops() }) : answer;
  const member = new Member({ adapter, url: 'http://127.0.0.1:1', clock, script: async () => script as never });
  await member.connect({ transport: 'websocket', clientIds, clients, parallel: 1, now });
  const prepare = (name: string): Promise<unknown> =>
    member.prepare({
      ...{ test: name, scenario: 'played', bucketMs: 1000, giveUpMs: GIVE_UP_MS, seed: 1, start: 'told' },
      ...asked,
    });
  await prepare('t');
  return {
    member,
    clock,
    adapter,
    hops,
    prepare,
    /** As the server: tells all clients. */
    toAll(event: string, data: unknown): void {
      for (const socket of adapter.sockets) socket.deliver(event, data);
    },
    /** Waits until clients give up; `total` reads a count. */
    async report() {
      await turns();
      clock.advance(GIVE_UP_MS);
      // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever kind it is
      const { metrics, error } = (await reportNow(member)) as any;
      return { metrics, error, total: (name: string): number => sum(metrics[name].series) };
    },
  };
}
