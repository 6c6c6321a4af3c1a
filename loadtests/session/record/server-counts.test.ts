import { faultlessCounts } from '../testing/faultless-run.ts';
import { seriesOf, withEarlier, withoutStart } from './server-counts.ts';

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

test('counts of a server that was started again are those of both processes, each at its time', () => {
  const after = faultlessCounts();
  const later = withEarlier({ ...after, startedAt: after.startedAt! + 3500, refused: 2 }, [{ ...after, refused: 1 }]);
  expect(later).toMatchObject({ startedAt: after.startedAt, refused: 3 });
  expect(later.verbs.publish).toEqual({ received: [2, 2, 0, 2, 2], sent: [4, 4, 0, 4, 4] });
  expect(withEarlier(after, [])).toEqual(after);
});
