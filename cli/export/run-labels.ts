/** Names by which formats tell runs and metrics apart. */
import type { ParamValue, RunRecord } from '../../protocol/run-record.ts';

/** `serverCpu` as `server_cpu`, `substitute-server` as `substitute_server`. */
export const snake = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();

/** What tells a run from all others, by names of letters, digits and `_`; without what is not known. */
export function runLabels({ id, session, identity, versions }: RunRecord): Record<string, ParamValue> {
  const { framework, transport, scenario, swarm, browser, members, clients, repetition, arm } = identity;
  const named = (prefix: string, values: Record<string, ParamValue>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}_${snake(name)}`, value]));
  const texts = Object.entries(identity.conditions ?? {}).map(([name, { text }]) => [name, text]);
  const labels = {
    ...{ framework, framework_version: versions.framework, transport, scenario, swarm, browser, members, clients, arm },
    ...named('param', identity.params),
    ...named('condition', Object.fromEntries(texts)),
    ...{ session: session.id, repetition, run: id },
  };
  const known = Object.entries(labels).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(known) as Record<string, ParamValue>;
}
