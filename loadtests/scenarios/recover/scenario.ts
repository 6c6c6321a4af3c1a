import { spec } from '../../../metrics/metric.ts';
import { BACKEND_METRICS, CLIENT_METRICS } from '../../../metrics/standard-metrics.ts';
import type { Scenario } from '../scenario.ts';
import { noNegative } from '../shared/checks.ts';
import { AFTER_CUT } from './after-cut.ts';
import { bodiesOf, feedSeconds, RECOVER_PARAMS, type RecoverParams } from './params.ts';

const { receivedByClients, duplicates, outOfOrder, delivery } = CLIENT_METRICS;

const METRICS: Scenario['metrics'] = {
  receivedByClients,
  duplicates,
  outOfOrder,
  lostMessages: spec(
    'count',
    'messages',
    'lost',
    'Bodies that the server has taken and a client never had, in the second in which they were fed.',
  ),
  delivery: {
    ...delivery,
    about:
      'From the backend feeding a body to a client having it, of first deliveries; without those to a slow client.',
  },
  slowDelivery: {
    ...delivery,
    label: 'delivery to the slow client',
    about: 'The same, of the client that stopped reading.',
  },
  slowLost: spec(
    'count',
    'messages',
    'lost to the slow client',
    'The lost messages that are those of the client that stopped reading.',
  ),
  slowDisconnects: spec(
    'count',
    'connections',
    'disconnects of the slow client',
    'Connections that the client that stopped reading has lost; the log has the reasons that it was told.',
  ),
  back50: back('half of the clients'),
  back99: back('99 % of the clients'),
  back100: back('all clients'),
  backlogLevel: spec(
    'gauge',
    'ms',
    'backlog level after',
    'From the end of the window until every client had a delivery as early after it was fed as before the disturbance.',
  ),
  backlog: spec(
    'gauge',
    'messages',
    'backlog',
    'Bodies that were fed at the end of a second and came to a client later, all clients together; lost ones are not among them.',
  ),
  connected: spec(
    'gauge',
    'clients',
    'connected',
    'Clients with a connection at the end of a second, as they know it.',
  ),
  hit: spec(
    'count',
    'clients',
    'hit',
    'Clients that noticed the loss of their connection from the disturbance on, in the second in which they did so.',
  ),
  disconnects: spec(
    'count',
    'connections',
    'disconnects',
    'Connections of which a client noticed that they were lost.',
  ),
  attempts: spec('count', 'attempts', 'attempts', 'Attempts to connect again, where the framework tells of them.'),
  recovered: spec('count', 'connections', 'recovered', 'Connections that came back with their session.'),
  anew: spec('count', 'connections', 'back as new', 'Connections that came back as new ones.'),
  gaveUp: spec('count', 'clients', 'given up', 'Clients whose framework gave up, or closed the connection for good.'),
  cutAfter: spec(
    'gauge',
    'ms',
    'window began',
    'From the start of the test to the time when every client was offline.',
  ),
  offline: spec(
    'gauge',
    'ms',
    'offline',
    'The time in which every client was offline, or one did not read, as it was; 0 where the way to the server stayed open.',
  ),
  ...BACKEND_METRICS,
  sentByBackend: { ...BACKEND_METRICS.sentByBackend, about: 'Bodies that the backend posted to the server.' },
  fedTaken: spec('count', 'messages', 'taken', 'Bodies that the server said it has taken.'),
  fedRefused: spec('count', 'messages', 'refused', 'Bodies that the server refused or could not be reached for.'),
  fedUnknown: spec('count', 'messages', 'unknown', 'Bodies of which the backend never learnt their fate.'),
};

function back(who: string) {
  return spec(
    'gauge',
    'ms',
    `${who} back`,
    `From the end of the window until ${who} had a delivery again, whatever was in it.`,
  );
}

const scenario: Scenario<RecoverParams> = {
  name: 'recover',
  about:
    'clients are cut off from the server for the same time, or the server fails, and every message is accounted for',
  params: RECOVER_PARAMS,
  needs: ['feed'],
  swarms: ['browser', 'console'],
  metrics: METRICS,
  derived: AFTER_CUT,
  reconnects: true,
  refuses({ disturbance }, { replacement }, swarm) {
    if (disturbance === 'process' && replacement === undefined)
      return 'has no "replacement" in app.json: its server is not of several processes that go on without one';
    return disturbance === 'slow' && swarm === 'browser'
      ? 'in a browser cannot have one slow client, since pages share what they read: use --swarm console'
      : null;
  },
  plannedSeconds: feedSeconds,
  // What is compared is not how fast a server is.
  warmUp: () => null,
  counted: { received: ['feed'], sent: ['feed'] },
  expected: (params, clients) => {
    const bodies = bodiesOf(params);
    return {
      sentByBackend: bodies,
      receivedByClients: bodies * clients,
      duplicates: 0,
      outOfOrder: 0,
      lostMessages: 0,
    };
  },
  flags: {
    'disturbance-failed': 'fatal',
    'server-not-back': 'fatal',
    'window-late': 'fatal',
    'ledger-differs': 'fatal',
  },
  // Messages that are lost, doubled or overtaken are the result.
  checks: [
    {
      flag: 'messages-lost',
      holds: ['sentByBackend', '>=', 'sentByBackend.expected'],
      says: 'the backend posted {sentByBackend} of {sentByBackend.expected}',
      withError: true,
    },
    noNegative('delivery', 'bodies', 'fed'),
  ],
};

export default scenario;
