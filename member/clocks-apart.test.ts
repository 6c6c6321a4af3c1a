/** A member whose clock is not the server's, as one on another host has: what it measures, and what it says of how well it knows. */
import { relationOver } from './clock-relation.ts';
import type { MemberReport } from './contract.ts';
import type { Test } from './scenario-client.ts';
import { prepared, reportNow } from './testing/fake-member.ts';
import { FakeAdapter, FakeClock } from './testing/fakes.ts';

const TREND = { kind: 'trend' } as const;
const METRICS = { fromSent: TREND, toServer: TREND, inServer: TREND, toClient: TREND };
/** A message in truth, ms: to the server, in it, and back. */
const [TO, IN, BACK] = [3, 1, 2];
const MESSAGES = 60;
const APART_MS = 1_000;
const LONG = { metrics: METRICS, giveUpMs: (MESSAGES + 1) * APART_MS };

/**
 * A minute of messages, one a second, and the clocks related before it and after it.
 * @param serverTime the server's clock when the member's shows `now`
 */
async function minute(serverTime: (now: number) => number): Promise<{ report: MemberReport; errorMs: number }> {
  const clock = new FakeClock();
  const adapter = new FakeAdapter(clock);
  adapter.answer = () => {
    clock.hang(0.3);
    const at = serverTime(clock.now());
    clock.hang(0.2);
    return { ok: true, body: null, hops: [at, at] } as never;
  };
  let shared: Test | undefined;
  const keep = (test: Test) => {
    shared = test;
    return {};
  };
  const { member, start } = await prepared((_, test) => keep(test), { clock, adapter, clientIds: [1] }, LONG);
  start();
  const fromSent = shared!.trend('fromSent');
  for (let message = 0; message < MESSAGES; message++) {
    const sent = clock.now();
    clock.hang(TO);
    const received = serverTime(clock.now());
    clock.hang(IN);
    const handedOn = serverTime(clock.now());
    clock.hang(BACK);
    fromSent.record(sent, clock.now() - sent);
    shared!.hops(sent, [received, handedOn], clock.now());
    clock.hang(APART_MS - TO - IN - BACK);
  }
  clock.advance(2 * APART_MS);
  const report = (await reportNow(member))!;
  const relation = relationOver(report.clock, await member.relateAgain());
  return { report: { ...report, clock: relation }, errorMs: relation!.errorMs };
}

function mean({ metrics }: MemberReport, name: string): number {
  const metric = metrics[name]!;
  if (metric.kind !== 'trend') throw new Error(`${name} is no trend`);
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
  return sum(metric.sum) / sum(metric.count);
}

test('a clock that is 250 ms off changes no latency of own messages, and parts by no more than the error says', async () => {
  const [right, off] = [await minute((now) => now), await minute((now) => now + 250)];
  expect(off.report.metrics.fromSent).toEqual(right.report.metrics.fromSent);
  expect(mean(off.report, 'inServer')).toBeCloseTo(IN, 6);
  expect(off.errorMs).toBeLessThan(1);
  expect(Math.abs(mean(off.report, 'toServer') - TO)).toBeLessThanOrEqual(off.errorMs);
  expect(Math.abs(mean(off.report, 'toClient') - BACK)).toBeLessThanOrEqual(off.errorMs);
});

test('a clock that drifts is known to, and what that makes of parts is in the error', async () => {
  const FAST = 1 + 50e-6; // 50 in a million, as of a cheap oscillator: 3.1 ms in the 62 s from the one relation to the other
  const { report, errorMs } = await minute((now) => now * FAST + 250);
  expect(mean(report, 'fromSent')).toBeCloseTo(TO + IN + BACK, 6);
  expect(report.clock!.driftMs).toBeCloseTo(3.1, 1);
  expect(errorMs).toBeGreaterThanOrEqual(report.clock!.driftMs!);
  const parts = [
    [mean(report, 'toServer'), TO],
    [mean(report, 'toClient'), BACK],
  ] as const;
  for (const [part, truth] of parts) expect(Math.abs(part - truth)).toBeLessThanOrEqual(errorMs);
});

test('a clock that was not related again is not known', () => {
  const before = { offsetMs: 1, errorMs: 1 };
  expect(relationOver(before, null)).toBeNull();
  expect(relationOver(null, before)).toBeNull();
  expect(relationOver(before, { offsetMs: 0.5, errorMs: 2 })).toEqual({ offsetMs: 1, errorMs: 2.5, driftMs: -0.5 });
});
