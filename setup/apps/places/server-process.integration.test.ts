import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setEnvironment } from '../../../system/testing/environment.ts';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import { type App, platformAlone } from '../manifest/manifest.ts';
import { type ServerOptions, startServer } from './server-process.ts';

/** Says its environment in its ready line. */
const SERVER = `
  const runtime = JSON.stringify(process.env);
  console.log(JSON.stringify({ ready: true, port: 1, versions: { runtime } }));
  setInterval(() => {}, 1000);`;

/** The environment of a server of an app with these fields besides. */
async function environmentOf(more: Partial<App>, options: ServerOptions = {}): Promise<Record<string, string>> {
  const dir = temporaryFolder();
  writeFileSync(join(dir, 'server.mjs'), SERVER);
  const server = await startServer(
    { ...platformAlone(), dir, start: [process.execPath, 'server.mjs'], ...more },
    options,
  );
  await server.kill();
  return JSON.parse(server.versions.runtime!);
}

test('a server gets nothing of the caller that could change its figures', async () => {
  setEnvironment({ NODE_OPTIONS: '--no-such-option', http_proxy: 'http://127.0.0.1:9', DEBUG: '*', HINT: 'set' });
  const env = await environmentOf({});
  expect(env).not.toHaveProperty('NODE_OPTIONS');
  expect(env).not.toHaveProperty('http_proxy');
  expect(env).not.toHaveProperty('DEBUG');
  expect(env).not.toHaveProperty('HINT');
  expect(env).toMatchObject({ NODE_ENV: 'production', HOST: '127.0.0.1', PATH: process.env.PATH });
});

test('a server gets what its app lists, and what names its part and its services', async () => {
  setEnvironment({ HINT: 'a', SHOUT_HOME: 'b', REDIS_URL: 'c', OTHER: 'd' });
  const substitute = { of: 'a part', is: 'another', unless: ['SHOUT_HOME'] };
  const env = await environmentOf({ environment: ['HINT'], substitute, requires: ['redis>=7'] });
  expect(env).toMatchObject({ HINT: 'a', SHOUT_HOME: 'b', REDIS_URL: 'c' });
  expect(env).not.toHaveProperty('OTHER');
});

test('a server that lives for a test alone is told so, and is started by the command for that where its app has one', async () => {
  setEnvironment({ SHORT_LIVED: 'on' });
  expect(await environmentOf({})).not.toHaveProperty('SHORT_LIVED');
  expect(await environmentOf({}, { shortLived: true })).toMatchObject({ SHORT_LIVED: 'on' });
  const startShortLived = ['env', 'STARTED=soon', process.execPath, 'server.mjs'];
  expect(await environmentOf({ startShortLived }, { shortLived: true })).toMatchObject({ STARTED: 'soon' });
  expect(await environmentOf({ startShortLived })).not.toHaveProperty('STARTED');
});

test('a server that this CPU cannot run is told in a sentence', async () => {
  const app = { ...platformAlone(), dir: temporaryFolder(), start: ['sh', '-c', 'kill -ILL $$'] };
  await expect(startServer(app)).rejects.toThrow(
    /server ended with SIGILL before it was ready\. It needs an instruction that this CPU does not have: .*; started with: sh/,
  );
});
