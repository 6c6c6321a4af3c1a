import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, Command, Option } from 'commander';
import { temporaryFolder } from '../system/testing/temporary-folder.ts';
import { offered } from './commands/completion.ts';
import { addOutline } from './outlines.ts';

const LINES = [
  ['paint', '--'],
  ['paint', '--brush', ''],
  ['paint', '--no'],
  ['paint', ''],
  ['paint', 'wall', 'b'],
  ['paint', '--frames', 'oak,'],
];

const KNOWN = { frames: ['oak', 'ash'], names: ['bob', 'eve'] };

function addPaint(program: Command): void {
  program
    .command('paint')
    .addArgument(new Argument('<what>', 'what to paint').choices(['wall', 'door']))
    .argument('[names...]', 'the painters')
    .addOption(new Option('--brush <kind>', 'the brush: its width').choices(['thin', 'thick']).default('thin'))
    .option('--frames <names>', 'the frames')
    .option('--no-primer', 'without primer', true);
}

let folder: string;
let loads: number;
beforeEach(() => {
  folder = temporaryFolder();
  loads = 0;
});

/** The completions of a new process. */
async function completions(key: string | null): Promise<string[]> {
  const program = new Command('outcry');
  const load = async () => {
    loads += 1;
    return addPaint;
  };
  await addOutline(program, 'paint', load, { folder, key });
  return LINES.map((words) => offered(program, words, KNOWN));
}

test('an outline completes what the command itself completes, and loads no code', async () => {
  const program = new Command('outcry');
  addPaint(program);
  const own = LINES.map((words) => offered(program, words, KNOWN));
  expect(own.join('\n')).toMatch(
    /--brush\tthe brush\n[\s\S]*thick[\s\S]*--no-primer[\s\S]*door[\s\S]*bob[\s\S]*oak,ash/,
  );
  expect(await completions('a')).toEqual(own);
  expect(await completions('a')).toEqual(own);
  expect(loads).toBe(1);
});

test.each<[string, () => void, string | null]>([
  ['sources changed', () => {}, 'b'],
  ['its file is broken', () => writeFileSync(join(folder, 'paint.json'), '{"key":"a","opt'), 'a'],
  ['nothing is kept', () => {}, null],
])('the command is loaded again when %s', async (_, act, key) => {
  const own = await completions('a');
  act();
  expect(await completions(key)).toEqual(own);
  expect(loads).toBe(2);
});

test('without a folder to write into, the command is loaded each time', async () => {
  folder = join(folder, 'a file');
  writeFileSync(folder, '');
  const own = await completions('a');
  expect(await completions('a')).toEqual(own);
  expect(loads).toBe(2);
});
