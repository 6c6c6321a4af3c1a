/** The verb `join`, and `leave`: names enter and leave the room. */
import { type Hops, NAME_LIMIT } from '../../../protocol/verbs.ts';
import { monotonicMs as now } from '../../../system/monotonic.ts';
import { all, type Check, type CheckContext } from '../check.ts';
import { demand, sameJson, show } from '../demand.ts';
import { demandHops } from '../judge.ts';
import type { RefusalCase, TestClient } from '../test-client.ts';

/** What a name must not be. */
const IMPOSSIBLE: RefusalCase[] = [
  ['join', {}, 'missing-field', 'join without a name'],
  ['join', { name: 5 }, 'wrong-type', 'join with name: 5'],
  ['join', { name: null }, 'wrong-type', 'join with name: null'],
  ['join', 'anna', 'wrong-type', 'join whose data is a string'],
  ['join', null, 'wrong-type', 'join whose data is null'],
  ['join', { name: '' }, 'out-of-range', 'join with an empty name'],
  ['join', { name: 'x'.repeat(NAME_LIMIT + 1) }, 'out-of-range', `join with a name of ${NAME_LIMIT + 1} units`],
];

/** Names that are names like any other: as long as can be, in units that need more bytes, and what objects inherit. */
const ODD = ['\ud83d\ude00'.repeat(NAME_LIMIT / 2), ' ', '__proto__', 'constructor', 'Anna', 'anna'];

/** Carried beside a name, and not looked into. */
const BODY = { name: 'not a name', seq: [1, null, '\u00f8'] };

const namesOf = (client: TestClient, event: string): unknown[] => client.of(event).map(({ data }) => data?.name);

/** Joins, and demands that the reply has those who are there, `name` last. */
async function join(client: TestClient, name: string, there: string[]): Promise<void> {
  const { names } = await client.ask('join', { name });
  const wanted = [...there, name];
  demand(
    sameJson(names, wanted),
    () =>
      `${client.name} joined as ${show(name)}, and the reply must have the names ${show(wanted)}, but has ${show(names)}`,
  );
}

/** Demands that everybody has been told of exactly these `names` by `event`, in that order. */
async function demandTold(clients: TestClient[], event: 'joined' | 'left', names: string[]): Promise<void> {
  for (const client of clients) {
    await client.reached(() => client.of(event).length >= names.length);
    await client.fence();
    const told = namesOf(client, event);
    demand(
      sameJson(told, names),
      () => `${client.name} must be told ${event} of ${show(names)}, in that order, but was told of ${show(told)}`,
    );
  }
}

/** Demands that `clients` were told of names by `event` with these `bodies`, and with hops after `from` that are the same for all. */
async function demandSaid(clients: TestClient[], event: 'joined' | 'left', bodies: unknown[], from: number) {
  const [first] = clients;
  for (const client of clients) {
    await client.reached(() => client.of(event).length >= bodies.length);
    const heard = client.of(event);
    const told = heard.map(({ data }) => data?.body);
    demand(
      sameJson(told, bodies),
      () => `${client.name} must be told ${event} with the bodies ${show(bodies)}, but was with ${show(told)}`,
    );
    for (const [index, { data, at }] of heard.entries()) {
      const what = `${event} of ${show(data?.name)} at ${client.name}`;
      demandHops(data?.hops as Hops, from, at, what);
      const others = first!.of(event)[index]?.data?.hops;
      demand(
        sameJson(data?.hops, others),
        () => `the hops of ${what} must be those at ${first!.name}, ${show(others)}, but are ${show(data?.hops)}`,
      );
    }
  }
}

/** A check of the verb `join`. @param run with three clients, of which the last only looks on */
const check = (
  name: string,
  rule: string,
  run: (context: CheckContext, clients: [TestClient, TestClient, TestClient]) => Promise<void>,
): Check => ({
  name,
  rule,
  scope: 'transport',
  needs: all('join'),
  run: async (context) => {
    const clients = await context.connectAll('client 1', 'client 2', 'the onlooker');
    await run(context, clients as [TestClient, TestClient, TestClient]);
    return undefined;
  },
});

