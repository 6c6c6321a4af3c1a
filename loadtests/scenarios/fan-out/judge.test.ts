import { feedTotals } from '../feed/feed-metrics.ts';
import { count, evidenceOf } from '../testing/evidence.ts';
import judge from './judge.ts';
import scenario, { type FanOutParams } from './scenario.ts';

const PARAMS: FanOutParams = {
  ...{ messages: 4, payload: 0, interval: 50, before: 0.1, after: 0, ping: 50 },
  ...{ pinger: 'client', wait: 'yes' },
};

/** Two clients; six pings, of which this many came back. */
function evidence(answered: number) {
  const totals = { ...feedTotals(4, 2), pingsAnswered: answered };
  const metrics = Object.entries(totals).map(([name, total]) => [
    name,
    count(scenario.metrics[name] ?? scenario.metrics.missing!, [total], scenario.expected(PARAMS, 2)[name] ?? null),
  ]);
  return evidenceOf(PARAMS, Object.fromEntries(metrics));
}

test('a run in which every ping came back is sound', () => {
  expect(judge(evidence(6))).toEqual([]);
});

test('a ping that did not come back is a lost message', () => {
  expect(judge(evidence(5))).toMatchObject([{ code: 'messages-lost', message: '5 of 6 pings came back' }]);
});
