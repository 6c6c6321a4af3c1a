import { withBeside } from './beside-table.ts';
import { type App, readApps } from './manifest.ts';

const beside = {
  envelope: 'a | b',
  names: 'events',
  acknowledgements: 'none',
  heartbeat: 'none',
  backlog: 'ends',
  leftOut: 'nothing',
};
const transports = { websocket: { compression: ['browser'] }, rest: {} };
const app = { id: 'shout', label: 'Shout', transports, beside } as unknown as App;
const page =
  '<!-- Written by ./outcry generate from apps/*/app.json: change those. -->\n<!-- end of what is written -->\n';

test('an app is a row of what it adds and leaves out, and of what is compressed; what it does not say is not said', () => {
  const rows = withBeside(page, [app, { ...app, id: 'hush', beside: undefined, transports: {} } as unknown as App])
    .split('\n')
    .filter((line) => line.startsWith('| ['));
  expect(rows).toEqual([
    '| [Shout](../apps/shout) | a \\| b | events | none | none | ends | nothing | WebSocket |',
    '| [Shout](../apps/hush) | not said | not said | not said | not said | not said | not said | never |',
  ]);
});

test('apps that say the same share a row', () => {
  const other = { ...app, id: 'yell', label: 'Yell' };
  expect(withBeside(page, [app, other])).toContain(
    '\n| [Shout](../apps/shout), [Yell](../apps/yell) | a \\| b | events | none | none | ends | nothing | WebSocket |\n',
  );
});

test('a cell of several words of a further runtime that the row above has too is a ditto mark', () => {
  const like = { ...app, id: 'like', runtimeOf: 'shout', beside: { ...beside, backlog: 'waits' } } as unknown as App;
  const last = { ...app, id: 'last', beside: { ...beside, backlog: 'lasts' } } as unknown as App;
  const rows = withBeside(page, [app, like, last])
    .split('\n')
    .flatMap((line) => /^\| \[.*?\) \| (.*) \|$/.exec(line)?.[1] ?? []);
  expect(rows).toEqual([
    'a \\| b | events | none | none | ends | nothing | WebSocket',
    '″ | events | none | none | waits | nothing | WebSocket',
    'a \\| b | events | none | none | lasts | nothing | WebSocket',
  ]);
});

test('every app of this repository says it', () => {
  expect(readApps().filter((one) => one.beside === undefined)).toEqual([]);
});
