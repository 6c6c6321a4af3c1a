/** What a client must not send, and the code it is refused with. */
import { type LoadMessage, PAYLOAD_LIMIT_BYTES, type RefusalCode } from '../../../protocol/messages.ts';
import { type Check, type CheckContext, demand } from '../check.ts';
import { now } from '../clock.ts';
import { exactCounts, exactlyOnce, nobodyVanished } from '../judge.ts';
import { reportOf } from '../report.ts';
import type { RefusalCase } from '../test-client.ts';
import { Trial } from '../trial.ts';
import { freshTest } from './delivery.ts';

const validInit = () => ({ testType: 'echo', clientCount: 1, spacing: 1, startTime: now() });

interface Cases {
  /** Sent in a running test of two clients by client 1, made of the next message it would send. */
  running?: (next: LoadMessage) => RefusalCase[];
  /** Sent to an idle hub. */
  idle?: RefusalCase[];
}

/** Each case is refused; a test that they happen in goes on, counts the refusals, and nothing of what was refused. */
async function allRefused(context: CheckContext, { running, idle = [] }: Cases): Promise<void> {
  if (running) await refusedWhileRunning(context, running);
  const client = await context.connect('the client');
  await client.expectRefusals(idle);
  await freshTest(context);
}

async function refusedWhileRunning(context: CheckContext, cases: (next: LoadMessage) => RefusalCase[]): Promise<void> {
  const clients = [await context.connect('client 1'), await context.connect('client 2')];
  const trial = new Trial({ testType: 'broadcast', clients });
  const sendBoth = async (payload: string): Promise<void> => {
    trial.send(1, payload);
    trial.send(2, payload);
    await trial.settle();
  };
  await trial.begin();
  await sendBoth('before');
  const refused = cases(trial.message(1, 'refused'));
  await clients[0]!.expectRefusals(refused);
  await sendBoth('after');
  const dataset = await trial.finish();
  exactlyOnce(trial);
  exactCounts(trial, dataset);
  nobodyVanished(dataset);
  demand(
    dataset.server.refused === refused.length,
    `${refused.length} events were refused during the test, but server.refused is ${dataset.server.refused}`,
  );
}

/** `event` without the field `name`. */
function lacking(event: string, fields: object, name: string): RefusalCase {
  const rest = Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
  return [event, rest, 'missing-field', `${event} without ${name}`];
}

/** `event` with another value in the field `name`. */
function having(event: string, fields: object, name: string, value: unknown, code: RefusalCode): RefusalCase {
  return [event, { ...fields, [name]: value }, code, `${event} with ${name}: ${JSON.stringify(value)}`];
}

