import { EXIT } from '../../../../system/errors.ts';
import { takePriority } from '../../../../system/priority/take.ts';
import { type App, platformAlone } from '../../manifest/manifest.ts';
import type { Placement } from '../place.ts';
import { containers } from './containers.ts';
import { findEngine } from './engine.ts';
import { AWAY, type Call, FakeEngine } from './testing/fake-engine.ts';

let engine: FakeEngine;
beforeEach(() => {
  engine = new FakeEngine();
});
afterEach(() => engine.close());

const app = platformAlone();
const PLACEMENT: Placement = { server: 'container', context: 'default' };

async function placed(placement: Partial<Placement> = {}, advertise: string | null = null) {
  return containers(await findEngine(null), { placement: { ...PLACEMENT, ...placement }, advertise });
}

describe('a server in a container', () => {
  test('is reached by its published port and says what it is, as one that is a process does', async () => {
    engine.is('ready.json', { ready: true, port: 4000, versions: { framework: 'x 1' }, notice: 'say this' });
    const server = await (await placed()).start(app);
    expect(server).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      versions: { framework: 'x 1', runtime: null },
      notice: 'say this',
      substitute: null,
      engine: { version: '20.10.24', cores: 4, kernel: 'Linux 6.1.0' },
      handedOn: true,
    });
    expect(server.control.url).toBe(server.url);
    expect(server.running()).toBe(true);
    await server.stop();
    expect(server.running()).toBe(false);
    expect(engine.calls().map(({ words }) => words[0])).toContain('stop');
    expect(engine.says('made.json')).toBeNull();
  });

  test('has no rights, writes to memory alone, and listens on loopback', async () => {
    const server = await (await placed({ serverCpus: '0-1', serverMemory: 2 ** 29 })).start(app);
    await server.stop();
    const [{ words }] = engine.calls('create') as [Call];
    const text = words.join(' ');
    for (const part of [
      '--cap-drop ALL',
      '--security-opt no-new-privileges',
      '--read-only',
      '--tmpfs /tmp:exec',
      '--publish 127.0.0.1::4000',
      '--cpuset-cpus 0-1',
      '--memory 536870912b --memory-swap 536870912b',
      '--pull never',
      '--label outcry.owner=',
    ]) {
      expect(text).toContain(part);
    }
    expect(words.slice(-app.start.length)).toEqual(app.start);
    expect(words.at(-app.start.length - 1)).toBe(`outcry-app-${app.id}`);
  });

  test('comes before others on the CPU under a priority, and only then', async () => {
    await (await (await placed()).start(app)).stop();
    const { release } = takePriority();
    await (await (await placed()).start(app)).stop();
    release();
    const shares = engine.calls('create').map(({ words }) => words[words.indexOf('--cpu-shares') + 1]);
    expect(shares).toEqual(['create', '262144']);
  });

  test('is given its control token in nobody’s sight', async () => {
    const server = await (await placed()).start(app);
    const { token } = server.control;
    expect(JSON.parse(engine.says('made.json')!).token).toBe(token);
    await server.stop();
    expect(engine.says('calls.jsonl')).not.toContain(token);
    expect(engine.calls().filter((call) => call.token !== null)).toHaveLength(1);
  });

  test('that ends by itself says so, with its exit code', async () => {
    const server = await (await placed()).start(app);
    engine.is('state.json', { ExitCode: 139 });
    engine.crash();
    expect(await server.exited).toBe(139);
    expect(server.running()).toBe(false);
    await server.stop();
  });

  test('that wants more memory than it may have says that', async () => {
    const server = await (await placed({ serverMemory: 2 ** 26 })).start(app);
    engine.is('state.json', { ExitCode: 137, OOMKilled: true });
    engine.crash();
    expect(await server.exited).toMatch(/^137, killed for more memory than it may have/);
    await server.stop();
  });

  test('whose engine goes away ends with it, and is removed when that is back', async () => {
    const server = await (await placed()).start(app);
    engine.is('away', AWAY);
    engine.crash();
    expect(await server.exited).toMatch(/^its engine, which does not answer \(.*Cannot connect/);
    await server.stop();
    expect(server.running()).toBe(false);
    expect(engine.says('made.json')).not.toBeNull();
    engine.isNoMore('away');
    await server.stop();
    expect(engine.says('made.json')).toBeNull();
  });

  test('cannot be had from an engine that has gone away meanwhile, and the session can go on later', async () => {
    const place = await placed();
    engine.is('away', AWAY);
    await expect(place.start(app)).rejects.toMatchObject({
      exitCode: EXIT.missing,
      message: expect.stringMatching(/does not answer any more: [\s\S]*go on with .\/outcry run --resume/),
    });
  });

  test('that does not come up is an error with the end of its log, and nothing is left', async () => {
    engine.is('ends', '3');
    const starting = (await placed()).start(app);
    await expect(starting).rejects.toThrow(/ended with 3 before it was ready[\s\S]*Its log ends:\na line of the log/);
    expect(engine.calls('rm').length).toBeGreaterThan(0);
    expect(engine.says('made.json')).toBeNull();
  });

  test('is sampled by its engine where its processes cannot be seen here', async () => {
    const { meter, host, stop } = await (await placed()).start(app);
    expect([host, meter.by]).toEqual(['hidden', 'engine']);
    if (meter.by !== 'engine') throw new Error('unreachable');
    const readings = (await meter.begin()).end();
    // 25 ms of CPU time in each 100 ms of the engine's clock; what came first is what the next is the growth since.
    const reading = { at: expect.any(Number), cpuPercent: expect.closeTo(25, 6), memoryBytes: 4000 };
    expect(readings).toEqual([reading, reading]);
    expect(engine.says('asked-engine')).toMatch(/^GET \/containers\/[0-9a-f]{64}\/stats\?stream=true HTTP\/1\.0\r\n/);
    await stop();
  });

  test('of which clients want a second port is refused', async () => {
    engine.is('ready.json', { ready: true, port: 4000, otherPort: 'the broker has a port of its own' });
    await expect((await placed()).start(app)).rejects.toMatchObject({
      exitCode: EXIT.usage,
      message: expect.stringContaining('the broker has a port of its own'),
    });
  });

  test('does not share cores with a swarm that it shares no machine with', async () => {
    const starting = (await placed({ serverCpus: '1', swarmCpus: '0' })).start(app);
    await expect(starting).rejects.toThrow(
      /--pin: containers of context default do not run on the CPUs of this machine/,
    );
  });
});

