/** Inputs that no honest client sends. The server may refuse them or end that connection; the other clients must not notice. */
import { type Refused, TRANSPORT_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import { all, type Check } from '../check.ts';
import type { Context } from '../context.ts';
import { demand, show } from '../demand.ts';
import { leave } from '../leaving.ts';
import { changing, countsChanged, killedBy, miscoded } from '../sabotage.ts';
import { isHealthy } from './server.ts';
import { vectorCheck } from './vectors.ts';

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

/** One fresh client, one body: the server still does its work. */
async function stillEchoes(context: Context): Promise<void> {
  const client = await context.connect('a fresh client');
  client.socket.emit('echo', 'still there?');
  await client.until('its echo', () => client.of('echo').length > 0);
}

export const refusalChecks: Check[] = [
  vectorCheck(
    'refusals',
    'Events and requests of no known name are refused with unknown-event and a reason, and counted as that alone; the connection goes on.',
    'refusals',
    [
      ['ignores unknown events', changing('refused', () => []), /must get refused .*it did not come/],
      [
        'says nothing to people',
        changing('refused', (refused: Refused) => [{ ...refused, reason: '' }]),
        /\.reason must be a sentence that a person can act on, but is ""/,
      ],
      ['does not count', countsChanged(() => ({ refused: 0 })), /refused \d+ .* has counted 0/],
      [
        'repeats long names',
        changing('refused', (refused: Refused) => [{ ...refused, event: refused.event ?? 'x'.repeat(101) }]),
        /\.event must be null/,
      ],
      [
        'finds a handler in Object.prototype',
        { up: (sent) => (sent.event in {} ? [] : [sent]) },
        /\.event must be "__proto__", but is "ECHO"/,
      ],
      [
        'takes any request',
        { reply: (_, event) => (event === 'nonsense' ? { ok: true } : _) },
        /"nonsense".* must be|\.ok must be false, but is true/,
      ],
      ['never replies', { requestsHang: true }, /got no reply within/],
    ],
  ),
];

export const hostileChecks: Check[] = [
  {
    name: 'broken JSON',
    rule: 'Text that is no event is refused with bad-json or ends its connection; the server lives on.',
    see: 'protocol/README.md#refusals',
    scope: 'transport',
    needs: all('echo'),
    run: async (context) => {
      const closedAt: string[] = [];
      for (const [what, text] of Object.entries(BROKEN)) {
        const client = await context.connect('the hostile client');
        if (client.socket.raw === undefined) {
          await client.close();
          context.note = 'not looked at: the framework’s client library cannot send text as it is';
          return;
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
        await leave(context, client, what);
      }
      await stillEchoes(context);
      if (closedAt.length === 0) return;
      const at = closedAt.length === Object.keys(BROKEN).length ? 'every one of them' : closedAt.join(', ');
      context.note = `the framework's own parser ends the connection instead of refusing: ${at}`;
    },
    saboteurs: [
      [
        'dies of it',
        {
          broken: (kill) => {
            kill();
            return 'ignore';
          },
        },
        /GET \/healthz|process has ended|ended with SIGSEGV/,
      ],
      ['ignores it', { broken: () => 'ignore' }, /half an object must be refused .* nothing happened/],
      ['uses another code', miscoded('bad-json'), /must be refused with bad-json, but was with .*oops/],
      [
        'keeps its connection',
        { broken: () => 'leak' },
        /after half an object .* 0 connections are open, but .* counts 1/,
      ],
    ],
  },
  {
    name: 'oversize event',
    rule: 'An event over the limit of the transport is refused or ends its connection; the server lives on.',
    see: 'protocol/README.md#refusals',
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
    },
    saboteurs: [
      [
        'dies of it',
        killedBy('echo', (data) => typeof data === 'string' && data.length > 5_000_000),
        /process has ended/,
      ],
    ],
  },
];
