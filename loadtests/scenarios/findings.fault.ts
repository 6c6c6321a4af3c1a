/** Every finding of a scenario's own judge, provoked in a whole run: something is lost, doubled or refused between server and clients. */
import { inLanes } from '../../client-launcher/browser/limited-parallel.ts';
import type { Flag, Params } from '../../protocol/run-record.ts';
import type { FaultName } from './testing/faulty-adapter.ts';
import { faultyRuns } from './testing/faulty-runs.ts';
import { twoApps } from './testing/small-run.ts';

type Provoked = [fault: FaultName, code: string, message: RegExp];

const FEED_FAULTS: Provoked[] = [
  ['loses-feed', 'messages-lost', /were delivered/],
  ['doubles-feed', 'duplicates', /2 bodies were delivered twice/],
  ['overtakes-feed', 'out-of-order', /2 bodies overtook an earlier one/],
  ['predates-feed', 'negative-latency', /arrived before they were fed/],
  ['stranger', 'counts-disagree', /the server says it sent 40, the clients that they got 20/],
];

const SCENARIOS: [scenario: string, params: Params, mostSeconds: number, provoked: Provoked[]][] = [
  [
    'fan-out',
    { messages: 10, payload: 10, interval: 5, before: 0.2, ping: 50 },
    2,
    [...FEED_FAULTS, ['loses-echo', 'messages-lost', /4 of 5 pings came back/]],
  ],
  ['flood', { messages: 10, payload: 10, rate: 200 }, 3, FEED_FAULTS],
  [
    'upstream',
    { rate: 20, messages: 5, payload: 10, phase: 'together', ping: 50 },
    5, // late messages must still be counted
    [
      ['swallows-sink', 'messages-lost', /the server received 8 of the 10 sent/],
      ['doubles-sink', 'duplicates', /the server received 12 of 10 sent/],
      ['refuses-request', 'requests-failed', /1 requests had no reply .*made up for a test/],
      ['late', 'overtime', /more than a bucket after that/],
    ],
  ],
  [
    'chat',
    { messages: 5, interval: 20, sender: 'one' },
    3,
    [
      ['loses-publish', 'messages-lost', /./],
      ['doubles-publish', 'duplicates', /./],
      ['overtakes-publish', 'out-of-order', /./],
      ['predates-publish', 'negative-latency', /1 messages arrived before they were sent: a clock has jumped/],
      ['stranger', 'counts-disagree', /./],
      ['loses-joined', 'names-missing', /users heard 2 of 4 times/],
      ['gives-taken-names', 'name-not-refused', /was not told that it is taken/],
    ],
  ],
  ['chat', { messages: 2, interval: 20, sender: 'one' }, 6, [['late', 'overtime', /more than a bucket after that/]]],
  ['presence', { visits: 3, rate: 20 }, 6, [['loses-joined', 'messages-lost', /of 24 were delivered/]]],
  [
    'connect-storm',
    { bytes: 100 },
    2,
    [
      ['refuses-connection', 'connections-failed', /2 of 2 connections failed .*made up for a test/],
      ['loses-greet', 'messages-lost', /0 of 2 connections got a message/],
      ['doubles-greet', 'duplicates', /2 connections got 4 messages/],
      ['cuts-greet', 'wrong-size', /2 of 2 messages were not the text of 100 bytes/],
      ['stranger', 'counts-disagree', /the server says it sent 4, the clients that they got 2/],
    ],
  ],
  [
    'request-response',
    { requests: 3, bytes: 10 },
    2,
    [
      ['refuses-request', 'requests-failed', /2 requests or connections failed .*made up for a test/],
      ['loses-reply', 'messages-lost', /clients got 2 of 6 replies/],
      ['cuts-reply', 'wrong-size', /6 of 6 replies were not the text of 10 bytes/],
      ['asks-twice', 'counts-disagree', /the server counts 12 and 12/],
    ],
  ],
];

/** Most of the time is waiting for what was lost. */
const SESSIONS_AT_ONCE = 3;

const sessions = SCENARIOS.map(([scenario, params, mostSeconds, provoked]) => ({
  name: `${scenario} ${JSON.stringify(params)}`,
  provoked,
  begin: () => {
    const [{ app, transport }] = twoApps(['feed', 'echo', 'join', 'greet', 'sink', 'request', 'publish']);
    const faults = provoked.map(([fault]) => fault);
    return faultyRuns({ scenario, params, app, transport, clients: 2, mostSeconds, faults });
  },
  /** By fault. */
  findings: null as Promise<Map<string, Flag[]>> | null,
}));

beforeAll(() =>
  inLanes(sessions, SESSIONS_AT_ONCE, async (session) => {
    session.findings = session.begin();
    // One that fails is the failure of its own tests.
    await session.findings.catch(() => {});
  }),
);

describe.each(sessions)('$name accuses itself', (session) => {
  test.each(session.provoked)('%s: %s', async (fault, code, message) => {
    expect((await session.findings!).get(fault)).toContainEqual(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  });
});
