/** What is asked of the members of a run, and of their machines, when everything else is over. */
import type { Swarm } from '../../client-launcher/swarm.ts';
import type { RunContext } from './run-context.ts';

/** Not before everything has been counted: to relate their clocks once more members ask the server. */
export async function noteClocksAndHosts(context: RunContext, swarm: Swarm): Promise<void> {
  const { outcome } = context;
  const reports = (await swarm.relateAgain?.(outcome.reports)) ?? outcome.reports;
  context.outcome = { ...outcome, reports };
  context.hosts = (await swarm.hosts?.end(reports)) ?? [];
}
