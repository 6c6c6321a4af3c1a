import type { MemberReport } from '../../member/contract.ts';
import { bodyOf, type Note, noteIn, ReportParts, reportNotes, sharesOf } from './page-messages.ts';

const report = (hdr: string): MemberReport => ({ clientIds: [1], metrics: { a: { kind: 'trend', hdr } } }) as never;

test('a note is found in its body, and nothing in what others publish', () => {
  const note: Note = { note: 'call', call: 'c' };
  expect(noteIn(JSON.parse(JSON.stringify(bodyOf(note))))).toEqual(note);
  for (const body of [null, undefined, 'text', 7, [], {}, { outcryPages: null }, { outcryPages: {} }, { client: 1 }]) {
    expect(noteIn(body)).toBeNull();
  }
});

test('a large report goes in parts that come together in any order', () => {
  const large = report('"'.repeat(1_000_000));
  const notes = reportNotes('c', 'p', large);
  expect(notes.length).toBeGreaterThan(1);
  for (const note of notes) expect(JSON.stringify(bodyOf(note)).length).toBeLessThan(1_114_112);
  const parts = new ReportParts();
  const came = notes.reverse().map((note) => parts.take(note as never));
  expect(came.at(-1)).toEqual(large);
  expect(came.slice(0, -1).every((one) => one === null)).toBe(true);
});

test('parts of two pages do not mix, and one that cannot be is skipped', () => {
  const parts = new ReportParts();
  const [first] = reportNotes('c', 'p', report('1'));
  const [second] = reportNotes('c', 'q', report('2'));
  for (const part of [-1, 0.5, 7, '0']) expect(parts.take({ ...first, part } as never)).toBeNull();
  expect(parts.take(first as never)).toEqual(report('1'));
  expect(parts.take(second as never)).toEqual(report('2'));
});

test('clients are numbered page by page', () => {
  const pages = [
    { page: 'a', clients: 2 },
    { page: 'b', clients: 1 },
  ];
  expect(sharesOf(pages)).toEqual({ a: [1, 2], b: [3] });
});
