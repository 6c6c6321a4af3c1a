import type { Session } from './data-source.ts';
import { detailsOf, titleOf } from './session-title.ts';

const session: Session = {
  id: 's1',
  profile: 'quick',
  note: null,
  search: null,
  kinds: ['measured'],
  startedAt: '2026-11-22T10:39:07.316Z',
  runs: 30,
  invalid: 0,
  rounds: 10,
  scenarios: ['broadcast'],
  frameworks: ['one', 'other', 'third'],
  transports: ['websocket'],
  example: false,
};

test.each<[string, Partial<Session>]>([
  ['3 frameworks × 10 rounds', {}],
  ['Example: 3 frameworks × 10 rounds', { example: true }],
  ['one and other × 1 round', { frameworks: ['one', 'other'], rounds: 1 }],
  ['3 frameworks × 2 transports × 10 rounds', { transports: ['websocket', 'sse'] }],
  ['Imported: one × 10 rounds', { kinds: ['imported'], frameworks: ['one'] }],
  [
    'Search (ramp): one × 2 scenarios × 10 rounds',
    { search: { name: 'ramp', params: {} }, frameworks: ['one'], scenarios: ['a', 'b'] },
  ],
])('%s', (title, more) => {
  expect(titleOf({ ...session, ...more })).toBe(title);
});

test('says when, and how many runs', () => {
  expect(detailsOf(session)).toBe('broadcast, quick, 22 Nov 2026, 10:39 UTC, 30 runs');
  expect(detailsOf({ ...session, startedAt: null, profile: null, invalid: 2 })).toBe('broadcast, 30 runs, 2 invalid');
});
