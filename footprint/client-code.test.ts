import { gzipSync } from 'node:zlib';
import { ownerOf, weigh } from './client-code.ts';

const APPS = '/somewhere/apps';
const APP = '/somewhere/apps/made-up';

test.each([
  ['/somewhere/apps/made-up/node_modules/client/index.js', 'framework'],
  ['/somewhere/apps/made-up/node_modules/client/node_modules/parser/index.js', 'framework'],
  ['/somewhere/apps/made-up/socket.ts', 'own'],
  ['/somewhere/apps/shared-by-apps/envelope.ts', 'own'],
  ['/somewhere/apps/imported/node_modules/client/index.js', 'framework'],
  ['/somewhere/apps/made-up-2/socket.ts', 'own'],
  ['/somewhere/shared-ui/page.ts', 'page'],
  ['/somewhere/node_modules/view-library/index.js', 'page'],
  ['\0bundler/runtime.js', 'page'],
])('%j is of the %s', (id, owner) => {
  expect(ownerOf(id, APP, APPS)).toBe(owner);
});

test('chunks are added up by owner, in bytes, each compressed by itself', () => {
  const code = 'const a = "ø";';
  expect(
    weigh([
      { owner: 'own', code },
      { owner: 'own', code },
      { owner: 'page', code: '' },
    ]),
  ).toEqual({
    framework: { minified: 0, gzip: 0 },
    own: { minified: 30, gzip: 2 * gzipSync(code).length },
    page: { minified: 0, gzip: gzipSync('').length },
  });
});
