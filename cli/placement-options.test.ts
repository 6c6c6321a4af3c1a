import { Command } from 'commander';
import { AWAY, FakeEngine } from '../setup/apps/places/docker/testing/fake-engine.ts';
import { allowedCpus } from '../system/cpus.ts';
import { EXIT } from '../system/errors.ts';
import { type PlacementOptions, placeFor, placementOf, withPlacement } from './placement-options.ts';
import type { SwarmOptions } from './swarm-options.ts';

let engine: FakeEngine;
beforeEach(() => {
  engine = new FakeEngine();
});
afterEach(() => engine.close());

/** What the command line's words say. */
function options(...words: string[]): PlacementOptions {
  const command = withPlacement(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  return command.parse(words, { from: 'user' }).opts();
}

const asked = (...words: string[]) => placementOf(options(...words));
const usage = (message: string) => ({ exitCode: EXIT.usage, message: expect.stringContaining(message) });

describe('where server and swarm run', () => {
  test('is said in nothing but what was asked for', async () => {
    expect(await asked()).toBeNull();
    expect(await asked('--server', 'docker')).toEqual({ server: 'container', context: 'default' });
    const all = ['--server', 'docker:far', '--server-cpus', '1,0', '--server-memory', '512m'];
    expect(await asked(...all)).toEqual({
      server: 'container',
      context: 'far',
      serverCpus: '0-1',
      serverMemory: 512 * 2 ** 20,
    });
  });

  test('is each with cores of its own, whatever the server is', async () => {
    const cpus = allowedCpus()!;
    engine.is('cpus', '10000');
    const shares = { serverCpus: String(cpus.at(-1)), swarmCpus: expect.any(String) };
    expect(await asked('--pin', '--server-cpus', shares.serverCpus)).toEqual({ server: 'process', ...shares });
    expect(await asked('--pin', '--server', 'docker', '--server-cpus', shares.serverCpus)).toEqual({
      server: 'container',
      context: 'default',
      ...shares,
    });
  });

  test.each([
    ['--server', 'podman'],
    ['--server', 'docker:'],
    ['--server', 'docker: x'],
    ['--server-cpus', '1-0'],
    ['--server-cpus', 'all'],
    ['--server-memory', '512'],
    ['--server-memory', '1k'],
  ])('is not %s %s', (...words) => {
    expect(() => options(...words)).toThrow(/invalid/);
  });

  test('cannot be said in halves', async () => {
    await expect(asked('--server-cpus', '0')).rejects.toMatchObject(
      usage('--server-cpus is for --pin or --server docker'),
    );
    await expect(asked('--server-memory', '1g')).rejects.toMatchObject(usage('--server-memory is for --server docker'));
    await expect(asked('--server', 'docker', '--server-cpus', '9')).rejects.toMatchObject(usage('has CPUs 0-3'));
  });

  test('is on one machine for --pin', async () => {
    engine.is('endpoint', 'tcp://far.example:2376');
    await expect(asked('--pin', '--server', 'docker:far')).rejects.toMatchObject(
      usage('--pin is for servers on this machine'),
    );
  });

  test('is looked for again by a session that goes on', async () => {
    const placement = { server: 'container', context: 'default' } as const;
    await placeFor(placement, {} as SwarmOptions);
    engine.is('away', AWAY);
    await expect(placeFor(placement, {} as SwarmOptions)).rejects.toMatchObject({ exitCode: EXIT.missing });
    const gone = { server: 'process', serverCpus: '4095', swarmCpus: '0' } as const;
    await expect(placeFor(gone, {} as SwarmOptions)).rejects.toThrow(/resume it where it began/);
  });
});
