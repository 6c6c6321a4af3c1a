import { type MetricSpec, spec } from '../../../metrics/metric.ts';
import { TRANSPORT_ENTRIES, TRANSPORTS } from '../../../metrics/transports.ts';
import type { Scenario } from '../scenario.ts';
import { ALL_CONNECTED } from '../shared/checks.ts';
import { amount, type ValuesOf } from '../shared/params.ts';

const PARAMS = {
  after: amount(3, [0.1, 20], 'seconds after the start at which a client looks at its transport', 'after {} s'),
};
export type ChoiceParams = ValuesOf<typeof PARAMS>;

/** Those that a connection can stay on. */
export const STAYING = TRANSPORTS.filter((transport) => TRANSPORT_ENTRIES[transport].stays);

/** The metric that counts the connections on `transport`: `onLongPolling`. */
export const onTransport = (transport: string): string =>
  `on${transport.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;

export const CHOICE_METRICS: Readonly<Record<string, MetricSpec>> = {
  connect: spec('trend', 'ms', 'connect', 'From asking for a connection to having it, all attempts included.'),
  held: spec('count', 'connections', 'connected', 'Connections that were made.'),
  failed: spec('count', 'connections', 'failed', 'Connections that could not be made.'),
  ...Object.fromEntries(
    STAYING.map((transport) => [
      onTransport(transport),
      spec('count', 'connections', `on ${transport}`, `Connections that were on ${transport} when clients looked.`),
    ]),
  ),
};

/** A client library gives up a connection after 20 s. */
const MOST_SECONDS = 60;

const scenario: Scenario<ChoiceParams> = {
  name: 'own-choice',
  about: 'clients let the framework choose the transport: how long it takes, and which one it is',
  params: PARAMS,
  needs: [],
  swarms: ['browser', 'console'],
  metrics: CHOICE_METRICS,
  connects: 'themselves',
  plannedSeconds: ({ after }) => after,
  mostSeconds: () => MOST_SECONDS,
  warmUp: () => null,
  counted: { received: [], sent: [] },
  expected: (_, clients) => ({ held: clients, failed: 0 }),
  checks: [ALL_CONNECTED],
  flags: { 'connections-failed': 'fatal' },
};

export default scenario;
