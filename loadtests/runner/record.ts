/** Makes the run record from what a run left. Pure. */
import { RUN_SCHEMA, type RunIdentity, type RunRecord, type RunVersions } from '../../protocol/run-record.ts';
import { clientVersionIn } from '../../setup/apps/manifest.ts';
import type { RunContext } from './run-context.ts';
import { runHosts } from './run-hosts.ts';
import { runId } from './run-id.ts';
import { runMetrics } from './run-metrics.ts';
import { judgeRun } from './validity.ts';

/** Width of a bucket, seconds. */
export const BUCKET_SECONDS = 1;

function identityOf({ session, app, transport, half, step, members, standIn }: RunContext): RunIdentity {
  return {
    scenario: step.scenario,
    params: step.params,
    framework: app.id,
    frameworkLabel: half === undefined ? app.label : `${app.label} (${half})`,
    ...(app.version === undefined ? {} : { version: app.version }),
    transport,
    swarm: session.swarm,
    browser: session.browser,
    members: Math.min(members, step.clients),
    clients: step.clients,
    repetition: step.repetition,
    standIn,
    ...(half === undefined ? {} : { half }),
    ...(session.network === null ? {} : { network: session.network.asked }),
    ...(session.placement === null ? {} : { placement: session.placement }),
    ...conditionsOf(session),
  };
}

function conditionsOf({ conditions }: RunContext['session']): Pick<RunIdentity, 'conditions'> {
  if (conditions.size === 0) return {};
  return { conditions: Object.fromEntries([...conditions].map(([name, { identity }]) => [name, identity])) };
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
    session: { id: session.id, profile: session.profile, note: session.note, search: session.search },
    identity: identityOf(context),
    when: { startedAt: context.startedAt.toISOString(), finishedAt: context.finishedAt.toISOString() },
    machine: session.machine,
    versions: versionsOf(context),
    plan: { seconds: scenario.mostSeconds ? null : plannedSeconds, bucketSeconds: BUCKET_SECONDS },
    metrics,
    ...(context.notice === null ? {} : { notice: context.notice }),
    validity: judgeRun(context, metrics, { plannedSeconds, bucketSeconds: BUCKET_SECONDS }),
    notMeasured,
    ...(context.serverEngine === null ? {} : { serverEngine: context.serverEngine }),
    ...(context.hosts.length === 0 ? {} : { hosts: runHosts(context) }),
    ...(session.network === null ? {} : { networkMeasured: session.network.measured }),
    ...(session.look === null ? {} : { machineLook: session.look }),
    ...(session.floor === null ? {} : { floor: session.floor }),
  };
}
