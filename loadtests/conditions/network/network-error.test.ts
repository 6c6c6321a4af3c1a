import { networkError } from './network-error.ts';

const asked = { name: 'dsl', roundTripMs: 40, jitterMs: 10, downKbit: 4000, upKbit: 800 };
const fast = { ...asked, name: 'lan', roundTripMs: 1, jitterMs: 0 };
const measured = { roundTripMs: 41, shortestMs: 30, longestMs: 55, downKbit: 3900, upKbit: 810 };
const FAST = { ...measured, roundTripMs: 1 };

test('a network that is what it was asked to be, within 10 %, has no error', () => {
  expect(networkError(asked, measured)).toBeNull();
  expect(networkError(asked, { ...measured, roundTripMs: 44 })).toBeNull();
});

test('a round trip of one millisecond may take two', () => {
  expect(networkError(fast, { ...measured, roundTripMs: 1.9 })).toBeNull();
  expect(networkError(fast, { ...measured, roundTripMs: 2.1 })).toMatch(/its round trip took 2\.1 ms/);
});

test('one that loses more or fewer packets than chance explains says so, of each direction', () => {
  const error = (asked: number, lossToServer: number, lossToClients: number) =>
    networkError({ ...fast, lossPercent: asked }, { ...FAST, lossToServer, lossToClients });
  expect(error(0.1, 0.15, 0.05)).toBeNull();
  expect(error(5, 5.4, 4.6)).toBeNull();
  expect(error(0.1, 0, 0.1)).toMatch(/0\.1 % of packets lost each way\); it lost 0 % of the packets to the server$/);
  expect(error(1, 2, 0.5)).toMatch(
    /; it lost 2 % of the packets to the server, it lost 0\.5 % of the packets to clients$/,
  );
});

test('one that is slower or faster says in what, with both numbers', () => {
  expect(networkError(asked, { ...measured, roundTripMs: 45 })).toBe(
    'the network was asked to be dsl (round trip 40 ms ± 10, 4,000 kbit/s down, 800 up); its round trip took 45 ms',
  );
  expect(networkError(asked, { ...measured, downKbit: 3000, upKbit: 1000 })).toMatch(
    /; it carried 3,000 kbit\/s from the server, it carried 1,000 kbit\/s to the server$/,
  );
});
