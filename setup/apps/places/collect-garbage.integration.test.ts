import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import { madeUpApp } from '../manifest/testing/made-up-app.ts';
import { collectGarbage } from './collect-garbage.ts';

const folder = temporaryFolder();

const app = (script: string | null) =>
  madeUpApp('fast', {
    label: 'Fast',
    dir: folder,
    ...(script === null ? {} : { collectGarbage: ['sh', '-c', script, 'collect'] }),
  });

test('the command runs in the app’s folder, and its last argument is the server', async () => {
  await collectGarbage(app('echo "$1" > asked'), 4711);
  expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe('4711\n');
});

test('an app without one is left alone', async () => {
  await expect(collectGarbage(app(null), 4711)).resolves.toBeUndefined();
});

test('a command that fails is told of, in its own words where it has any', async () => {
  await expect(collectGarbage(app('echo "no such process" >&2; exit 1'), 4711)).rejects.toThrow(
    'fast: the garbage of its server could not be collected: no such process',
  );
  await expect(collectGarbage(app('exit 3'), 4711)).rejects.toThrow(/could not be collected: .*exit code 3/);
});