export const joinChecks: Check[] = [
  check(
    'join',
    'Who joins is told all names in the order in which they joined; everybody is told who joined.',
    async (context, clients) => {
      await context.begin();
      await join(clients[0], 'anna', []);
      await join(clients[1], 'bob', ['anna']);
      await demandTold(clients, 'joined', ['anna', 'bob']);
      await context.demandCounts({ join: [2, 2 * clients.length] });
    },
  ),
  check('leave', 'Who leaves frees the name; everybody is told who left.', async (context, clients) => {
    const [one, two] = clients;
    await context.begin();
    await join(one, 'anna', []);
    await join(two, 'bob', ['anna']);
    await one.ask('leave', {});
    await demandTold(clients, 'left', ['anna']);
    await join(one, 'carol', ['bob']);
    await two.ask('leave', null);
    await join(two, 'anna', ['carol']);
    await demandTold(clients, 'left', ['anna', 'bob']);
    await demandTold(clients, 'joined', ['anna', 'bob', 'carol', 'anna']);
    await context.demandCounts({ join: [4, 4 * clients.length], leave: [2, 2 * clients.length] });
  }),
  check(
    'join and leave, hops',
    'Everybody is told of names with the body that came with them, null where none did, and with the same hops.',
    async (_, [one, two, onlooker]) => {
      const from = now();
      await one.ask('join', { name: 'anna', body: BODY });
      await two.ask('join', { name: 'bob' });
      await one.ask('leave', { body: [] });
      await two.ask('leave', null);
      await one.ask('join', { name: 'carol', body: null });
      await one.close();
      await onlooker.until('left, after another had closed its connection', () => onlooker.of('left').length > 2);
      await demandSaid([two, onlooker], 'joined', [BODY, null, null], from);
      await demandSaid([two, onlooker], 'left', [[], null, null], from);
    },
  ),
  check(
    'a closed connection leaves',
    'A connection that ends leaves: those that remain are told, and its name is free.',
    async (context, clients) => {
      await context.begin();
      await join(clients[0], 'anna', []);
      await demandTold(clients, 'joined', ['anna']);
      await clients[0].close();
      const rest = clients.slice(1);
      await rest[0]!.until('left, after another had closed its connection', () => rest[0]!.of('left').length > 0);
      await demandTold(rest, 'left', ['anna']);
      await join(rest[0]!, 'anna', []);
      await context.demandCounts({ join: [2, clients.length + rest.length], leave: [0, rest.length] });
    },
  ),
  check(
    'names refused',
    'A taken name is refused with name-taken, a second one and leaving without one with wrong-state, a name that cannot be with the code for that.',
    async (context, clients) => {
      const [one, two] = clients;
      await context.begin();
      await one.expectRefusedRequests([...IMPOSSIBLE, ['leave', {}, 'wrong-state', 'leave without a name']]);
      await join(one, 'anna', []);
      await two.expectRefusedRequests([['join', { name: 'anna' }, 'name-taken', "join with another's name"]]);
      await one.expectRefusedRequests([
        ['join', { name: 'bob' }, 'wrong-state', 'a second join'],
        ['join', { name: 'anna' }, 'wrong-state', 'a second join with the same name'],
      ]);
      await demandTold(clients, 'joined', ['anna']);
      await context.demandCounts({ join: [1, clients.length] }, IMPOSSIBLE.length + 4);
    },
  ),
  {
    name: 'any name',
    rule: `A name is any text of 1 to ${NAME_LIMIT} UTF-16 units, told as it was given; letters count as they are.`,
    scope: 'transport',
    needs: all('join'),
    run: async (context) => {
      const there: string[] = [];
      for (const name of ODD) {
        await join(await context.connect(`the client called ${show(name)}`), name, there);
        there.push(name);
      }
      const onlooker = await context.connect('the onlooker');
      await onlooker.expectRefusedRequests(
        ODD.map((name) => ['join', { name }, 'name-taken', `join as ${show(name)} again`]),
      );
      return undefined;
    },
  },
];
