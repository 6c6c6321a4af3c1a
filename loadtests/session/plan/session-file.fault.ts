/** A full disk and a read-only one: file systems in a mount namespace of their own (`unshare`), where that is allowed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';

const IN_NAMESPACE = ['-rm', 'bash', '-euc'];
const mountable = spawnSync('unshare', [...IN_NAMESPACE, 'mount -t tmpfs -o size=64k tmpfs /mnt']).status === 0;
if (!mountable) process.stderr.write('full disk: skipped, no file system can be mounted in a namespace here\n');

const WRITE = `
  import { writeSessionFile } from '${join(import.meta.dirname, 'session-file.ts')}';
  try {
    writeSessionFile(process.argv[1], { id: 'one', startedAt: '', options: {}, note: null, finished: false });
  } catch (error) {
    console.log(error.exitCode, error.message.replace(process.argv[1], ''));
  }`;

(mountable ? describe : describe.skip)('a session on a disk that takes nothing', () => {
  const attempt = (prepare: string): string[] => {
    const folder = temporaryFolder();
    const script = `
        mount -t tmpfs -o size=64k tmpfs "$1"
        ${prepare}
        "$2" --import tsx --input-type=module --eval "$3" "$1"
        (cd "$1" && find . -mindepth 1)`;
    const args = [...IN_NAMESPACE, script, 'bash', folder, process.execPath, WRITE];
    return execFileSync('unshare', args, { encoding: 'utf8' }).trim().split('\n');
  };

  test('is refused as the disk is full, and leaves nothing', () => {
    expect(attempt('head -c 1000000 /dev/zero > "$1/ballast" 2> /dev/null || true')).toEqual([
      '4 cannot write to the results folder /one: the disk is full; free some space, or choose another with --results DIR',
      './ballast',
    ]);
  });

  test('is refused as the disk is read-only', () => {
    expect(attempt('mount -o remount,ro "$1"')[0]).toBe(
      '4 cannot write to the results folder /one: it is read-only; make it writable, or choose another with --results DIR',
    );
  });
});
