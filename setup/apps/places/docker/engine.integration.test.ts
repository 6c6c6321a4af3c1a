import { hostname } from 'node:os';
import { EXIT } from '../../../../system/errors.ts';
import { OWN_MARK } from '../../../../system/process-owner.ts';
import { setEnvironment } from '../../../../system/testing/environment.ts';
import { removeAbandoned } from './abandoned.ts';
import { findEngine } from './engine.ts';
import { AWAY, FakeEngine } from './testing/fake-engine.ts';

let engine: FakeEngine;
beforeEach(() => {
  engine = new FakeEngine();
});
afterEach(() => engine.close());

describe('an engine', () => {
  test('is the one of the context that is asked for, in every call', async () => {
    const { context, docker, local } = await findEngine('far');
    await docker.ask(['ps']);
    expect([context, local]).toEqual(['far', true]);
    expect(engine.calls('info')[0]!.context).toBe('far');
    expect(engine.calls('ps')[0]!.context).toBe('far');
  });

  test('is the one of DOCKER_HOST, which no context names', async () => {
    setEnvironment({ DOCKER_HOST: 'tcp://far.example:2376' });
    const found = await findEngine(null);
    expect(found).toMatchObject({ context: 'DOCKER_HOST', local: false });
    expect(found.docker.settings()).toMatchObject({ DOCKER_HOST: 'tcp://far.example:2376' });
    expect(engine.calls().map(({ context }) => context)).toEqual([null]);
  });

  test('that cannot be reached is missing, and what to do is said', async () => {
    engine.is('away', AWAY);
    await expect(findEngine(null)).rejects.toMatchObject({
      exitCode: EXIT.missing,
      message: expect.stringMatching(
        /\(context default\) cannot be reached: .*Cannot connect[\s\S]*Start it, name another/,
      ),
    });
  });

  test('of a context that there is not is wrong use', async () => {
    await expect(findEngine('nowhere')).rejects.toMatchObject({
      exitCode: EXIT.usage,
      message: expect.stringContaining('docker has no context "nowhere"'),
    });
  });

  test('has the CPUs that it says', async () => {
    const { demandCpus } = await findEngine(null);
    expect(demandCpus('0-3')).toBe('0-3');
    expect(() => demandCpus('4')).toThrow("--server-cpus 4: the engine's machine has CPUs 0-3 (context default)");
  });

  test('loses the containers of starts that run no more, and no others', async () => {
    const owners = [`${hostname()}/4194305-1`, `${hostname()}/${OWN_MARK}`, 'another-machine/4194305-1'];
    engine.is('abandoned', owners.map((owner, index) => `id${index} ${owner}`).join('\n'));
    expect(await removeAbandoned((await findEngine(null)).docker)).toBe(1);
    expect(engine.calls('rm').map(({ words }) => words)).toEqual([['rm', '--force', '--volumes', 'id0']]);
  });
});

test('without docker that is what is missing', async () => {
  setEnvironment({ PATH: '/nowhere' });
  await expect(findEngine(null)).rejects.toMatchObject({
    exitCode: EXIT.missing,
    message: expect.stringContaining('the program docker is missing: install Docker'),
  });
});
