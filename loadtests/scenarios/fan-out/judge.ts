import { inWords as n, totalOf } from '../evidence.ts';
import { judgeFeed } from '../feed/judge.ts';
import type { Judge } from '../scenario.ts';
import { type FanOutParams, pingsOf } from './params.ts';

/** Every body reached every client, and every ping came back. */
const judge: Judge<FanOutParams> = (evidence) => {
  const { all } = pingsOf(evidence.params);
  const answered = totalOf(evidence.metrics.pingsAnswered);
  return judgeFeed(evidence, answered < all ? [`${n(answered)} of ${n(all)} pings came back`] : []);
};

export default judge;
