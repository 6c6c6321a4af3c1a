/** Nothing is measured before it is verified: a framework that loses messages must not win a race. */

import { contentHash } from '../../../setup/apps/build/sources.ts';
import { transportsOf } from '../../../setup/apps/manifest/manifest.ts';
import { nameOf } from '../../../setup/apps/versions/app-versions.ts';
import { isVerified, recordVerified } from '../../verify/cache.ts';
import { verifyTable } from '../../verify/verify-table.ts';
import type { Combination } from '../plan/session-plan.ts';

/**
 * The combinations that keep the rules of `./outcry verify`; what has not been verified since the app last changed is
 * verified now. A transport that only browsers can use is taken: the load page test covers it.
 * @param say receives what is skipped, with the broken rule
 * @param step receives what is being verified; default: as `say`
 */
export async function verifiedOnly(
  combinations: Combination[],
  say: (line: string) => void,
  step: (line: string) => void = say,
): Promise<Combination[]> {
  const verified: Combination[] = [];
  for (const app of new Set(combinations.map((combination) => combination.app))) {
    const hash = contentHash(app);
    const mine = combinations.filter((combination) => combination.app === app);
    const checkable = mine
      .map((combination) => combination.transport)
      .filter((transport) => transportsOf(app, 'console').includes(transport));
    const open = checkable.filter((transport) => !isVerified(app, hash, transport));
    if (open.length > 0) {
      step(`${nameOf(app)}: verifying ${open.join(', ')} (once, until the app changes)`);
      // Loaded where something is to be checked, which is seldom: it is a tenth of all modules of a session.
      const { verifyApp } = await import('../../verify/verify.ts');
      const result = await verifyApp(app, { transports: open });
      for (const transport of result.verified) recordVerified(app, hash, transport);
      if (!result.ok) {
        say(verifyTable(result));
        say(`${nameOf(app)}: not measured over what failed above`);
      }
    }
    verified.push(
      ...mine.filter(({ transport }) => !checkable.includes(transport) || isVerified(app, hash, transport)),
    );
  }
  return verified;
}