export const refusalChecks: Check[] = [
  {
    name: 'unknown event refused',
    rule: 'An event that no hub knows is refused with unknown-event.',
    scope: 'transport',
    run: async (context) => {
      const idle: RefusalCase[] = [
        ['verify-no-such-event', {}, 'unknown-event', 'an unknown event'],
        ['INITTEST', validInit(), 'unknown-event', 'a known event in other letters'],
      ];
      await allRefused(context, { idle, running: () => [idle[0]!] });
      return undefined;
    },
  },
  {
    name: 'wrong state refused',
    rule: 'A known event that the hub cannot take now is refused with wrong-state, in each of its states.',
    scope: 'transport',
    run: async (context) => {
      const clients = [await context.connect('client 1'), await context.connect('client 2')];
      const trial = new Trial({ testType: 'broadcast', clients });
      const [one, two] = [clients[0]!, clients[1]!];
      await one.expectRefusals([
        ['message', trial.message(1, 'too early'), 'wrong-state', 'a message on an idle hub'],
        ['complete', { clientId: 1 }, 'wrong-state', 'complete on an idle hub'],
        ['report', reportOf(trial, [1]), 'wrong-state', 'a report on an idle hub'],
      ]);
      await trial.begin();
      trial.send(1, 'in time');
      trial.send(2, 'in time');
      await trial.settle();
      await one.expectRefusals([
        ['initTest', validInit(), 'wrong-state', 'initTest from the master of a running test'],
        ['report', reportOf(trial, [1]), 'wrong-state', 'a report before the harvest'],
      ]);
      await two.expectRefusals([['initTest', validInit(), 'wrong-state', 'initTest from another in a running test']]);
      await trial.complete();
      await one.expectRefusals([
        ['message', trial.message(1, 'too late'), 'wrong-state', 'a message during the harvest'],
        ['complete', { clientId: 1 }, 'wrong-state', 'complete during the harvest'],
        ['initTest', validInit(), 'wrong-state', 'initTest during the harvest'],
      ]);
      const dataset = await trial.report();
      exactlyOnce(trial);
      exactCounts(trial, dataset);
      await freshTest(context);
      return undefined;
    },
  },
  {
    name: 'missing field refused',
    rule: 'An event without a required field is refused with missing-field.',
    scope: 'transport',
    run: async (context) => {
      const init = validInit();
      await allRefused(context, {
        running: (next) => [
          ...Object.keys(next).map((name) => lacking('message', next, name)),
          ['complete', {}, 'missing-field', 'complete without clientId'],
        ],
        idle: Object.keys(init).map((name) => lacking('initTest', init, name)),
      });
      return undefined;
    },
  },
  {
    name: 'wrong type refused',
    rule: 'An event with a field of the wrong JSON type is refused with wrong-type.',
    scope: 'transport',
    run: async (context) => {
      await allRefused(context, {
        running: (next) => [
          ...Object.entries({ id: 5, clientId: '1', seq: true, due: '0', sent: {}, payload: ['text'] }).map(
            ([name, value]) => having('message', next, name, value, 'wrong-type'),
          ),
          having('message', next, 'sent', null, 'wrong-type'),
          ['message', null, 'wrong-type', 'a message that is null'],
          ['message', [next], 'wrong-type', 'a message in an array'],
          having('complete', {}, 'clientId', '1', 'wrong-type'),
        ],
        idle: Object.entries({ testType: 1, clientCount: '1', spacing: [1], startTime: 'now' }).map(([name, value]) =>
          having('initTest', validInit(), name, value, 'wrong-type'),
        ),
      });
      return undefined;
    },
  },
  {
    name: 'impossible value refused',
    rule: 'A field of the right type with an impossible value is refused with out-of-range.',
    scope: 'transport',
    run: async (context) => {
      const from = (next: LoadMessage, clientId: number): RefusalCase => [
        'message',
        { ...next, clientId, id: `c:${clientId}m:${next.seq}` },
        'out-of-range',
        `a message from client ${clientId} of 2`,
      ];
      const impossible: [string, unknown][] = [
        ['testType', 'shout'],
        ['testType', 'constructor'],
        ['clientCount', 0],
        ['clientCount', -1],
        ['clientCount', 1.5],
        ['spacing', 0],
        ['spacing', -1],
      ];
      await allRefused(context, {
        running: (next) => [
          from(next, 0),
          from(next, -1),
          from(next, 3),
          ['message', { ...next, seq: -1, id: 'c:1m:-1' }, 'out-of-range', 'a message with seq: -1'],
          ['message', { ...next, id: 'c:1m:99' }, 'out-of-range', 'a message whose id is of another seq'],
          having('complete', {}, 'clientId', 3, 'out-of-range'),
        ],
        idle: impossible.map(([name, value]) => having('initTest', validInit(), name, value, 'out-of-range')),
      });
      return undefined;
    },
  },
  {
    name: 'taken client refused',
    rule: 'A clientId that belongs to another connection is refused with client-taken.',
    scope: 'transport',
    run: async (context) => {
      await allRefused(context, {
        running: (next) => [
          ['message', { ...next, clientId: 2, id: 'c:2m:7', seq: 7 }, 'client-taken', "a message in another's name"],
          ['complete', { clientId: 2 }, 'client-taken', "complete in another's name"],
        ],
      });
      return undefined;
    },
  },
  {
    name: 'oversize refused',
    rule: `A payload of more than ${PAYLOAD_LIMIT_BYTES.toLocaleString('en')} bytes of UTF-8 is refused with too-large.`,
    scope: 'transport',
    run: async (context) => {
      const byOne = 'x'.repeat(PAYLOAD_LIMIT_BYTES + 1);
      const inBytes = '\u00e9'.repeat(PAYLOAD_LIMIT_BYTES / 2 + 1);
      await allRefused(context, {
        running: (next) => [
          ['message', { ...next, payload: byOne }, 'too-large', 'a payload of one byte too many'],
          ['message', { ...next, payload: inBytes }, 'too-large', 'a payload of too many bytes in few characters'],
        ],
      });
      return undefined;
    },
  },
];
