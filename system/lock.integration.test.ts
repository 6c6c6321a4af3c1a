import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAbandoned, underLock } from './lock.ts';
import { ROOT } from './root.ts';
import { moduleOf } from './testing/program.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, '.a-run.claim');
});

/** Lets whoever waits for the lock have its turn again and again; each time it finds the lock there. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve, 20));
}

const locked = (): Promise<string> => underLock(folder, 'a-run', async () => 'done');

test('a lock is there while the work is done, and gone after it', async () => {
  await underLock(folder, 'a-run', async () => expect(existsSync(file)).toBe(true));
  expect(existsSync(file)).toBe(false);
});

test('a lock file names its process from the first moment on: otherwise a kill would leave it without a holder', async () => {
  let said = '';
  const link: typeof fs.link = async (temporary, path) => {
    expect([existsSync(file), path]).toEqual([false, file]);
    said = readFileSync(temporary, 'utf8');
    await fs.link(temporary, path);
  };
  await underLock(folder, 'a-run', async () => expect(readdirSync(folder)).toEqual(['.a-run.claim']), link);
  expect(said).toMatch(new RegExp(`^${process.pid} `));
  expect(readdirSync(folder)).toEqual([]);
});

test('where there are no links too, there is one lock at a time', async () => {
  const link = (): Promise<never> => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' }));
  let inside = 0;
  const work = async (): Promise<void> => {
    inside += 1;
    expect([inside, existsSync(file)]).toEqual([1, true]);
    await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
  };
  await Promise.all([1, 2].map(() => underLock(folder, 'a-run', work, link)));
  expect(readdirSync(folder)).toEqual([]);
});

test('many of one process take turns, and each makes the file once', async () => {
  let made = 0;
  const link: typeof fs.link = async (temporary, path) => {
    made += 1;
    await fs.link(temporary, path);
  };
  const works = Array.from({ length: 50 }, (_, i) => underLock(folder, 'a-run', async () => i, link));
  expect(await Promise.all(works)).toEqual(Array.from({ length: 50 }, (_, i) => i));
  expect(made).toBe(50);
});

test('after work that failed, the next has its turn', async () => {
  const failed = underLock(folder, 'a-run', () => Promise.reject(new Error('no space')));
  const next = locked();
  await expect(failed).rejects.toThrow('no space');
  expect(await next).toBe('done');
});

test('a lock whose process was killed delays no other', async () => {
  const { pid } = spawnSync('true');
  writeFileSync(file, `${pid} ${hostname()}`);
  expect(await locked()).toBe('done');
  expect(existsSync(file)).toBe(false);
});

test('the lock of a process that lives, or of another host, is waited for', async () => {
  for (const owner of [`${process.pid} ${hostname()}`, '1 another-host', '']) {
    writeFileSync(file, owner);
    let done = false;
    const waiting = locked().then(() => {
      done = true;
    });
    await turns();
    expect(done).toBe(false);
    rmSync(file);
    await waiting;
  }
});

test('of two that find one lock of the dead, the second does not remove what the first has put in its place', async () => {
  const { pid } = spawnSync('true');
  writeFileSync(file, `${pid} ${hostname()}`);
  const done: string[] = [];
  let second = Promise.resolve();
  await underLock(folder, 'a-run.takeover', async () => {
    second = underLock(folder, 'a-run', async () => void done.push('second'));
    await turns();
    // The first does this once it alone may take the lock over.
    writeFileSync(file, `${process.pid} ${hostname()}`);
  });
  await turns();
  done.push('first');
  rmSync(file);
  await second;
  expect(done).toEqual(['first', 'second']);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([-3600, 3600])('a clock that is set by %i s takes no lock from a process that lives', async (seconds) => {
  const done: string[] = [];
  let second = Promise.resolve();
  await underLock(folder, 'a-run', async () => {
    utimesSync(file, Date.now() / 1000 + seconds, Date.now() / 1000 + seconds);
    second = underLock(folder, 'a-run', async () => void done.push('second'));
    await turns();
    done.push('first');
  });
  await second;
  expect(done).toEqual(['first', 'second']);
});

test('a lock whose process id belongs to another process by now is abandoned', async () => {
  writeFileSync(file, `${process.pid} ${hostname()} 1 x`);
  expect(await isAbandoned(file)).toBe(true);
  expect(await locked()).toBe('done');
});

test('a process that took too long leaves the lock to the one that took it over', async () => {
  await underLock(folder, 'a-run', async () => writeFileSync(file, '1 another-host'));
  expect(existsSync(file)).toBe(true);
});

test('a process that exits in the middle of its work leaves no lock behind', async () => {
  const names = ['a-run', 'b-run'];
  const script = `
    import { underLocks } from './system/lock.ts';
    await underLocks(${JSON.stringify(folder)}, ${JSON.stringify(names)}, async () => process.exit(7));`;
  const { status } = spawnSync(process.execPath, moduleOf(script), { cwd: ROOT });
  expect(status).toBe(7);
  expect(readdirSync(folder)).toEqual([]);
});
