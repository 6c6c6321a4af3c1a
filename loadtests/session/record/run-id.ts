/** The id of a run, from its session and its whole identity. Pure. */
import { createHash } from 'node:crypto';
import type { Transport } from '../../../metrics/transports.ts';
import type { Arm, Params } from '../../../protocol/run-record.ts';
import type { App } from '../../../setup/apps/manifest/manifest.ts';
import { fileNameOf } from '../../../setup/apps/versions/app-versions.ts';
import type { Step } from '../../scenarios/scenario.ts';

/** What a session was asked for: what its plain runs have in common. */
export type Asked = Omit<Step, 'repetition'>;

/** The same text for the same values, whatever order they were written in. */
function canonical({ scenario, params, clients }: Asked): string {
  const sorted: Params = Object.fromEntries(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)));
  return JSON.stringify([scenario, sorted, clients]);
}

/**
 * `<session>-<framework>-<transport>-<repetition>` (another version of a framework is `<framework>_<version>`, an arm of one that is
 * measured as two `<framework>_a`) for runs of what the session was asked for; steps of a search or with other clients have
 * `c<clients>.<hash of scenario, parameters and clients>` before the repetition, so that two never have the same id. Matches
 * RUN_ID_PATTERN.
 */
export function runId(
  session: string,
  { app, transport, arm }: { app: Pick<App, 'id' | 'version'>; transport: Transport; arm?: Arm },
  step: Step,
  asked: Asked,
): string {
  const text = canonical(step);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 10);
  const which = text === canonical(asked) ? '' : `-c${step.clients}.${hash}`;
  const framework = arm === undefined ? fileNameOf(app) : `${fileNameOf(app)}_${arm}`;
  return `${session}-${framework}-${transport}${which}-${String(step.repetition).padStart(2, '0')}`;
}
