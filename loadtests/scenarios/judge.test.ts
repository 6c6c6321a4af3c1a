import type { CountMetric } from '../../metrics/metric.ts';
import type { Params } from '../../protocol/run-record.ts';
import { findScenarios, SCENARIOS_DIR } from './find.ts';
import { judgeOf } from './judge.ts';
import { type Change, counts, faultless, report, SPEC, trend } from './testing/evidence.ts';

/** Parameters other than the defaults, for small numbers in sentences. */
const PARAMS: Record<string, Params> = {
  broadcast: { messages: 2, rate: 1 },
  echo: { messages: 2, rate: 1 },
  'study-a': { messages: 2, rate: 1 },
  chat: { messages: 2 },
  'fan-out': { messages: 10, before: 0.1, interval: 50 },
  flood: { messages: 10 },
  presence: { visits: 1 },
  'request-response': { requests: 5, bytes: 10 },
  upstream: { messages: 2, rate: 1 },
};

const refused = report({ refusals: 2, refused: [{ event: 'publish', code: 'too-large', reason: 'too much' }] });
const error = report({ error: 'the line was cut' });
const unasked: Change = (evidence) => {
  evidence.counts = null;
  counts({ receivedByServer: 0, sentByServer: 0 })(evidence);
};
const negative = (trend: string): Change =>
  report({ metrics: { [trend]: { kind: 'trend', sum: [], count: [], hdr: '', negative: 1 } } });

const threeLatencies: Change = ({ metrics }) => Object.assign(metrics, { fromSent: trend(SPEC, 3) });
const offBy =
  (name: string, by: number): Change =>
  (evidence) =>
    counts({ [name]: (evidence.metrics[name] as CountMetric).total! + by })(evidence);
const died: Change = ({ outcome }) => Object.assign(outcome, { died: [{ member: 1, reason: 'killed' }] });

/** A faulty run: its name, changes and flags. */
type Row = [what: string, changes: Change[], flags: string[]];

/** Two messages of each client, to both. */
const MESSAGES: Row[] = [
  [
    'a message that was not sent',
    [counts({ sentByClients: 3, receivedByServer: 3 })],
    ['messages-lost: clients sent 3 of 4'],
  ],
  [
    'a message that the server did not receive',
    [counts({ receivedByServer: 3 })],
    ['messages-lost: the server received 3 of the 4 sent'],
  ],
  [
    'a delivery that is missing',
    [counts({ receivedByClients: 7, missing: 1, sentByServer: 9 })],
    ['messages-lost: 7 of 8 were delivered'],
  ],
  ['a delivery that one client misses', [counts({ missing: 1 })], ['messages-lost: clients miss 1 deliveries']],
  ['a refusal', [refused], ['messages-lost: the server refused 2 events (too much)']],
  [
    'a message that came twice',
    [counts({ receivedByClients: 9, duplicates: 1 })],
    ['duplicates: 1 messages were delivered twice'],
  ],
  [
    'a message that the server received twice, and sent on twice by its own count',
    [counts({ receivedByServer: 5, sentByServer: 10 })],
    [
      'counts-disagree: the server says it sent 10, the clients that they got 8',
      'duplicates: the server received 5 of 4 sent',
    ],
  ],
  [
    'a message that overtook another',
    [counts({ outOfOrder: 1 })],
    ['out-of-order: 1 messages overtook an earlier one of the same sender'],
  ],
  [
    'a clock that jumped',
    [negative('fromSent'), threeLatencies],
    ['negative-latency: 1 messages arrived before they were sent: a clock has jumped'],
  ],
  [
    'more sent by the server than clients got',
    [counts({ sentByServer: 10 })],
    ['counts-disagree: the server says it sent 10, the clients that they got 8'],
  ],
  ['a latency that is missing', [threeLatencies], ['counts-disagree: 3 latencies for 4 messages']],
  [
    'messages that were late',
    [counts({ sentByClients: [2, 1, 0, 1], receivedByClients: [4, 2, 1, 1] })],
    ['overtime: planned 2 s; more than a bucket after that clients still sent 1 and got 1 messages'],
  ],
  ['messages in the bucket right after the plan', [counts({ receivedByClients: [4, 3, 1] })], []],
  ['a server that could not be asked', [unasked], []],
];

