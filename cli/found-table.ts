/** What plans found, a line for each framework and transport. */
import type { Found } from '../loadtests/runner/session.ts';
import { table } from './output.ts';

export function foundTable(found: Found[]): string {
  return table(
    ['framework', 'transport', 'found'],
    found.map(({ frameworkLabel, transport, result }) => [frameworkLabel, transport, result.sentence]),
  );
}
