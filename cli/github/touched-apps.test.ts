import { touchedApps } from './touched-apps.ts';

const APPS = [
  { id: 'alpha', kits: ['node'], imports: [] },
  { id: 'alpha-go', kits: ['go'], imports: ['alpha'] },
  { id: 'beta', kits: ['node', 'cluster'], imports: [] },
];

test.each([
  ['its own folder', ['apps/beta/server.ts'], ['beta']],
  ['a folder that begins with its name', ['apps/alpha-go/main.go'], ['alpha-go']],
  ['an app that it imports from', ['apps/alpha/socket.ts'], ['alpha', 'alpha-go']],
  ['its kit', ['kits/node/room.ts'], ['alpha', 'beta']],
  ['a kit and an app, each app once', ['kits/cluster/a.ts', 'apps/beta/a.ts'], ['beta']],
  ['files beside the folders', ['apps/README.md', 'docs/apps/alpha/x', 'kits'], []],
  ['a removed app, and names for a shell', ['apps/gone/a.ts', 'apps/$(reboot)/a', 'apps/--all/a', 'apps/../a'], []],
])('%s', (_, paths, touched) => {
  expect(touchedApps(paths, APPS)).toEqual(touched);
});
