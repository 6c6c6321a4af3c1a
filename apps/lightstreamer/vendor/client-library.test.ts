import app from '../app.json' with { type: 'json' };
import manifest from '../package.json' with { type: 'json' };
import { CLIENT_LIBRARY, oldestServer, whyTooOld } from './client-library.ts';

const generationOf = (version: string): string => version.split('.').slice(0, 2).join('.');

test.each([['the app', manifest.dependencies], ...Object.entries(app.versions.sets)])(
  'pages and Node.js have libraries of one generation (%s)',
  (_, { 'lightstreamer-client-node': node, 'lightstreamer-client-web': web }) => {
    expect(generationOf(node)).toBe(generationOf(web));
  },
);

test('the library is the one that the pages have', () => {
  expect(CLIENT_LIBRARY).toBe(manifest.dependencies['lightstreamer-client-web']);
});

test.each([
  ['9.2.3', '7.4', ['7.4.0 build 3372', '7.10.0', '8.0.0']],
  ['8.0.3', '7.0', ['7.2.0 build 2001', '7.0.0']],
  ['10.0.0', '7.4', []],
  ['8.1.0', '7.4', []],
])('libraries %s work with servers from %s on, such as %j', (library, oldest, servers) => {
  expect(oldestServer(library)).toBe(oldest);
  for (const server of servers) expect(whyTooOld(server, library)).toBeNull();
});

test.each([
  ['7.3.3 build 1', '9.2.3', '7.4 or newer; measure it as lightstreamer@8.0, which has older ones'],
  ['6.1', '8.0.3', '7.0 or newer'],
])('a server %s is too old for libraries %s, and the message says what works', (server, library, wanted) => {
  expect(whyTooOld(server, library)).toBe(
    `it is Lightstreamer Server ${server}, and the client libraries of this app, ${library}, need ${wanted}`,
  );
});
