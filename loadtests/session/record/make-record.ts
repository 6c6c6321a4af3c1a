/** Makes the run record from what a run left. Pure. */
import { RUN_SCHEMA, type RunIdentity, type RunRecord, type RunVersions } from '../../../protocol/run-record.ts';
import { clientVersionIn } from '../../../setup/apps/manifest/manifest.ts';
import type { PreparedCondition, PreparedConditions } from '../../conditions/condition.ts';
import type { RunContext } from '../measure/run-context.ts';
import { judgeRun } from '../validity/validity.ts';
import { runHosts } from './run-hosts.ts';
import { runId } from './run-id.ts';
import { runMetrics } from './run-metrics.ts';

/** Width of a bucket, seconds. */
export const BUCKET_SECONDS = 1;

function identityOf({ session, app, transport, arm, step, members, found }: RunContext): RunIdentity {
  return {
    scenario: step.scenario,
    params: step.params,
    framework: app.id,
    frameworkLabel: arm === undefined ? app.label : `${app.label} (${arm})`,
    ...(app.version === undefined ? {} : { version: app.version }),
    transport,
    swarm: session.swarm,
    browser: session.browser,
    members: Math.min(members, step.clients),
    clients: step.clients,
    repetition: step.repetition,
    ...(arm === undefined ? {} : { arm }),
    ...byCondition('conditions', session.conditions, ({ identity }, name) => found.get(name)?.identity ?? identity),
  };
}

/** A field with what `read` gives of each condition that is in force; none where that is nothing. */
function byCondition<Field extends string, T>(
  field: Field,
  conditions: PreparedConditions,
  read: (condition: PreparedCondition, name: string) => T | undefined,
): { [F in Field]?: Record<string, T> } {
  const entries = [...conditions].flatMap(([name, condition]) => {
    const value = read(condition, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return (entries.length === 0 ? {} : { [field]: Object.fromEntries(entries) }) as { [F in Field]?: Record<string, T> };
}

function versionsOf({ session, app, serverVersions }: RunContext): RunVersions {
  return {
    framework: serverVersions.framework,
    client: clientVersionIn(app, session.swarm),
    runtime: serverVersions.runtime,
    browser: session.swarmVersions.browser,
    driver: session.swarmVersions.driver,
    node: process.version,
    outcry: session.outcry,
  };
}

export function makeRecord(context: RunContext): RunRecord {
  const { session, step, scenario } = context;
  const { metrics, notMeasured } = runMetrics(context);
  const plannedSeconds = scenario.plannedSeconds(step.params, step.clients);
  return {
    schema: RUN_SCHEMA,
    id: runId(session.id, context, step, session.asked),
    kind: 'measured',
    session: {
      id: session.id,
      profile: session.profile,
      note: session.note,
      search: session.search,
      ...(session.until === null ? {} : { until: session.until }),
      ...(session.look === 1 ? {} : { look: session.look }),
    },
    identity: identityOf(context),
    when: { startedAt: context.startedAt.toISOString(), finishedAt: context.finishedAt.toISOString() },
    machine: session.machine,
    versions: versionsOf(context),
    plan: { seconds: scenario.mostSeconds ? null : plannedSeconds, bucketSeconds: BUCKET_SECONDS },
    metrics,
    ...(context.app.reference === undefined ? {} : { reference: context.app.reference }),
    ...(context.notice === null ? {} : { notice: context.notice }),
    validity: judgeRun(context, metrics, { plannedSeconds, bucketSeconds: BUCKET_SECONDS }),
    notMeasured,
    ...(context.slices === null ? {} : { slices: context.slices }),
    ...(context.hosts.length === 0 ? {} : { hosts: runHosts(context) }),
    ...byCondition(
      'conditionsMeasured',
      session.conditions,
      (one, name) => context.found.get(name)?.measured ?? one.measured?.() ?? undefined,
    ),
    ...(session.preflight === null ? {} : { preflight: session.preflight }),
    ...(session.harnessOverhead === null ? {} : { harnessOverhead: session.harnessOverhead }),
  };
}
