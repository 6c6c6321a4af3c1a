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
  ['9.2.3', '7.4'],
  ['8.0.3', '7.0'],
  ['10.0.0', '7.4'],
  ['8.1.0', '7.4'],
])('libraries of version %s go with servers from %s on', (library, server) => {
  expect(oldestServer(library)).toBe(server);
});

test.each([
  ['7.4.0 build 3372', '9.2.3'],
  ['7.10.0', '9.2.3'],
  ['8.0.0', '9.2.3'],
  ['7.2.0 build 2001', '8.0.3'],
  ['7.0.0', '8.0.3'],
])('a server %s is taken with %s', (server, library) => {
  expect(whyTooOld(server, library)).toBeNull();
});

test('a server that is too old is refused with what there is for it', () => {
  expect(whyTooOld('7.3.3 build 1', '9.2.3')).toBe(
    'it is Lightstreamer Server 7.3.3 build 1, and the client libraries of this app, 9.2.3, need 7.4 or newer; measure it as lightstreamer@8.0, which has older ones',
  );
  expect(whyTooOld('6.1', '8.0.3')).toBe(
    'it is Lightstreamer Server 6.1, and the client libraries of this app, 8.0.3, need 7.0 or newer',
  );
});
