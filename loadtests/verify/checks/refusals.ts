/** What a client must not send, and the code it is refused with; what one verb alone refuses is with that verb. */
import { BODY_DEPTH_LIMIT, BODY_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import { any, type Check, type CheckContext } from '../check.ts';
import type { WantedCounts } from '../judge.ts';
import type { RefusalCase } from '../test-client.ts';
import { nested } from './content.ts';

const LONG = 'x'.repeat(101);

/** Names of events that no client can send: unknown ones, and those of requests and of what servers say. */
const NO_EVENTS = [
  'verify-no-such-event',
  'ECHO',
  'request',
  'join',
  'leave',
  'greet',
  'feed',
  'joined',
  'refused',
  LONG,
];
const NO_REQUESTS = ['verify-no-such-request', 'Request', 'echo', 'publish', 'sink', 'greet', 'feed', LONG];

/** Bodies that are over a limit. A margin is left for what a server's own way of writing JSON saves. */
const TOO_LARGE: Record<string, unknown> = {
  'a text over the limit': 'x'.repeat(BODY_LIMIT_BYTES),
  'a text of too many bytes in few characters': '\u20ac'.repeat(Math.ceil(BODY_LIMIT_BYTES / 3)),
  'nesting too deep': nested(BODY_DEPTH_LIMIT + 1),
};

/** What can send events that are refused by an event. */
const hears = any('echo', 'publish');

/** Each case (events in groups that are sent together) is refused and counted as that alone; before and after it the connection does its work. */
async function allRefused(context: CheckContext, events: RefusalCase[][], requests: RefusalCase[]): Promise<void> {
  const client = await context.connect('the client');
  const verb = (['echo', 'publish', 'request'] as const).find((one) => context.verbs.includes(one))!;
  const works = async (): Promise<void> => {
    if (verb === 'request') await client.ask('request', { body: 'works' });
    else {
      const before = client.of(verb).length;
      client.socket.emit(verb, 'works');
      await client.until(`what it sent by ${verb}`, () => client.of(verb).length > before);
    }
  };
  await context.begin();
  await works();
  for (const together of events) await client.expectRefusals(together);
  await client.expectRefusedRequests(requests);
  await works();
  const wanted: WantedCounts = { [verb]: [2, 2] };
  await context.demandCounts(wanted, events.flat().length + requests.length);
}

const called = (event: string): string => (event === LONG ? `an event with a name of ${LONG.length} letters` : event);

export const refusalChecks: Check[] = [
  {
    name: 'unknown event refused',
    rule: 'An event of no known name, or of a request’s, is refused with unknown-event; the connection goes on.',
    scope: 'transport',
    needs: hears,
    run: async (context) => {
      const cases = NO_EVENTS.map(
        (event): RefusalCase => [event, { name: 'x' }, 'unknown-event', `the event ${called(event)}`],
      );
      await allRefused(context, [cases], []);
      return undefined;
    },
  },
  {
    name: 'unknown request refused',
    rule: 'A request of no known name, or of an event’s, is answered {ok: false, code: "unknown-event"}.',
    scope: 'transport',
    needs: any('echo', 'publish', 'request'),
    run: async (context) => {
      const cases = NO_REQUESTS.map(
        (event): RefusalCase => [event, { body: 1 }, 'unknown-event', `the request ${called(event)}`],
      );
      await allRefused(context, [], cases);
      return undefined;
    },
  },
  {
    name: 'too large refused',
    rule: `A body over ${BODY_LIMIT_BYTES.toLocaleString('en')} bytes of JSON, or nested over ${BODY_DEPTH_LIMIT} levels deep, is refused with too-large.`,
    scope: 'transport',
    needs: any('echo', 'publish', 'request'),
    run: async (context) => {
      const verbs = (['echo', 'publish', 'sink'] as const).filter((verb) => context.verbs.includes(verb));
      const bodies = Object.entries(TOO_LARGE);
      const events = verbs.flatMap((verb) =>
        // Each by itself: what a transport sends together must stay under its own limit.
        bodies.map(([what, body]): RefusalCase[] => [[verb, body, 'too-large', `${verb} of ${what}`]]),
      );
      const requests = bodies.map(
        ([what, body]): RefusalCase => ['request', { body }, 'too-large', `a request with ${what}`],
      );
      await allRefused(context, events, context.verbs.includes('request') ? requests : []);
      return undefined;
    },
  },
];
