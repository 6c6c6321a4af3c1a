/** The results of searches, one line per framework and transport. */
import type { Found } from '../../loadtests/run/session/session.ts';
import { table } from './print.ts';

export function foundTable(found: Found[]): string {
  return table(
    ['framework', 'transport', 'found'],
    found.map(({ frameworkLabel, transport, result }) => [frameworkLabel, transport, result.sentence]),
  );
}
