import { Command } from 'commander';
import { withConditions } from '../../cli/options/condition-options.ts';
import { conditionsAsked } from '../../loadtests/conditions/find.ts';
import condition, { placed } from '../../loadtests/conditions/placement/condition.ts';
import { recordOf } from '../../loadtests/session/testing/record-of.ts';
import { AWAY, FakeEngine } from '../../setup/apps/places/docker/testing/fake-engine.ts';
import type { PlacedServer } from '../../setup/apps/places/place.ts';
import { allowedCpus } from '../../system/cpus.ts';
import { EXIT } from '../../system/errors.ts';

let engine: FakeEngine;
beforeEach(() => {
  engine = new FakeEngine();
});
afterEach(() => engine.close());

function options(...words: string[]): object {
  const command = withConditions(new Command(), [condition])
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  return command.parse(words, { from: 'user' }).opts();
}

const asked = async (...words: string[]) => (await conditionsAsked(options(...words), [condition])).placement;
const plan = (placement: Parameters<typeof condition.plan>[0]) =>
  condition.plan(placement, { host: '127.0.0.1', advertise: null, elsewhere: false });
const usage = (message: string) => ({ exitCode: EXIT.usage, message: expect.stringContaining(message) });

describe('where server and swarm run', () => {
  test('is said in nothing but what was asked for', async () => {
    expect(await asked()).toBeUndefined();
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
    ['--server', 'ssh:'],
    ['--server', 'ssh:-oProxyCommand=touch'],
    ['--server', 'ssh:lab-2 reboot'],
    ['--server', 'ssh:lab-2*2'],
    ['--server', 'ssh:lab-2,lab-3'],
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

  test('may be another machine, whose CPUs are not shared out', async () => {
    expect(await asked('--server', 'ssh:me@lab-2')).toEqual({ server: 'elsewhere', machine: 'ssh:me@lab-2' });
    for (const more of [['--pin'], ['--server-cpus', '0'], ['--server-memory', '1g']]) {
      await expect(asked('--server', 'ssh:lab-2', ...more)).rejects.toMatchObject(
        usage(`${more[0]} is not for --server ssh:HOST`),
      );
    }
  });

  test.each(['exec:touch x', 'docker:bench', 'ssh:-oProxyCommand=x', ''])(
    'is no other machine than one of ssh, whatever a session file says: %j',
    async (machine) => {
      await expect(plan({ server: 'elsewhere', machine })).rejects.toMatchObject(usage('expected ssh:HOST'));
    },
  );

  test('is looked for again by a session that goes on', async () => {
    const placement = { server: 'container', context: 'default' } as const;
    await plan(placement);
    engine.is('away', AWAY);
    await expect(plan(placement)).rejects.toMatchObject({ exitCode: EXIT.missing });
    const gone = { server: 'process', serverCpus: '4095', swarmCpus: '0' } as const;
    await expect(plan(gone)).rejects.toThrow(/resume it where it began/);
  });
});

test('a run says who ran where, and on what', () => {
  const placement = { server: 'container', context: 'far', serverCpus: '0-1' } as const;
  const engine = { version: '20.10.24', cores: 4, memoryBytes: 8e9, kernel: 'Linux 6.1.0' };
  const prepared = placed(placement);
  const { identity, conditionsMeasured } = recordOf((run) => {
    run.session.conditions = new Map([['placement', prepared]]);
    const found = prepared.ofServer!({ engine } as PlacedServer, { name: 'alpha', clients: 2 })!;
    run.found = new Map([['placement', found]]);
  });
  expect(identity.conditions).toEqual({
    placement: {
      value: placement,
      text: 'server in a container (context far) on CPUs 0-1',
      mark: 'in a container',
      otherwise: 'side by side',
    },
  });
  expect(conditionsMeasured).toMatchObject({ placement: { value: engine, machine: true } });
});

test('workers elsewhere are a part of it, whatever else was asked for', async () => {
  const about = { host: '0.0.0.0', advertise: 'here', elsewhere: true };
  const prepared = await condition.prepare(null, about, () => {});
  expect(prepared?.identity).toMatchObject({ value: { server: 'process', workers: 'elsewhere' } });
  expect(await condition.prepare(null, { ...about, elsewhere: false }, () => {})).toBeNull();
});
