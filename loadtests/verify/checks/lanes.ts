/** All checks, in lanes: each lane has a server of its own over each transport, so that what waits does not hold up the rest. */
import type { Check } from '../check.ts';
import { connectionChecks } from './connection.ts';
import { contentChecks } from './content.ts';
import { controlChecks, withoutTokenChecks } from './control.ts';
import { echoChecks } from './echo.ts';
import { endingChecks } from './ending.ts';
import { feedChecks } from './feed.ts';
import { greetChecks } from './greet.ts';
import { hostileChecks } from './hostile.ts';
import { joinChecks } from './join.ts';
import { publishChecks } from './publish.ts';
import { refusalChecks } from './refusals.ts';
import { requestChecks } from './request.ts';
import { serverChecks } from './server.ts';
import { sinkChecks } from './sink.ts';
import { vanishingChecks } from './vanishing.ts';

export const LANES: Check[][] = [
  [
    ...[...serverChecks, ...controlChecks, ...connectionChecks],
    ...[...echoChecks, ...publishChecks, ...sinkChecks, ...requestChecks, ...joinChecks, ...greetChecks, ...feedChecks],
    ...[...contentChecks, ...refusalChecks],
  ],
  [...vanishingChecks, ...hostileChecks, ...endingChecks, ...withoutTokenChecks],
];

/** Every check, in the order in which results are shown. */
export const CHECKS: Check[] = LANES.flat();
