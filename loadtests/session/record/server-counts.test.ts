import { faultlessCounts } from '../testing/faultless-run.ts';
import { seriesOf, withoutStart } from './server-counts.ts';

const counts = faultlessCounts();
counts.verbs.echo = { received: [1, 0, 5], sent: [1, 0, 5] };

test('the publish that began a test, and its copies to all clients, are not among what was counted', () => {
  const { publish, echo } = withoutStart(counts, 2).verbs;
  expect(publish).toEqual({ received: [1, 2], sent: [2, 4] });
  expect(echo).toEqual(counts.verbs.echo);
});

test('several verbs are one series, as long as the longest', () => {
  expect(seriesOf(counts, ['publish', 'echo'], 'received')).toEqual([3, 2, 5]);
  expect(seriesOf(counts, ['publish', 'echo'], 'sent')).toEqual([5, 4, 5]);
  expect(seriesOf(counts, [], 'sent')).toEqual([]);
});
