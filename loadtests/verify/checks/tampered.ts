/**
 * Events that are broken in the framework's own form: its client sends a right one, and a tap changes a part of it on the way. The sender
 * may be refused or disconnected, or the framework's parser may ignore it; the other clients must not notice.
 */
import { all, type Check } from '../check.ts';
import { demand, show } from '../demand.ts';
import { leave } from '../leaving.ts';
import type { Tap } from '../tap.ts';
import type { TestClient } from '../test-client.ts';

/** A number that no transport sends by itself. Each change of it has its eleven characters. */
const MARK = 73_717_574_737;
const MARK_TEXT = String(MARK);

/** Numbers that JSON does not have, which some parsers take and write again, and numbers that a double does not hold. */
const NUMBERS: Record<string, string> = {
  NaN: 'NaN,NaN,NaN',
  '-Infinity': '-Infinity,0',
  '1e400': '1e000000400',
  '-1e400': '-1e00000400',
};

/** The name of an event as a JSON string, however often it is escaped for a text in a text or for a URL. */
const NAME = /(\\*"|%22)echo\1/;

type Change = (found: string) => string;

/** `text` in the place of the name, with spaces as JSON allows them. */
const instead =
  (text: string): Change =>
  (found) =>
    text.padEnd(found.length);

const NAMES: Record<string, Change> = {
  'a name that is a number': instead('5'),
  'a name that is null': instead('null'),
  'a name that is an array': instead('[[1]]'),
  'a name that is an object': instead('{}'),
  'no name': instead(''),
  'a name that does not end': (found) => `${found.slice(0, found.lastIndexOf('echo') + 4).padEnd(found.length)}`,
};

const BODIES: Record<string, string> = {
  'a body that ends too soon': ']'.repeat(MARK_TEXT.length),
  'a body that does not end': '{'.repeat(MARK_TEXT.length),
  'a text that does not end': `"${'x'.repeat(MARK_TEXT.length - 1)}`,
  'control characters': '\u0001'.repeat(MARK_TEXT.length),
};

const bodyChange =
  (text: string): Tap['edit'] =>
  (sent) =>
    sent.replace(MARK_TEXT, text);

/** What is broken, by what to call it. */
const BROKEN: [what: string, edit: Tap['edit']][] = [
  ...Object.entries(NAMES).map(([what, change]): [string, Tap['edit']] => [what, (sent) => sent.replace(NAME, change)]),
  ...Object.entries(BODIES).map(([what, text]): [string, Tap['edit']] => [what, bodyChange(text)]),
];

/** Waits until the server has had all that `client` sent; false: the connection has ended instead. */
async function isStillThere(client: TestClient): Promise<boolean> {
  try {
    await client.fence();
    return true;
  } catch (error) {
    // A request that is under way when its connection ends is rejected a moment before or after that is told.
    if (await client.reached(() => client.isClosed)) return false;
    throw error;
  }
}

/** Demands that `others` are connected, and get what one of them publishes. */
async function demandUnharmed(others: readonly TestClient[], after: string): Promise<void> {
  for (const other of others) {
    demand(
      !other.isClosed,
      () =>
        `after ${after}, ${other.name}, who had no part in it, must stay, but its connection ended: ${other.closings[0]}`,
    );
  }
  others[0]!.socket.emit('publish', after);
  for (const other of others) {
    const hasCome = (): boolean => other.of('publish').some(({ data }) => data?.body === after);
    await other.reached(() => hasCome() || other.isClosed);
    demand(hasCome(), () => {
      const why = other.isClosed ? `its connection ended: ${other.closings[0]}` : `within ${other.seconds} it did not`;
      return `after ${after}, ${other.name}, who had no part in it, must get what is published, but ${why}`;
    });
  }
}

const NOT_LOOKED_AT = 'not looked at: what the framework’s client sends cannot be changed on the way';

const dying = (kill: () => void): 'ignore' => {
  kill();
  return 'ignore';
};

export const tamperedChecks: Check[] = [
  {
    name: 'numbers that JSON lacks',
    rule: 'NaN, infinity and numbers beyond a double are refused, or come as they can; no client but their sender is disconnected.',
    see: 'protocol/README.md#refusals',
    scope: 'transport',
    needs: all('publish'),
    run: async (context) => {
      const others = await context.connectAll('the publishing client', 'the onlooker');
      const tap = await context.tap();
      for (const [number, text] of Object.entries(NUMBERS)) {
        tap.edit = bodyChange(text);
        const hostile = await context.connect('the hostile client', tap.url);
        const before = tap.edits;
        hostile.socket.emit('publish', [MARK]);
        const isThere = await isStillThere(hostile);
        if (tap.edits === before) {
          context.note = NOT_LOOKED_AT;
          return;
        }
        await demandUnharmed(others, `a publish of ${number}`);
        if (isThere && context.verbs.includes('join')) {
          // Its reply may not come: what is asked next is answered when the server is done with it.
          const asked = hostile.request('join', { name: 'anna', body: [MARK] }).catch(() => {});
          await Promise.race([asked, isStillThere(hostile)]);
          await demandUnharmed(others, `a join with ${number}`);
        }
        await leave(context, hostile, number);
      }
    },
    saboteurs: [
      [
        'takes NaN, and passes it on',
        { takesNaN: true },
        /after a publish of NaN, the .*, who had no part in it, must/,
      ],
      ['dies of what it refuses', { broken: dying }, /after a publish of NaN, the .* must stay/],
    ],
  },
  {
    name: 'broken events',
    rule: 'An event that is broken in the framework’s own form is refused or ignored, or ends its own connection alone.',
    see: 'protocol/README.md#refusals',
    scope: 'transport',
    needs: all('echo'),
    run: async (context) => {
      const onlooker = await context.connect('the onlooker');
      const tap = await context.tap();
      const ignored: string[] = [];
      let edits = 0;
      for (const [what, edit] of BROKEN) {
        tap.edit = edit;
        const hostile = await context.connect('the hostile client', tap.url);
        const before = tap.edits;
        hostile.socket.emit('echo', [MARK]);
        const isThere = await isStillThere(hostile);
        if (tap.edits > before) {
          edits += 1;
          const [echo] = hostile.of('echo');
          demand(echo === undefined, () => `${what} must be refused, but was taken: ${show(echo!.data)}`);
          if (isThere && hostile.refusals.length === 0) ignored.push(what);
        }
        await leave(context, hostile, what);
        demand(
          !onlooker.isClosed,
          () => `after ${what}, the onlooker must stay, but its connection ended: ${onlooker.closings[0]}`,
        );
      }
      await onlooker.fence();
      if (edits === 0) context.note = NOT_LOOKED_AT;
      else if (ignored.length > 0) context.note = `the framework's own parser ignores: ${ignored.join(', ')}`;
    },
    saboteurs: [
      [
        'keeps the connection of who is refused',
        { broken: () => 'leak' },
        /after .* 1 connections are open, but .* counts 2/,
      ],
      ['mends names', { mendsNames: true }, /a name that is a number must be refused, but was taken/],
      ['dies of it', { broken: dying }, /the onlooker must stay|server ended|counts/],
    ],
  },
];
