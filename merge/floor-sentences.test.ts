import { sampleFloor } from '../protocol/testing/sample-floor.ts';
import { floorText } from './floor-sentences.ts';

const FLOOR = sampleFloor({ throughProxy: { p50: 0.2, p99: 1, max: 2 }, monitorCpuPercent: 0.5 });

test('the sentence on a floor says what disturbed the machine while it was measured', () => {
  expect(floorText({ ...FLOOR, disturbances: ['other programs used 80% of a core'] })).toMatch(
    /a core\. It was disturbed while it was measured, and may be less: other programs used 80% of a core\.$/,
  );
});

test('of one that nothing disturbed, or nobody looked at, it says nothing of the kind', () => {
  for (const floor of [FLOOR, { ...FLOOR, disturbances: [] }]) expect(floorText(floor)).not.toContain('disturbed');
});
