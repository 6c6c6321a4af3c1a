/** What no honest client sends. The server may refuse it or end that connection; everybody else must not notice. */
import { TRANSPORT_LIMIT_BYTES } from '../../../protocol/messages.ts';
import { type Check, type CheckContext, demand, show } from '../check.ts';
import { now } from '../clock.ts';
import { Trial } from '../trial.ts';
import { freshTest } from './delivery.ts';
import { isHealthy } from './server.ts';

/** Texts that are no message, in whatever envelope a framework has. */
const BROKEN: Record<string, string> = {
  'half an object': '{"event":"initTest","data":{',
  'a word': 'hello',
  null: 'null',
  'a number': '42',
  'an array': '[1,2,3]',
  'an object without an event': '{"data":{}}',
  'an event name that is a number': '{"event":5,"data":{}}',
  'an event name that is an object': '{"event":{"toString":1},"data":{}}',
  'a zero byte': '\u0000',
  'brackets nested 50,000 deep': `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  'half a surrogate pair': '"\ud800',
};

/** Names that every object has in some language's runtime. */
const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

export const hostileChecks: Check[] = [
  {
    name: 'broken JSON',
    rule: 'Text that is not a message is refused with bad-json or ends its connection; the server lives on.',
    scope: 'transport',
    run: async (context) => {
      const closedAt: string[] = [];
      for (const [what, text] of Object.entries(BROKEN)) {
        const client = await context.connect('the hostile client');
        if (client.socket.raw === undefined) {
          return 'not looked at: the framework’s client library cannot send text as it is';
        }
        client.socket.raw(text);
        await client.reached(() => client.refusals.length > 0 || client.isClosed);
        const refusal = client.refusals[0];
        demand(
          refusal !== undefined || client.isClosed,
          `${what} must be refused with bad-json or end the connection, but nothing happened within ${context.deadlineMs / 1000} s`,
        );
        if (refusal === undefined) closedAt.push(what);
        else {
          demand(
            refusal.code === 'bad-json',
            () => `${what} must be refused with bad-json, but was with ${show(refusal)}`,
          );
        }
        await isHealthy(context);
        await client.socket.close();
      }
      await freshTest(context);
      if (closedAt.length === 0) return undefined;
      const at = closedAt.length === Object.keys(BROKEN).length ? 'every one of them' : closedAt.join(', ');
      return `the framework's own parser ends the connection instead of refusing: ${at}`;
    },
  },
  {
    name: 'oversize event',
    rule: 'An event over the limit of the transport is refused or ends its connection; the server lives on.',
    scope: 'transport',
    run: async (context) => {
      const client = await context.connect('the hostile client');
      client.socket.emit('message', { payload: 'x'.repeat(TRANSPORT_LIMIT_BYTES + 1_048_576) });
      await client.reached(() => client.refusals.length > 0 || client.isClosed);
      demand(
        client.refusals.length > 0 || client.isClosed,
        `an event of 5 MiB must be refused or end the connection, but nothing happened within ${context.deadlineMs / 1000} s`,
      );
      await isHealthy(context);
      await freshTest(context);
      return undefined;
    },
  },
  {
    name: 'inherited names',
    rule: 'Names that objects inherit (__proto__, constructor, toString ...) are unknown events like any other.',
    scope: 'transport',
    run: async (context) => {
      const client = await context.connect('the hostile client');
      await client.expectRefusals(INHERITED.map((name) => [name, {}, 'unknown-event', `the event ${name}`]));
      const replies = await Promise.all(INHERITED.map((name) => client.socket.request(name, {})));
      replies.forEach((reply, index) => {
        demand(
          reply.ok === false && reply.code === 'unknown-event',
          () =>
            `the request ${INHERITED[index]} must be answered {ok: false, code: "unknown-event"}, but the reply is ${show(reply)}`,
        );
      });
      await freshTest(context);
      return undefined;
    },
  },
  {
    name: 'fields from __proto__',
    rule: 'Fields inside a "__proto__" of the data are not fields of the data, and reach no later event.',
    scope: 'transport',
    run: async (context) => {
      const client = await context.connect('the hostile client');
      const fields = { testType: 'echo', clientCount: 1, spacing: 1, startTime: now() };
      // JSON.parse makes it a field of its own, as a hostile client's text would.
      const hidden = JSON.parse(`{"__proto__":${JSON.stringify(fields)}}`) as unknown;
      await client.expectRefusals([['initTest', hidden, 'missing-field', 'initTest with its fields in __proto__']]);
      await client.expectRefusals([['initTest', {}, 'missing-field', 'initTest without fields, after that']]);
      await freshTest(context);
      return undefined;
    },
  },
  {
    name: 'fields nobody asked for',
    rule: 'Fields that a message does not have are passed on to nobody.',
    scope: 'transport',
    run: async (context) => {
      const client = await context.connect('the hostile client');
      const trial = new Trial({ testType: 'echo', clients: [client] });
      await trial.begin();
      const more = JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":{"b":2}},"extra":[1,2,3]}') as object;
      const message = Object.defineProperties(
        {},
        {
          ...Object.getOwnPropertyDescriptors(more),
          ...Object.getOwnPropertyDescriptors(trial.message(1, 'and more')),
        },
      );
      client.socket.emit('message', message);
      await client.until('its message', () => client.deliveries.length > 0);
      const fields = Object.keys(client.deliveries[0]!).sort();
      const wanted = ['clientId', 'due', 'id', 'payload', 'received', 'sent', 'seq'];
      demand(
        fields.join() === wanted.join(),
        `a delivered message has the fields ${wanted.join(', ')}, but this one has ${fields.join(', ')}`,
      );
      await finishByHand(client, context);
      return undefined;
    },
  },
];

/** Ends the test that `client` runs alone, without judging it. */
async function finishByHand(
  client: Awaited<ReturnType<CheckContext['connect']>>,
  context: CheckContext,
): Promise<void> {
  client.socket.emit('complete', { clientId: 1 });
  await client.until('harvest', () => client.harvests.length > 0);
  await client.socket.close(); // a master that goes leaves the hub idle
  await freshTest(context);
}
