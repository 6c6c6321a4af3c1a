import { sampleOverhead } from '../../protocol/testing/sample-overhead.ts';
import { overheadText } from './overhead-sentences.ts';

const OVERHEAD = sampleOverhead({ throughProxy: { p50: 0.2, p99: 1, max: 2 }, monitorCpuPercent: 0.5 });

test('the sentence names what disturbed the machine during the measurement', () => {
  expect(overheadText({ ...OVERHEAD, disturbances: ['other programs used 80% of a core'] })).toMatch(
    /a core\. Its measurement was disturbed, so it may be smaller: other programs used 80% of a core\.$/,
  );
});

test('names no disturbance when there was none, or none was looked for', () => {
  for (const floor of [OVERHEAD, { ...OVERHEAD, disturbances: [] }])
    expect(overheadText(floor)).not.toContain('disturbed');
});
