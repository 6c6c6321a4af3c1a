/** All checks, in lanes: over each transport a lane has a server of its own, so that a check that waits delays only its lane. */
import type { Check } from '../check.ts';
import { auctionChecks } from './auction.ts';
import { clockChecks, workChecks } from './clock.ts';
import { connectionChecks, leftClientChecks } from './connecting.ts';
import { controlChecks, countingChecks, withoutTokenChecks } from './control.ts';
import { endingChecks, vanishingChecks } from './ending.ts';
import { echoChecks, publishChecks, sinkChecks, surrogateChecks } from './events.ts';
import { feedChecks, greetChecks } from './feed.ts';
import { flowChecks } from './flow.ts';
import { hostileChecks, refusalChecks } from './hostile.ts';
import { lostChecks, returnChecks } from './reconnect.ts';
import { joinChecks, requestChecks } from './requests.ts';
import { backlogChecks, serverChecks } from './server.ts';
import { tamperedChecks } from './tampered.ts';

/** A group whose first check is the prerequisite of all others in it. */
function led(checks: Check[]): Check[] {
  const [first, ...rest] = checks;
  return [first!, ...rest.map((check) => ({ ...check, after: first!.name }))];
}

/** The checks of the verbs, and of the bodies that they carry. */
export const VERB_CHECKS: Check[] = [
  ...[...led(echoChecks), ...led(publishChecks), ...sinkChecks, ...requestChecks],
  ...[...led(joinChecks), ...greetChecks, ...led(feedChecks), ...surrogateChecks, ...refusalChecks],
];

export const LANES: Check[][] = [
  [
    ...[...serverChecks, ...led(controlChecks), ...connectionChecks, ...clockChecks, ...countingChecks],
    ...[...VERB_CHECKS, ...workChecks, ...leftClientChecks, ...returnChecks],
  ],
  auctionChecks,
  lostChecks,
  [
    ...[...vanishingChecks, ...hostileChecks, ...tamperedChecks, ...flowChecks, ...backlogChecks],
    ...[...endingChecks, ...withoutTokenChecks],
  ],
];

/** Every check, in the order in which results are shown. */
export const CHECKS: Check[] = LANES.flat();
