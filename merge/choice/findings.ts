/** The data of the one page of findings, from judged studies and kept runs. Pure. */
import type { BestStudy } from '../claims/best-size.ts';
import { lacksRuns } from '../claims/evidence.ts';
import { CLASSES, type ClaimClass, type JudgedClaim } from '../claims/types.ts';
import { choiceOf } from './choice.ts';
import { machinesOf, phrase } from './figure-text.ts';
import { DISTURBED, recoveryTables } from './recovery.ts';
import type { Findings, FindKept, OpenClaims } from './types.ts';

const CONTRADICTS: ClaimClass = 'the study contradicts itself';

const isOpenMain = ({ main, verdict, class: name }: JudgedClaim): boolean =>
  main === true && verdict === 'cannot be tested here' && name !== CONTRADICTS;

/** The main claims without a verdict, by class; those that lack runs are only counted. */
function unknownIn(studies: readonly BestStudy[]): OpenClaims[] {
  const open = studies.flatMap(({ id: study, claims }) =>
    claims
      .filter((claim) => isOpenMain(claim) && !lacksRuns(claim))
      .map(({ id, says, class: name }) => ({ study, id, says: phrase(says), class: name })),
  );
  return CLASSES.flatMap((name) => {
    const claims = open.filter((claim) => claim.class === name).map(({ study, id, says }) => ({ study, id, says }));
    return claims.length === 0 ? [] : { class: name, claims };
  });
}

/** @param missing studies without kept runs */
export function findingsOf(studies: readonly BestStudy[], missing: readonly string[], find: FindKept): Findings {
  const disturbed = find(DISTURBED, 'whole');
  return {
    choice: choiceOf(find),
    recovery: disturbed === null ? [] : recoveryTables(disturbed),
    unknown: unknownIn(studies),
    notRun: studies.flatMap(({ id: study, claims }) => {
      const count = claims.filter((claim) => isOpenMain(claim) && lacksRuns(claim)).length;
      return count === 0 ? [] : [{ study, claims: count }];
    }),
    studies: studies.map(({ id, title, counts }) => ({ id, title, counts })),
    missing: [...missing],
    machines: machinesOf(studies.flatMap(({ sizes }) => sizes)),
  };
}
