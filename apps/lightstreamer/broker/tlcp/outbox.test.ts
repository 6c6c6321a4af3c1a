import { type Entry, Outbox, type Source, type Update } from './outbox.ts';

const source = (subscription = 1): Source & { waiting: number; lost: number } => ({
  subscription,
  item: 1,
  waiting: 0,
  lost: 0,
});

function all(outbox: Outbox): (string | null)[] {
  const texts: (string | null)[] = [];
  for (let entry = outbox.take(); entry !== null; entry = outbox.take()) texts.push(textOf(entry));
  return texts;
}

const textOf = (entry: Entry): string | null => ('text' in entry ? entry.text : entry.values[0]!);

describe('an outbox', () => {
  test('gives back what was put in, in order', () => {
    const outbox = new Outbox(10, 10_000);
    const from = source();
    outbox.update(from, ['a'], null, false);
    outbox.note('b', true);
    outbox.update(from, ['c'], null, false);
    expect(from.waiting).toBe(2);
    expect(all(outbox)).toEqual(['a', 'b', 'c']);
    expect(from).toMatchObject({ waiting: 0, lost: 0 });
    expect(outbox.isEmpty).toBe(true);
    expect(outbox.noteSize).toBe(0);
  });

  test('drops the oldest of a source that has too many, and counts them', () => {
    const outbox = new Outbox(2, 10_000);
    const full = source(1);
    const other = source(2);
    outbox.update(other, ['x'], null, false);
    for (const value of ['a', 'b', 'c', 'd']) outbox.update(full, [value], null, false);
    expect(full.lost).toBe(2);
    expect(other.lost).toBe(0);
    expect(all(outbox)).toEqual(['x', 'c', 'd']);
  });

  test('counts no loss of what was filtered', () => {
    const outbox = new Outbox(1, 10_000);
    const from = source();
    outbox.update(from, ['a'], null, true);
    outbox.update(from, ['b'], null, true);
    expect(from.lost).toBe(0);
    expect(all(outbox)).toEqual(['b']);
  });

  test('holds no more than its size, whatever the sources, and at least the newest', () => {
    const outbox = new Outbox(1_000, 1_000);
    const sources = [source(1), source(2)];
    for (let at = 0; at < 50; at++) outbox.update(sources[at % 2]!, ['x'.repeat(200)], null, false);
    expect(sources[0]!.waiting + sources[1]!.waiting).toBe(3);
    expect(sources[0]!.lost + sources[1]!.lost).toBe(47);
    outbox.update(sources[0]!, ['y'.repeat(5_000)], null, false);
    expect(all(outbox)).toEqual(['y'.repeat(5_000)]);
  });

  test('puts newer values where an update waits, and not where it has gone', () => {
    const outbox = new Outbox(10, 10_000);
    const from = source();
    const first: Update = outbox.update(from, ['a'], null, true);
    outbox.update(from, ['b'], null, true);
    outbox.replace(first, ['c']);
    expect(textOf(outbox.take()!)).toBe('c');
    expect(first.dropped).toBe(true);
    expect(all(outbox)).toEqual(['b']);
  });

  test('forgets what waits of one source', () => {
    const outbox = new Outbox(10, 10_000);
    const gone = source(1);
    const stays = source(2);
    for (const value of ['a', 'b']) {
      outbox.update(gone, [value], null, false);
      outbox.update(stays, [value], null, false);
    }
    outbox.forget(gone);
    expect(all(outbox)).toEqual(['a', 'b']);
    expect(gone).toMatchObject({ waiting: 0, lost: 0 });
  });

  test('gives back the room of what was dropped and never taken', () => {
    const outbox = new Outbox(3, 1_000_000);
    const from = source();
    for (let at = 0; at < 100_000; at++) outbox.update(from, [String(at)], null, false);
    expect(from.lost).toBe(99_997);
    expect(all(outbox)).toEqual(['99997', '99998', '99999']);
  });
});
