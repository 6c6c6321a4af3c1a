import { Outbox, type Source } from './outbox.ts';

const source = (subscription = 1): Source => ({ subscription, item: 1, waiting: 0, lost: 0, sent: null });
const outboxOf = (events: number, backlog: number): Outbox => new Outbox({ events, backlog, recovery: 1_000 });

/** The notes and the values of the updates that are sent. */
function all(outbox: Outbox): string[] {
  const texts: string[] = [];
  for (let text = outbox.next(); text !== null; text = outbox.next()) texts.push(text.trim().split(',').at(-1)!);
  return texts;
}

test('what was put in comes out in order', () => {
  const outbox = outboxOf(10, 10_000);
  const from = source();
  outbox.update(from, ['a'], false);
  outbox.note('b');
  outbox.update(from, ['c'], false);
  expect(from.waiting).toBe(2);
  expect(all(outbox)).toEqual(['a', 'b', 'c']);
  expect(from).toMatchObject({ waiting: 0, lost: 0, sent: ['c'] });
  expect([outbox.isEmpty, outbox.noteSize]).toEqual([true, 0]);
});

test('the oldest update of a source makes room; a loss is counted unless it was filtered', () => {
  const outbox = outboxOf(2, 10_000);
  const [full, filtered, other] = [source(1), source(2), source(3)];
  outbox.update(other, ['x'], false);
  for (const value of ['a', 'b', 'c', 'd']) outbox.update(full, [value], false);
  for (const value of ['e', 'f', 'g']) outbox.update(filtered, [value], true);
  expect([full.lost, filtered.lost, other.lost]).toEqual([2, 0, 0]);
  expect(all(outbox)).toEqual(['x', 'c', 'd', 'f', 'g']);
});

test('all sources together hold no more than the size, and at least the newest', () => {
  const outbox = outboxOf(1_000, 1_000);
  const sources = [source(1), source(2)] as const;
  for (let at = 0; at < 50; at++) outbox.update(sources[at % 2]!, ['x'.repeat(200)], false);
  expect(sources[0].waiting + sources[1].waiting).toBe(3);
  expect(sources[0].lost + sources[1].lost).toBe(47);
  outbox.update(sources[0], ['y'.repeat(5_000)], false);
  expect(all(outbox)).toEqual(['y'.repeat(5_000)]);
});

test('newer values replace those of an update while it waits', () => {
  const outbox = outboxOf(10, 10_000);
  const from = source();
  const first = outbox.update(from, ['a'], true);
  outbox.update(from, ['b'], true);
  outbox.replace(first, ['c']);
  expect(outbox.next()).toBe('U,1,1,c\r\n');
  expect(first.dropped).toBe(true);
  expect(all(outbox)).toEqual(['b']);
});

test('what waits of one source can be forgotten', () => {
  const outbox = outboxOf(10, 10_000);
  const [gone, stays] = [source(1), source(2)];
  for (const value of ['a', 'b']) {
    outbox.update(gone, [value], false);
    outbox.update(stays, [value], false);
  }
  outbox.forget(gone);
  expect(all(outbox)).toEqual(['a', 'b']);
  expect(gone.waiting).toBe(0);
});

test('what was dropped before it was sent takes no room', () => {
  const outbox = outboxOf(3, 1_000_000);
  const from = source();
  for (let at = 0; at < 100_000; at++) outbox.update(from, [String(at)], false);
  expect(from.lost).toBe(99_997);
  expect(all(outbox)).toEqual(['99997', '99998', '99999']);
});
