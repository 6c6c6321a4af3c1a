import { Ajv } from 'ajv';
import { harnessOverheadSchema } from './harness-overhead.ts';
import { sampleOverhead } from './testing/sample-overhead.ts';

const OVERHEAD = sampleOverhead();
const validate = new Ajv({ validateFormats: false }).compile(harnessOverheadSchema);

test('may say what disturbed its measurement, which earlier versions do not', () => {
  for (const floor of [OVERHEAD, { ...OVERHEAD, disturbances: [] }, { ...OVERHEAD, disturbances: ['made up'] }])
    expect(validate(floor)).toBe(true);
  expect(validate({ ...OVERHEAD, disturbances: [''] })).toBe(false);
});
