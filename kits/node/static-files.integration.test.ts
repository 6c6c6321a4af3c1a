import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { serveStatic } from './static-files.ts';

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'public', 'assets'), { recursive: true });
  mkdirSync(join(folder, 'public-not'));
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'public-not', 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'public', 'load.html'), '<p>load</p>');
  writeFileSync(join(folder, 'public', 'index.html'), '<p>index</p>');
  writeFileSync(join(folder, 'public', 'a b.bin'), 'blob');
  writeFileSync(join(folder, 'public', 'assets', 'load-B4x9_k2Z.js'), 'let a;');
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'public', 'link.txt'));
  server = createServer((incoming, response) => void serveStatic(join(folder, 'public'), incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  server.close();
});

/** A request whose path reaches the server as it is written here, which `fetch` would tidy up. */
function ask(path: string, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }));
    })
      .on('error', reject)
      .end();
  });
}

test.each([
  ['/load.html', 'text/html; charset=utf-8', '<p>load</p>'],
  ['/load.html?clients=2', 'text/html; charset=utf-8', '<p>load</p>'],
  ['/', 'text/html; charset=utf-8', '<p>index</p>'],
  ['/assets/load-B4x9_k2Z.js', 'text/javascript; charset=utf-8', 'let a;'],
  ['/a%20b.bin', 'application/octet-stream', 'blob'],
])('%s is served as %s', async (path, type, body) => {
  expect(await ask(path)).toMatchObject({ status: 200, body, headers: { 'content-type': type } });
});

test.each([
  '/nothing.html',
  '/assets',
  '/assets/',
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/../../secret.txt',
  '/../public-not/secret.txt',
  '/link.txt',
  '//etc/passwd',
  '/load.html%00.txt',
  '/%zz',
  '/%ff',
])('%s is not found', async (path) => {
  const { status, body } = await ask(path);
  expect([status, body]).toEqual([404, 'not found\n']);
});

test('only what is named by its content may be kept without asking', async () => {
  const kept = await ask('/assets/load-B4x9_k2Z.js');
  expect(kept.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await ask('/load.html')).headers['cache-control']).toBe('no-cache');
});

test('HEAD has no body', async () => {
  expect(await ask('/load.html', 'HEAD')).toMatchObject({ status: 200, body: '', headers: { 'content-length': '11' } });
});