/** Ten bodies to each client. */
const FEED: Row[] = [
  [
    'a backend that fed less, and why',
    [counts({ sentByBackend: 8 }), error],
    ['messages-lost: the backend fed 8 of 10 (the line was cut)'],
  ],
  [
    'bodies that did not reach the server, nor the clients',
    [counts({ receivedByServer: 9, receivedByClients: 18 })],
    ['messages-lost: the server had 9 of the 10 that were fed; 18 of 20 were delivered'],
  ],
  ['a body that one client misses', [counts({ missing: 1 })], ['messages-lost: clients miss 1 bodies']],
  [
    'a body that one client misses where another got one twice',
    [counts({ duplicates: 1, missing: 1 })],
    ['messages-lost: 19 of 20 were delivered', 'duplicates: 1 bodies were delivered twice'],
  ],
  [
    'copies, and bodies out of order',
    [counts({ receivedByClients: 21, duplicates: 1, outOfOrder: 2 })],
    ['duplicates: 1 bodies were delivered twice', 'out-of-order: 2 bodies overtook an earlier one'],
  ],
  [
    'more sent by the server than clients got',
    [counts({ sentByServer: 22 })],
    ['counts-disagree: the server says it sent 22, the clients that they got 20'],
  ],
  ['a server that could not be asked', [unasked], ['counts-disagree: the server could not be asked how much it sent']],
  [
    'a clock that jumped, and a refusal',
    [negative('delivery'), refused],
    [
      'messages-lost: the server refused 2 events (too much)',
      'negative-latency: 1 bodies arrived before they were fed: a clock has jumped',
    ],
  ],
];

/** Of two. */
const CONNECTIONS: Row = [
  'a connection that failed, and why',
  [counts({ held: 1 }), error],
  ['connections-failed: 1 of 2 connections failed (the line was cut)'],
];

