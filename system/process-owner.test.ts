import { addedTicks, longMark, markOf, OWN_MARK, ownerLives, shortMark } from './process-owner.ts';

test.each([
  ['monotonic           0         0\nboottime            0         0\n', 0],
  ['monotonic           5         0\nboottime       100000         0\n', 10_000_000],
  ['monotonic           0         0\nboottime           -2 500000000\n', -150],
  ['', 0],
])('of the offsets of a time namespace that of boot time counts: %j', (offsets, ticks) => {
  expect(addedTicks(offsets)).toBe(ticks);
});

test('a mark is of one process, and of nothing that has ended', () => {
  const [pid, ticks, namespace] = OWN_MARK.split('-');
  expect(markOf(process.pid)).toBe(OWN_MARK);
  expect(ownerLives(OWN_MARK)).toBe(true);
  expect(ownerLives(`${pid}-${Number(ticks) - 1}-${namespace}`)).toBe(false);
  expect(ownerLives(`4194305-${ticks}-${namespace}`)).toBe(false);
});

test('a mark has a short form for names of folders, and comes back from it', () => {
  for (const mark of [OWN_MARK, '1-2-3', '4194304-99999999999-4026531836'])
    expect(longMark(shortMark(mark))).toBe(mark);
  expect(shortMark('4194304-99999999999-4026531836').length).toBeLessThan(24);
});

test('a mark without a namespace, as it was once written, is of this one', () => {
  expect(ownerLives(OWN_MARK.split('-').slice(0, 2).join('-'))).toBe(true);
  expect(ownerLives('4194305-1')).toBe(false);
});
