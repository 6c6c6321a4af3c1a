import { typical } from './typical.ts';

/** A message up, and its poll that follows. */
const UP = 1_475;
const POLL = 176;
const sent = (...toServer: number[]) => toServer.map((bytes) => ({ toServer: bytes, toClients: 321 }));

test('polls that are held: one that comes late counts for the next message, and changes nothing', () => {
  const late = sent(UP, UP + 2 * POLL, UP, UP + POLL, UP + POLL, UP + 2 * POLL, UP + POLL);
  expect(typical(late, 'long-polling')).toEqual({ toServer: UP + POLL, toClients: 321 });
});

test('polls by the clock: most messages have an empty one in them, and it does not count', () => {
  const busy = sent(UP + POLL, UP, UP + 2 * POLL, UP + POLL, UP, UP + POLL, UP + POLL);
  expect(typical(busy, 'polling').toServer).toBe(UP);
});

test('without polls: a heartbeat in one message does not count, nor one without its end', () => {
  const beaten = sent(UP, UP, UP + 2, UP, UP - 100, UP, UP);
  expect(typical(beaten, 'websocket').toServer).toBe(UP);
});
