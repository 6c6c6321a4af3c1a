/** A full disk: a file system of 64 KiB in a mount namespace of its own (`unshare`), where that is allowed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from '../system/testing/temporary-folder.ts';

const IN_NAMESPACE = ['-rm', 'bash', '-euc'];
const mountable = spawnSync('unshare', [...IN_NAMESPACE, 'mount -t tmpfs -o size=64k tmpfs /mnt']).status === 0;
if (!mountable) process.stderr.write('full disk: skipped, no file system can be mounted in a namespace here\n');

(mountable ? describe : describe.skip)('on a full disk', () => {
  test('a record is refused, nothing of it remains, and the next fits again once there is space', () => {
    const folder = temporaryFolder();
    const script = `
        mount -t tmpfs -o size=64k tmpfs "$1"
        head -c 1000000 /dev/zero > "$1/ballast" 2> /dev/null || true
        "$2" --import tsx "$3" "$1/results" first
        (cd "$1" && find . -type f)
        rm "$1/ballast"
        "$2" --import tsx "$3" "$1/results" first`;
    const writer = join(import.meta.dirname, 'testing', 'sample-writer.ts');
    const args = [...IN_NAMESPACE, script, 'bash', folder, process.execPath, writer];
    const [full, ...rest] = execFileSync('unshare', args, { encoding: 'utf8' }).trim().split('\n');
    expect(full).toContain(`StorageError: cannot write ${folder}/results/evening/first.json: ENOSPC: the disk is full`);
    expect(rest).toEqual(['./ballast', '["kept"]']);
  });
});