describe('an engine on another machine', () => {
  beforeEach(() => engine.is('endpoint', 'ssh://me@far.example'));

  test('wants to be told how it is reached', async () => {
    await expect(placed()).rejects.toMatchObject({
      exitCode: EXIT.usage,
      message: expect.stringMatching(/on another machine; say with --advertise HOST/),
    });
  });

  test('publishes on all its interfaces then, and its containers are elsewhere', async () => {
    // By which "elsewhere" is this machine all the same.
    const server = await (await placed({}, '127.0.0.1')).start(app);
    expect([server.host, server.meter.by]).toEqual(['other', 'engine']);
    const [{ words }] = engine.calls('create') as [Call];
    expect(words).toContain('0.0.0.0::4000');
    await server.stop();
  });
});

describe('before anything is measured', () => {
  const prepare = async (of: App = app): Promise<string[]> => {
    const said: string[] = [];
    await (await placed()).prepare!(of, (line) => said.push(line));
    return said;
  };

  test('an image that is missing is built, and the next time it is there', async () => {
    expect(await prepare()).toEqual([expect.stringMatching(/^building the image outcry-app-.* is missing/)]);
    const [{ words }] = engine.calls('build') as [Call];
    expect(words).toEqual(expect.arrayContaining(['--build-arg', `APP=${app.id}`]));
    expect(await prepare()).toEqual([]);
    expect(engine.calls('build')).toHaveLength(1);
  });

  test('an image of an app as it was is built anew', async () => {
    engine.is('image.json', { 'outcry.sources': 'what it was' });
    expect(await prepare()).toEqual([expect.stringContaining('not of the app as it is now')]);
  });

  test('a build that fails is an error with what docker said', async () => {
    engine.is('build-fails', 'ERROR: BuildKit is enabled but the buildx component is missing or broken.');
    await expect(prepare()).rejects.toThrow(
      /could not be built; what docker said ends with:\nstep 3 of the build\n[\s\S]*set DOCKER_BUILDKIT=0/,
    );
  });

  test('an app with other versions, or of somewhere else, is refused', async () => {
    await expect(prepare({ ...app, version: '1.2.3' })).rejects.toMatchObject({ exitCode: EXIT.usage });
    await expect(prepare({ ...app, elsewhere: true })).rejects.toMatchObject({ exitCode: EXIT.usage });
  });
});
