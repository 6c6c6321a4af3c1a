/** What no honest client sends. The server may refuse it or end that connection; everybody else must not notice. */
import { TRANSPORT_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import { all, any, type Check } from '../check.ts';
import { demand, show } from '../demand.ts';
import type { RefusalCase } from '../test-client.ts';
import { stillEchoes } from './echo.ts';
import { isHealthy } from './server.ts';

/** Texts that are no event, in whatever envelope a framework has. */
const BROKEN: Record<string, string> = {
  'half an object': '{"event":"echo","data":{',
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

/** `fields` inside a `__proto__`. JSON.parse makes it a field of its own, as a hostile client's text would. */
const hidden = (fields: object): unknown => JSON.parse(`{"__proto__":${JSON.stringify(fields)}}`);

export const hostileChecks: Check[] = [
  {
    name: 'broken JSON',
    rule: 'Text that is no event is refused with bad-json or ends its connection; the server lives on.',
    scope: 'transport',
    needs: all('echo'),
    run: async (context) => {
      const closedAt: string[] = [];
      for (const [what, text] of Object.entries(BROKEN)) {
        const client = await context.connect('the hostile client');
        if (client.socket.raw === undefined) {
          await client.close();
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
        await client.close();
      }
      await stillEchoes(context);
      if (closedAt.length === 0) return undefined;
      const at = closedAt.length === Object.keys(BROKEN).length ? 'every one of them' : closedAt.join(', ');
      return `the framework's own parser ends the connection instead of refusing: ${at}`;
    },
  },
  {
    name: 'oversize event',
    rule: 'An event over the limit of the transport is refused or ends its connection; the server lives on.',
    scope: 'transport',
    needs: all('echo'),
    run: async (context) => {
      const client = await context.connect('the hostile client');
      client.socket.emit('echo', 'x'.repeat(TRANSPORT_LIMIT_BYTES + 1_048_576));
      await client.reached(() => client.refusals.length > 0 || client.isClosed);
      demand(
        client.refusals.length > 0 || client.isClosed,
        `an event of 5 MiB must be refused or end the connection, but nothing happened within ${context.deadlineMs / 1000} s`,
      );
      await isHealthy(context);
      await stillEchoes(context);
      return undefined;
    },
  },
  {
    name: 'inherited names',
    rule: 'Names that objects inherit (__proto__, constructor, toString ...) are unknown events like any other.',
    scope: 'transport',
    needs: all('echo'),
    run: async (context) => {
      const client = await context.connect('the hostile client');
      const cases = INHERITED.map((name): RefusalCase => [name, {}, 'unknown-event', `the event ${name}`]);
      await client.expectRefusals(cases);
      await client.expectRefusedRequests(cases.map(([name, data, code]) => [name, data, code, `the request ${name}`]));
      await stillEchoes(context);
      return undefined;
    },
  },
  {
    name: 'fields from __proto__',
    rule: 'Fields inside a "__proto__" of the data are not fields of the data, and reach nothing that comes later.',
    scope: 'transport',
    needs: any('request', 'join'),
    run: async (context) => {
      const client = await context.connect('the hostile client');
      if (context.verbs.includes('request')) {
        const what = 'a request with its fields in __proto__';
        await client.expectRefusedRequests([['request', hidden({ bytes: 5 }), 'missing-field', what]]);
        await client.expectRefusedRequests([['request', {}, 'missing-field', 'a request without fields, after that']]);
      }
      if (context.verbs.includes('join')) {
        const what = 'join with its name in __proto__';
        await client.expectRefusedRequests([['join', hidden({ name: 'anna' }), 'missing-field', what]]);
        await client.expectRefusedRequests([['join', {}, 'missing-field', 'join without a name, after that']]);
      }
      return undefined;
    },
  },
];
