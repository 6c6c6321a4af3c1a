/** Machines where nothing can be written: file systems in a mount namespace of their own (`unshare`), where that is allowed. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readMachines } from './machine-spec.ts';
import { RemoteMachine } from './remote-machine.ts';

const mountable = spawnSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).status === 0;
if (!mountable)
  process.stderr.write('machines without room: skipped, no file system can be mounted in a namespace here\n');

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
for (const name of ['home', 'tmp']) mkdirSync(at(name));
writeFileSync(at('large'), 'x'.repeat(1_000_000));

const FULL = 'tmpfs -o size=64k tmpfs';
const READ_ONLY = 'tmpfs -o ro tmpfs';

/** @param mounts commands in the machine's mount namespace */
function open(...mounts: string[]): Promise<RemoteMachine> {
  const commands = [...mounts.map((mount) => `mount -t ${mount}`), 'exec sh'].join(' && ');
  const env = `XDG_CACHE_HOME=${at('home')} TMPDIR=${at('tmp')} XDG_RUNTIME_DIR=`;
  return RemoteMachine.open(readMachines(`exec:"${env} exec unshare --mount sh -c '${commands}'"`)[0]!);
}

(mountable ? describe : describe.skip)('a machine', () => {
  test.each([
    ['with a read-only home and a full disk keeps files in memory', READ_ONLY, /^\/dev\/shm\/outcry-agent-/],
    ['with a full home keeps them in its temporary folder', FULL, /\/tmp\/outcry-agent-\d+\//],
  ])('%s', async (_, home, expected) => {
    const tmp = home === READ_ONLY ? [`${FULL} ${at('tmp')}`] : [];
    const machine = await open(`${home} ${at('home')}`, ...tmp, 'tmpfs tmpfs /dev/shm');
    const [there] = await machine.ship([at('large')]);
    expect(there).toMatch(expected);
    await machine.close();
  });

  test('where nothing can be written says where it tried, why not, and what to do', async () => {
    const machine = await open(`${READ_ONLY} ${at('home')}`, `${FULL} ${at('tmp')}`, `${FULL} /dev/shm`);
    await expect(machine.ship([at('large')])).rejects.toThrow(
      /nothing can be written there \(\S+home\/outcry-agent: it is read-only; \S+tmp\/outcry-agent-\d+: the disk is full; \/dev\/shm\/outcry-agent-\d+: the disk is full\); free some space/,
    );
    await machine.close();
  });
});
