import { LIMITS } from './limits.ts';
import { type Binding, needOf } from './pulse.ts';

const binding = (changes: Partial<Binding> = {}): Binding => ({
  polling: null,
  keepalive: LIMITS.keepalive,
  inactivity: 0,
  sync: true,
  ...changes,
});
const times = { bound: 0, synced: 0, written: 0, requested: 0 };

describe('a stream on which nothing happens', () => {
  test('says how much time has passed after five seconds, as a real broker does', () => {
    expect(needOf(binding(), times, 4_999, LIMITS)).toBeNull();
    expect(needOf(binding(), times, 5_000, LIMITS)).toBe('sync');
  });

  test('only says that it lives where that is not wanted', () => {
    expect(needOf(binding({ sync: false }), times, 4_999, LIMITS)).toBeNull();
    expect(needOf(binding({ sync: false }), times, 5_000, LIMITS)).toBe('probe');
  });

  test('is stuck when its client has been silent for longer than it promised, with some grace', () => {
    const promised = binding({ inactivity: 2_000, keepalive: 30_000, sync: false });
    expect(needOf(promised, times, 2_000 + LIMITS.inactivityGrace, LIMITS)).toBeNull();
    expect(needOf(promised, times, 2_001 + LIMITS.inactivityGrace, LIMITS)).toBe('stuck');
  });
});
