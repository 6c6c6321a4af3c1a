import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { temporaryName } from '../system/publish.ts';
import { temporaryFolder } from '../system/testing/temporary-folder.ts';
import { RunStore } from './store.ts';
import { sampleRecord } from './testing/sample-record.ts';
import { clearLeftovers } from './unfinished-files.ts';

let folder: string;
/** A process that has ended. */
let dead: number;

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'a-session'));
  dead = spawnSync('true').pid;
});

const put = (name: string, text = ''): void => writeFileSync(join(folder, name), text);
const all = (): string[] => (readdirSync(folder, { recursive: true }) as string[]).sort();
const anHourOld = (name: string): void =>
  utimesSync(join(folder, name), Date.now() / 1000 - 3600, Date.now() / 1000 - 3600);

test('what a killed process was writing goes, and its claim', async () => {
  put(`a-session/.${dead}-${hostname()}-k3x.tmp`, '{"schema"');
  put('.a-run.claim', `${dead} ${hostname()}`);
  await clearLeftovers(folder);
  expect(all()).toEqual(['a-session']);
});

test('what a process that lives is writing stays, and its claim, and whatever is not ours', async () => {
  const kept = [
    `a-session/${temporaryName()}`,
    '.a-run.claim',
    'a-session/.notes.tmp',
    'a-session/run.json',
    '.gitignore',
  ];
  for (const name of kept) put(name, `${process.pid} ${hostname()}`);
  await clearLeftovers(folder);
  expect(all()).toEqual([...kept, 'a-session'].sort());
});

test('a process on another host may be alive: its unfinished files go when they are old', async () => {
  const [young, old] = [`a-session/.${dead}-another.host-k3x.tmp`, `a-session/.${dead}-another.host-k3y.tmp`];
  put(young);
  put(old);
  anHourOld(old);
  await clearLeftovers(folder);
  expect(all()).toEqual(['a-session', young].sort());
});

test('unfinished discarded runs and unfinished session files go', async () => {
  mkdirSync(join(folder, 'a-session', '.discarded'));
  put(`a-session/.discarded/.${dead}-${hostname()}-k3x.tmp`, '{"schema"');
  put('a-session/.discarded/a-run.1.json', '{}');
  put('a-session/.session.json.new', '{"id"');
  anHourOld('a-session/.session.json.new');
  await clearLeftovers(folder);
  expect(all()).toEqual(['a-session', 'a-session/.discarded', 'a-session/.discarded/a-run.1.json']);
});

test('a session file that is being written stays', async () => {
  put('a-session/.session.json.new', '{"id"');
  await clearLeftovers(folder);
  expect(all()).toContain('a-session/.session.json.new');
});

test('a folder that is not there has no leftovers', async () => {
  await expect(clearLeftovers(join(folder, 'nowhere'))).resolves.toBeUndefined();
});

test('the first record that a store takes clears up', async () => {
  put(`a-session/.${dead}-${hostname()}-k3x.tmp`, '{"schema"');
  const { path } = await new RunStore(folder).add(sampleRecord());
  expect(all().filter((name) => name.endsWith('.tmp') || name.endsWith('.claim'))).toEqual([]);
  expect(path).toContain(folder);
});
