import { Ajv } from 'ajv';
import { floorSchema } from './floor.ts';
import { sampleFloor } from './testing/sample-floor.ts';

const FLOOR = sampleFloor();
const validate = new Ajv({ validateFormats: false }).compile(floorSchema);

test('may say what disturbed its measurement, which earlier versions do not', () => {
  for (const floor of [FLOOR, { ...FLOOR, disturbances: [] }, { ...FLOOR, disturbances: ['made up'] }])
    expect(validate(floor)).toBe(true);
  expect(validate({ ...FLOOR, disturbances: [''] })).toBe(false);
});
