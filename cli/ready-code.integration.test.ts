import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { ROOT } from '../system/root.ts';
import { temporaryFolder } from '../system/testing/temporary-folder.ts';

/** A checkout with a command line that prints its place, a condition that is imported by its path, and a module that both share. */
const SOURCES: Record<string, string> = {
  'package.json': '{ "dependencies": {} }',
  'cli/main.ts': `
    import { join } from 'node:path';
    import { importModule } from '../system/import-module.ts';
    import { shared } from '../system/shared.ts';
    const { default: condition } = await importModule(join(import.meta.dirname, '../loadtests/conditions/front/condition.ts'));
    const { default: format } = await importModule(join(import.meta.dirname, 'export/formats/plain.ts'));
    const place: string = import.meta.dirname;
    console.log(JSON.stringify([place, import.meta.url, 'import.meta.dirname', condition === shared && format === shared]));`,
  'cli/export/formats/plain.ts': `import { shared } from '../../../system/shared.ts'; export default shared;`,
  'cli/export/formats/plain.test.ts': `throw new Error('loaded');`,
  'system/shared.ts': 'export const shared = {};',
  'system/import-module.ts': readFileSync(join(ROOT, 'system', 'import-module.ts'), 'utf8'),
  'loadtests/conditions/front/condition.ts': `import { shared } from '../../../system/shared.ts'; export default shared;`,
  'loadtests/scenarios/echo/scenario.ts': 'export default {};',
};

let root: string;

function write(path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  // As any source but one that was written a moment ago.
  utimesSync(file, 1_000_000, 1_000_000);
}

function checkout(name: string): void {
  root = join(temporaryFolder(), name);
  for (const [path, text] of Object.entries(SOURCES)) write(path, text);
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
}

/** The module that a start imports, and what it prints. */
async function start(): Promise<{ ready: string | null; printed: string }> {
  const module = pathToFileURL(join(ROOT, 'cli', 'ready-code.mjs')).href;
  const script = `
    import { pathToFileURL } from 'node:url';
    import { readyCode } from '${module}';
    const ready = await readyCode(process.argv[1]);
    console.log(ready);
    if (ready !== null) await import(pathToFileURL(ready).href);`;
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', script, root]);
  const [ready, ...printed] = stdout.split('\n');
  return { ready: ready === 'null' ? null : ready!, printed: printed.join('\n') };
}

const made = (): string[] => readdirSync(join(root, '.outcry', 'code')).filter((name) => !name.endsWith('.json'));

test.each(['with space', 'a#b', '50%', 'percent%20', 'star*', 'ünï-日本', 'qu\'o"te'])(
  'the code in a folder called %s knows its place, and has one copy of each module',
  async (name) => {
    checkout(name);
    const { printed } = await start();
    const place = join(root, 'cli');
    expect(JSON.parse(printed)).toEqual([
      place,
      pathToFileURL(join(place, 'main.ts')).href,
      'import.meta.dirname',
      true,
    ]);
  },
);

test('code is made once', async () => {
  checkout('o');
  const { ready } = await start();
  expect(await start()).toMatchObject({ ready });
  expect(made()).toHaveLength(1);
});

test.each<[string, () => void]>([
  ['a source', () => write('system/shared.ts', 'export const shared = { more: true };')],
  ['a module that is found', () => write('loadtests/scenarios/chat/scenario.ts', 'export default {};')],
  ['a package', () => write('package-lock.json', '{}')],
])('code is made anew after a change of %s', async (_, change) => {
  checkout('o');
  const { ready } = await start();
  change();
  const again = await start();
  expect(again.ready).not.toBe(ready);
  expect(JSON.parse(again.printed)[3]).toBe(true);
  // A command that has started may still load a part of its own.
  expect(existsSync(ready!)).toBe(true);
});

test('code that was made long ago is removed when some is made', async () => {
  checkout('o');
  const { ready } = await start();
  utimesSync(dirname(ready!), 1_000_000, 1_000_000);
  write('system/shared.ts', 'export const shared = { more: true };');
  await start();
  expect(existsSync(ready!)).toBe(false);
  expect(made()).toHaveLength(1);
});

test('code that is removed, or whose entry is broken, is made again', async () => {
  checkout('o');
  const { ready } = await start();
  rmSync(dirname(ready!), { recursive: true });
  const { ready: second } = await start();
  writeFileSync(join(root, '.outcry', 'code', 'current.json'), '{"name"');
  const { ready: third } = await start();
  expect(new Set([ready, second, third]).size).toBe(3);
});

test.each<[string, () => void]>([
  ['cannot be written', () => write('.outcry/code', 'a file')],
  ['has an error', () => write('cli/main.ts', 'const = 1;')],
])('there is no code where it %s', async (_, change) => {
  checkout('o');
  change();
  expect(await start()).toEqual({ ready: null, printed: '' });
});
