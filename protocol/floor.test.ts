import { Ajv } from 'ajv';
import { type Floor, floorSchema } from './floor.ts';

const spread = { p50: 0.2, p99: 1, max: 2 };
const FLOOR: Floor = {
  at: '2026-11-22T00:00:00.000Z',
  outcry: null,
  node: 'v20.0.0',
  roundTrip: spread,
  throughProxy: null,
  worker: { clockStep: 0.0001, lateness: spread },
  page: null,
  monitorCpuPercent: null,
};
const validate = new Ajv({ validateFormats: false }).compile(floorSchema);

test('a floor may say what disturbed it, and those of earlier versions say nothing of it', () => {
  for (const floor of [FLOOR, { ...FLOOR, disturbances: [] }, { ...FLOOR, disturbances: ['made up'] }])
    expect(validate(floor)).toBe(true);
  expect(validate({ ...FLOOR, disturbances: [''] })).toBe(false);
});
