/** All checks, in lanes: each lane has a server of its own, so that those which wait do not hold up the rest. */
import type { Check } from '../check.ts';
import { connectionChecks } from './connection.ts';
import { contentChecks } from './content.ts';
import { deliveryChecks } from './delivery.ts';
import { endingChecks } from './ending.ts';
import { hostileChecks } from './hostile.ts';
import { loadTestChecks } from './load-test.ts';
import { refusalChecks } from './refusals.ts';
import { serverChecks } from './server.ts';
import { clientVanishes, masterVanishes } from './vanishing.ts';

export const LANES: Check[][] = [
  [...serverChecks, ...connectionChecks, ...deliveryChecks, ...contentChecks, ...loadTestChecks],
  refusalChecks,
  [...hostileChecks, ...endingChecks],
  [clientVanishes],
  [masterVanishes],
];

/** Every check, in the order in which results are shown. */
export const CHECKS: Check[] = LANES.flat();
