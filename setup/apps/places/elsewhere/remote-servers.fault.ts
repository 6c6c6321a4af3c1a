/** Servers on a machine that a real ssh leads to, which is this one. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { readMachines } from '../../../../system/elsewhere/machine-spec.ts';
import type { RemoteMachine } from '../../../../system/elsewhere/remote-machine.ts';
import { EXIT } from '../../../../system/errors.ts';
import { isRunning } from '../../../../system/process-owner.ts';
import { eventually } from '../../../../system/testing/eventually.ts';
import { killedAfterLine } from '../../../../system/testing/program.ts';
import { noSshd, SSH_HOST, type SshMachine, startSshd } from '../../../../system/testing/sshd.ts';
import { temporaryFolder } from '../../../../system/testing/temporary-folder.ts';
import type { App } from '../../manifest/manifest.ts';
import { madeUpApp } from '../../manifest/testing/made-up-app.ts';
import type { Place, PlacedServer } from '../place.ts';
import { remoteServers } from './remote-servers.ts';

/** Answers with what it sees of itself, and ends when it is asked for `/end`. */
const SERVER = `
  import { existsSync } from 'node:fs';
  import { createServer } from 'node:http';
  const { env } = process;
  const server = createServer((request, response) => {
    if (request.url === '/end') { console.error('asked to end'); process.exit(7); }
    response.end(JSON.stringify({ cwd: process.cwd(), data: existsSync('data'), host: env.HOST, home: env.HOME, hidden: env.HIDDEN }));
  });
  server.listen(0, env.HOST, () => console.log(JSON.stringify({ ready: true, port: server.address().port })));`;

const spec = readMachines(`ssh:${SSH_HOST}`)[0]!;
const { PATH } = process.env;
/** What the machine keeps: the first test sends the packages that all need. */
const cache = temporaryFolder();
let sshd: SshMachine;
let place: Place;

function appWith(server: string, change: Partial<App> = {}): App {
  const dir = join(temporaryFolder(), 'apps', 'fast');
  mkdirSync(join(dir, 'dist'), { recursive: true });
  writeFileSync(join(dir, 'dist', 'server.mjs'), server);
  return madeUpApp('fast', { dir, requires: ['node'], start: ['node', 'dist/server.mjs'], ...change });
}

const pidOf = ({ meter }: PlacedServer): number => (meter as { pid: number }).pid;

if (noSshd !== null) process.stderr.write(`servers by ssh: skipped, ${noSshd}\n`);

(noSshd === null ? describe : describe.skip)('a server on a machine by ssh', () => {
  beforeEach(async () => {
    sshd = await startSshd({ config: [`SetEnv XDG_CACHE_HOME=${cache}`] });
    process.env.PATH = `${sshd.bin}${delimiter}${PATH}`;
    place = remoteServers(spec, null);
  });
  afterEach(async () => {
    process.env.PATH = PATH;
    await place.close!();
    await sshd.stop();
  });

  test('a server runs there from its own folder, is reached on loopback alone, and is gone when it is stopped', async () => {
    const [app, said] = [appWith(SERVER), [] as string[]];
    await place.prepare!(app, (line) => said.push(line));
    const server = await place.start(app);
    expect(said).toEqual(['sending fast to ssh:lab-2: only what is missing there']);
    expect(server).toMatchObject({
      host: 'other',
      handedOn: false,
      meter: { by: 'machine' },
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/),
    });
    const seen = await (await fetch(server.url)).json();
    expect(seen).toMatchObject({ cwd: expect.stringMatching(/apps\/fast$/), data: true, host: '127.0.0.1' });
    expect(seen.cwd).not.toBe(app.dir);
    expect(isRunning(pidOf(server))).toBe(true);
    await server.stop();
    expect([server.running(), isRunning(pidOf(server))]).toEqual([false, false]);
  });

  test('what becomes of a server is told with the end of its log', async () => {
    const server = await place.start(appWith(SERVER));
    await fetch(`${server.url}/end`).catch(() => {});
    expect(await server.exited).toBe('code 7');
    expect(server.log()).toBe('asked to end');
  });

  test('a server that does not come up is named with its log', async () => {
    await expect(place.start(appWith("console.error('no such thing'); process.exit(3)"))).rejects.toThrow(
      'the fast server on ssh:lab-2 ended with code 3 before it was ready; started with: node dist/server.mjs\nIts log ends:\nno such thing',
    );
  });

  test('when the machine vanishes, its servers say so, and the next one is started after it is back', async () => {
    const app = appWith(SERVER);
    const server = await place.start(app);
    const { machine } = server.meter as { machine: { giveUp(why: string): void } };
    machine.giveUp('was not heard of for 20 s');
    expect(await server.exited).toBe('its machine, which was not heard of for 20 s,');
    await eventually(() => !isRunning(pidOf(server)), 'the server had ended');
    const next = await place.start(app);
    expect(next.running()).toBe(true);
  });

  test('servers that are started side by side share a connection, also after the machine vanished', async () => {
    const app = appWith(SERVER);
    const two = async () => {
      const servers = await Promise.all([place.start(app), place.start(app)]);
      return servers.map(({ meter }) => (meter as { machine: RemoteMachine }).machine);
    };
    const [first, other] = await two();
    expect(other).toBe(first);
    first!.giveUp('was not heard of for 20 s');
    const [next, another] = await two();
    expect(next).not.toBe(first);
    expect(another).toBe(next);
  });

  test('what a server needs there is looked for first, and named', async () => {
    await expect(place.prepare!(appWith('', { start: ['no-such-runtime', 'x'] }), () => {})).rejects.toMatchObject({
      message: 'fast cannot run on ssh:lab-2: there is no no-such-runtime in the PATH that ssh gives; install it there',
      exitCode: EXIT.missing,
    });
  });

  test('after kill -9 of the runner nothing runs there', async () => {
    const app = appWith(SERVER);
    const module = join(import.meta.dirname, 'remote-servers.ts');
    const pid = Number(
      await killedAfterLine(`
      process.env.PATH = ${JSON.stringify(process.env.PATH)};
      const { remoteServers } = await import(${JSON.stringify(module)});
      const place = remoteServers(${JSON.stringify(spec)}, null);
      const server = await place.start(${JSON.stringify(app)});
      console.log(server.meter.pid);
      setInterval(() => {}, 1000);`),
    );
    expect(pid).toBeGreaterThan(0);
    await eventually(() => !isRunning(pid), 'the server had ended');
  });
});
