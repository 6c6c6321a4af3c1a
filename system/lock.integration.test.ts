import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.ts';
import { ROOT } from './root.ts';

const NAME = `lock-test-${process.pid}`;
const file = join(ROOT, '.outcry', 'locks', NAME);

test('a lock is held while its work is done, and not after that, also where that fails', async () => {
  await withLock(NAME, async () => expect(existsSync(file)).toBe(true));
  expect(existsSync(file)).toBe(false);
  await expect(withLock(NAME, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(file)).toBe(false);
});

test('a process that exits in the middle of its work holds no lock any more', () => {
  const script = `import { withLock } from './system/lock.ts'; await withLock('${NAME}', async () => process.exit(7));`;
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: ROOT,
  });
  expect([status, existsSync(file)]).toEqual([7, false]);
});
