/** A framework by the name that users ask for: `<framework>`, or `<framework>@<version>`. */
import type { RunIdentity } from '../../protocol/run-record.ts';

export const frameworkName = ({ framework, version }: Pick<RunIdentity, 'framework' | 'version'>): string =>
  version === undefined ? framework : `${framework}@${version}`;
