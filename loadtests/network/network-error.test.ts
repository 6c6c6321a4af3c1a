import { networkError } from './network-error.ts';

const asked = { name: 'dsl', roundTripMs: 40, jitterMs: 10, downKbit: 4000, upKbit: 800 };
const fast = { ...asked, name: 'lan', roundTripMs: 1, jitterMs: 0 };
const measured = { roundTripMs: 41, shortestMs: 30, longestMs: 55, downKbit: 3900, upKbit: 810 };

test('a network that is what it was asked to be, within 10 %, has no error', () => {
  expect(networkError(asked, measured)).toBeNull();
  expect(networkError(asked, { ...measured, roundTripMs: 44 })).toBeNull();
});

test('a round trip of one millisecond may take two', () => {
  expect(networkError(fast, { ...measured, roundTripMs: 1.9 })).toBeNull();
  expect(networkError(fast, { ...measured, roundTripMs: 2.1 })).toMatch(/its round trip took 2\.1 ms/);
});

test('one that is slower or faster says in what, with both numbers', () => {
  expect(networkError(asked, { ...measured, roundTripMs: 45 })).toBe(
    'the network was asked to be dsl (round trip 40 ms ± 10, 4,000 kbit/s down, 800 up); its round trip took 45 ms',
  );
  expect(networkError(asked, { ...measured, downKbit: 3000, upKbit: 1000 })).toMatch(
    /; it carried 3,000 kbit\/s from the server, it carried 1,000 kbit\/s to the server$/,
  );
});
