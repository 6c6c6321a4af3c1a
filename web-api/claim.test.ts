import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClaim } from './claim.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-claim-'));
  file = join(folder, '.a-run.claim');
});
afterEach(() => rmSync(folder, { recursive: true }));

const claim = (): Promise<string> => withClaim(folder, 'a-run', async () => 'done');

test('a claim is there while the work is done, and gone after it', async () => {
  await withClaim(folder, 'a-run', async () => expect(existsSync(file)).toBe(true));
  expect(existsSync(file)).toBe(false);
});

test('a claim whose process was killed holds nobody up', async () => {
  const { pid } = spawnSync('true');
  writeFileSync(file, `${pid} ${hostname()}`);
  expect(await claim()).toBe('done');
  expect(existsSync(file)).toBe(false);
});

test('the claim of a process that lives, or of another host, is waited for', async () => {
  for (const owner of [`${process.pid} ${hostname()}`, '1 another-host', '']) {
    writeFileSync(file, owner);
    let done = false;
    const claimed = claim().then(() => {
      done = true;
    });
    // Its turn comes again and again; each time it finds the claim there.
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(done).toBe(false);
    rmSync(file);
    await claimed;
  }
});