const ROWS: Record<string, Row[]> = {
  broadcast: MESSAGES,
  'study-a': MESSAGES,
  presence: MESSAGES.filter(([what]) => !/were late|plan/.test(what)), //
  echo: MESSAGES.filter(([what]) => /not sent|not receive|misses|refusal|overtook|jumped|latency/.test(what)), // half as many deliveries,
  chat: [
    ['a delivery that is missing', [counts({ receivedByClients: 3 })], ['messages-lost: 3 of 4 were delivered']],
    [
      'a name that two users got',
      [counts({ namesRefused: 0 })],
      ['name-not-refused: user 2 asked for the name of user 1, and was not told that it is taken'],
    ],
    [
      'names that users did not hear, and why',
      [counts({ namesHeard: 2 }), error],
      ['names-missing: users heard 2 of 4 times that one has joined (the line was cut)'],
    ],
  ],
  'fan-out': [
    ...FEED,
    ['a ping that did not come back', [counts({ pingsAnswered: 11 })], ['messages-lost: 11 of 12 pings came back']],
  ],
  flood: FEED,
  upstream: [
    ...MESSAGES.slice(0, 2),
    ['a refusal', [refused], ['messages-lost: the server refused 2 events (too much)']],
    [
      'a message that the server received twice',
      [counts({ receivedByServer: 5 })],
      ['duplicates: the server received 5 of 4 sent'],
    ],
    [
      'a request without a reply, and why',
      [counts({ unanswered: 1 }), error],
      ['requests-failed: 1 requests had no reply (the line was cut)'],
    ],
    [
      'messages that were late',
      [counts({ sentByClients: [2, 1, 0, 1], receivedByServer: [2, 0, 0, 2] })],
      ['overtime: planned 2 s; more than a bucket after that clients still sent 1 messages and the server received 2'],
    ],
    ['messages in the bucket right after the plan', [counts({ receivedByServer: [2, 1, 1] })], []],
    ['a server that could not be asked', [unasked], []],
  ],
  'connect-storm': [
    [CONNECTIONS[0], [...CONNECTIONS[1], counts({ receivedByClients: 1, sentByServer: 1 })], CONNECTIONS[2]],
    [
      'a message that did not come',
      [counts({ receivedByClients: 1 })],
      ['messages-lost: 1 of 2 connections got a message'],
    ],
    [
      'a message that came twice',
      [counts({ receivedByClients: 3, sentByServer: 3 })],
      ['duplicates: 2 connections got 3 messages'],
    ],
    [
      'a message of a wrong size',
      [counts({ wrongSize: 1 })],
      ['wrong-size: 1 of 2 messages were not the text of 76,000 bytes'],
    ],
    [
      'more sent by the server than clients got',
      [counts({ sentByServer: 3 })],
      ['counts-disagree: the server says it sent 3, the clients that they got 2'],
    ],
    ['a server that could not be asked', [unasked], []],
  ],
  'own-choice': [CONNECTIONS],
  idle: [
    [
      'a connection that is known to have ended',
      [counts({ held: 1 }), report({ closed: [{ clientId: 1, reason: '' }] })],
      [],
    ],
    ['a member that died', [counts({ held: 1 }), died], []],
    [
      'a connection of which nothing is known',
      [counts({ held: 1 })],
      ["counts-disagree: of 2 connections 1 were held to the end and 0 ended, by the clients' count"],
    ],
  ],
  recover: [
    ['bodies that were lost, doubled or overtaken', [counts({ lostMessages: 3, duplicates: 1, outOfOrder: 2 })], []],
    [
      'bodies that were not posted, and why',
      [counts({ sentByBackend: 179 }), error],
      ['messages-lost: the backend posted 179 of 180 (the line was cut)'],
    ],
    ['a server that could not be asked', [unasked], []],
  ],
  'request-response': [
    [
      'a request that failed, and why',
      [counts({ receivedByClients: 9, failed: 1 }), error],
      [
        'requests-failed: 1 requests or connections failed (the line was cut)',
        'messages-lost: clients got 9 of 10 replies',
      ],
    ],
    ['replies that did not come', [counts({ receivedByClients: 8 })], ['messages-lost: clients got 8 of 10 replies']],
    [
      'replies of a wrong size',
      [counts({ wrongSize: 2 })],
      ['wrong-size: 2 of 10 replies were not the text of 10 bytes'],
    ],
    [
      'more requests than clients made, by the count of the server',
      [counts({ receivedByServer: 11, sentByServer: 11 })],
      ['counts-disagree: clients made 10 requests and had as many replies, the server counts 11 and 11'],
    ],
    [
      'fewer replies than clients had, by the count of the server',
      [counts({ sentByServer: 9 })],
      ['counts-disagree: clients made 10 requests and had as many replies, the server counts 10 and 9'],
    ],
    ['a server that could not be asked', [unasked], []],
  ],
};

const scenarios = (await findScenarios([SCENARIOS_DIR])).filter(({ parts }) => parts !== null);

describe.each(scenarios.map(({ scenario }) => [scenario.name, scenario] as const))('%s', (name, scenario) => {
  const judge = judgeOf(scenario);
  const rows = ROWS[name] ?? [];
  const changed = (changes: readonly Change[]) => {
    const evidence = faultless(scenario, PARAMS[name]);
    for (const change of changes) change(evidence);
    return evidence;
  };

  test('complains of nothing where nothing is wrong', () => {
    expect(judge(faultless(scenario, PARAMS[name]))).toEqual([]);
  });

  test.each(rows)('%s', (_what, changes, flags) => {
    const given = judge(changed(changes));
    expect(given.map(({ code, message }) => `${code}: ${message}`)).toEqual(flags);
    expect(given.every(({ code, level }) => level === (code === 'overtime' ? 'warning' : 'fatal'))).toBe(true);
  });

  test.each(scenario.checks.map((check) => [check.says, check] as const))('a run that breaks: %s', (_says, check) => {
    // Each count in turn is one too few or too many, and each other way of being wrong.
    const [left, , right] = check.holds;
    const named = [left, String(right)].flat().map((term) => term.split('.')[0]!);
    const known = named.filter((one) => faultless(scenario, PARAMS[name]).metrics[one]?.kind === 'count');
    const wrong: Change[] = [
      ...known.flatMap((one) => [offBy(one, -1), offBy(one, 1)]),
      ...known.map((one) => counts({ [one]: [...new Array(200).fill(0), 1] })),
      ...named.map((one) => negative(one)),
      refused,
      unasked,
    ];
    const codes = wrong.flatMap((change) => judge(changed([change])).map(({ code }) => code));
    expect(codes).toContain(check.flag);
  });
});
