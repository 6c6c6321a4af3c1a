/** The verb `request`: the server replies with what was asked for. */
import type { Reply } from '../../../protocol/socket.ts';
import { type Answered, PAYLOAD_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import { monotonicMs as now } from '../../../system/monotonic.ts';
import { all, type Check } from '../check.ts';
import { demand, sameJson, show } from '../demand.ts';
import { demandHops, demandQuiet } from '../judge.ts';
import { filling } from '../requested-bytes.ts';
import type { RefusalCase, TestClient } from '../test-client.ts';

const AT_ONCE = 20;
const SIZES = [0, 1, 44, 45, 1_000, PAYLOAD_LIMIT_BYTES];

const IMPOSSIBLE: RefusalCase[] = [
  ['request', {}, 'missing-field', 'a request for nothing'],
  ['request', { body: 1, bytes: 1 }, 'out-of-range', 'a request with both body and bytes'],
  ['request', 'bytes', 'wrong-type', 'a request whose data is a string'],
  ['request', null, 'wrong-type', 'a request whose data is null'],
  ['request', [1], 'wrong-type', 'a request whose data is an array'],
  ['request', { bytes: '5' }, 'wrong-type', 'a request with bytes: "5"'],
  ['request', { bytes: null }, 'wrong-type', 'a request with bytes: null'],
  ['request', { bytes: -1 }, 'out-of-range', 'a request with bytes: -1'],
  ['request', { bytes: 1.5 }, 'out-of-range', 'a request with bytes: 1.5'],
  ['request', { bytes: PAYLOAD_LIMIT_BYTES + 1 }, 'out-of-range', 'a request for a byte too many'],
];

/** Asks for `asked`, and demands that the reply is the body `wanted`. */
async function demandReply(client: TestClient, asked: object, wanted: unknown): Promise<void> {
  const sentAt = now();
  const reply = (await client.ask('request', asked)) as Reply & Answered;
  const { body, hops } = reply;
  const what = `the reply to ${show(asked, 60)}`;
  demand(sameJson(body, wanted), () => `${what} must have the body ${show(wanted, 60)}, but has ${show(body, 60)}`);
  demandHops(hops, sentAt, now(), what);
}

export const requestChecks: Check[] = [
  {
    name: 'request, body',
    rule: 'A request with a body is answered with that body and its hops, each with its own.',
    scope: 'transport',
    needs: all('request'),
    run: async (context) => {
      const client = await context.connect('a client');
      const bodies = Array.from({ length: AT_ONCE }, (_, n) => ({ n, list: [n, null, 'text'] }));
      await Promise.all(bodies.map((body) => demandReply(client, { body }, body)));
      await demandReply(client, { body: null }, null);
      demandQuiet(client, client.heard);
      return undefined;
    },
  },
  {
    name: 'request, bytes',
    rule: 'A request for n bytes is answered with the text of n characters that every server gives.',
    scope: 'transport',
    needs: all('request'),
    run: async (context) => {
      const client = await context.connect('a client');
      for (const bytes of SIZES) await demandReply(client, { bytes }, filling(bytes));
      return undefined;
    },
  },
  {
    name: 'request, counted',
    rule: 'A request is counted as one received and one sent.',
    scope: 'transport',
    needs: all('request'),
    run: async (context) => {
      const client = await context.connect('a client');
      await context.begin();
      await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => client.ask('request', { bytes: n })));
      await context.demandCounts({ request: [AT_ONCE, AT_ONCE] });
      return undefined;
    },
  },
  {
    name: 'request refused',
    rule: 'A request that asks for nothing, for two things or for what cannot be is refused with the code for that, and not counted.',
    scope: 'transport',
    needs: all('request'),
    run: async (context) => {
      const client = await context.connect('a client');
      await context.begin();
      await client.expectRefusedRequests(IMPOSSIBLE);
      await demandReply(client, { body: 'still there?', anything: 'else' }, 'still there?');
      await context.demandCounts({ request: [1, 1] }, IMPOSSIBLE.length);
      return undefined;
    },
  },
];
