/** All checks, in lanes: over each transport a lane has a server of its own, so that a check that waits delays only its lane. */
import type { Check } from '../check.ts';
import { auctionChecks } from './auction.ts';
import { connectionChecks, leftClientChecks } from './connecting.ts';
import { contentChecks } from './content.ts';
import { controlChecks, countingChecks, withoutTokenChecks } from './control.ts';
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

/** A group whose first check is the prerequisite of all others in it. */
function led(checks: Check[]): Check[] {
  const [first, ...rest] = checks;
  return [first!, ...rest.map((check) => ({ ...check, after: first!.name }))];
}

export const LANES: Check[][] = [
  [
    ...[...serverChecks, ...led(controlChecks), ...connectionChecks, ...countingChecks],
    ...[
      led(echoChecks),
      led([...publishChecks, ...leftClientChecks]),
      sinkChecks,
      led(requestChecks),
      led(joinChecks),
    ].flat(),
    ...[...greetChecks, ...led(feedChecks), ...contentChecks, ...refusalChecks],
  ],
  auctionChecks,
  [...vanishingChecks, ...hostileChecks, ...endingChecks, ...withoutTokenChecks],
];

/** Every check, in the order in which results are shown. */
export const CHECKS: Check[] = LANES.flat();
