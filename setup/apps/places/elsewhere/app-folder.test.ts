import { isSent } from './app-folder.ts';

test.each([
  ['apps/one/dist/server.mjs', true],
  ['apps/one/node_modules/a/index.js', true],
  ['apps/one/node_modules/a/package.json', true],
  ['kits/node/node_modules/a/prebuilds/linux-x64/a.node', true],
  ['apps/one/views/page.md', true],
  ['kits/node/node_modules/a/index.d.ts', false],
  ['kits/node/node_modules/a/index.js.map', false],
  ['apps/one/node_modules/@a/b/src/b.cc', false],
])('%s is sent: %s', (path, sent) => {
  expect(isSent(path)).toBe(sent);
});
