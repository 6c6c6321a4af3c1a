/** For tests of clients that are fed: a member whose server, and that server's backend, are played by the test. */
import type { ScenarioClient } from '../../../../member/scenario-client.ts';
import { reportNow } from '../../../../member/testing/fake-member.ts';
import { FakeClock, type FakeSocket } from '../../../../member/testing/fakes.ts';
import type { MetricSpec } from '../../../../metrics/metric.ts';
import type { Params } from '../../../../protocol/run-record.ts';
import { sum } from '../../testing/evidence.ts';
import { playedMember } from '../../testing/played-member.ts';

/** The server's clock is ahead of the member's by so much, ms. */
const AHEAD = 70_000;

interface FedOptions {
  clientIds: number[];
  params: Params;
  metrics: Record<string, MetricSpec>;
  /** False: the server answers no request, so that its clock stays unknown. */
  related?: boolean;
}

/** A member that was told to begin; its clock shows 1000. */
export async function fedMember(script: ScenarioClient<never>, options: FedOptions) {
  const { clientIds, params, metrics, related = true } = options;
  const clock = new FakeClock();
  const serverNow = (): number => clock.now() + AHEAD;
  const answer: FakeSocket['answer'] = () => ({ ok: true, body: null, hops: [serverNow(), serverNow()] });
  const { adapter, member } = await playedMember(script, {
    ...{ clientIds, params, metrics, clock },
    answer: related ? answer : null,
  });
  member.begin();
  const socketOf = (client: number) => adapter.sockets[clientIds.indexOf(client)]!;
  return {
    clock,
    /** As backend and server: body `seq` was fed `ago` ms before now, and the server had it halfway. */
    feed(client: number, seq: unknown, ago = 0): void {
      const body = { seq, sent: serverNow() - ago, payload: '' };
      const halfway = serverNow() - ago / 2;
      socketOf(client).deliver('feed', { body, hops: [halfway, halfway] });
    },
    /** Messages that a client sent as `echo`, each with its time. */
    echoes: (client: number) => socketOf(client).all('echo'),
    /** As the server: gives an echo back. */
    answer: (client: number, body: unknown): void => socketOf(client).deliver('echo', { body, hops: [0, 0] }),
    /** Tells whether every client is done. */
    async isOver(): Promise<boolean> {
      clock.advance(1000);
      return (await reportNow(member)) !== null;
    },
    /** Waits for the last; totals of counts, the values of trends as `count x mean`. */
    async measured(): Promise<Record<string, number | string>> {
      clock.advance(60_000);
      const { metrics: all } = (await reportNow(member))!;
      return Object.fromEntries(
        Object.entries(all).map(([name, metric]) => {
          if (metric.kind === 'count') return [name, sum(metric.series)];
          if (metric.kind === 'gauge') return [name, metric.samples.length];
          const values = sum(metric.count);
          return [name, values === 0 ? 'none' : `${values} x ${sum(metric.sum) / values}`];
        }),
      );
    },
  };
}
