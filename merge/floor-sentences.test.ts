import type { Floor } from '../protocol/floor.ts';
import { floorText } from './floor-sentences.ts';

const spread = { p50: 0.2, p99: 1, max: 2 };
const FLOOR: Floor = {
  at: '2026-11-22T00:00:00.000Z',
  outcry: 'abc',
  node: 'v20.0.0',
  roundTrip: spread,
  throughProxy: spread,
  worker: { clockStep: 0.0001, lateness: spread },
  page: null,
  monitorCpuPercent: 0.5,
};

test('the sentence on a floor says what disturbed the machine while it was measured', () => {
  expect(floorText({ ...FLOOR, disturbances: ['other programs used 80% of a core'] })).toMatch(
    /a core\. It was disturbed while it was measured, and may be less: other programs used 80% of a core\.$/,
  );
});

test('of one that nothing disturbed, or nobody looked at, it says nothing of the kind', () => {
  for (const floor of [FLOOR, { ...FLOOR, disturbances: [] }]) expect(floorText(floor)).not.toContain('disturbed');
});
