import { Command } from 'commander';
import { addCommands, COMMANDS, toLoad } from './command-table.ts';

async function helpWith(...names: string[]): Promise<string> {
  const program = new Command('outcry').configureHelp({ helpWidth: 1000 });
  await addCommands(program, names);
  return program.helpInformation();
}

test('the help shows of each command what the command itself says', async () => {
  const short = await helpWith();
  for (const name of Object.keys(COMMANDS)) expect(short).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  expect(short).toBe(await helpWith(...Object.keys(COMMANDS)));
});

test.each<[string, string[]]>([
  ['', []],
  ['--version', []],
  ['--help', []],
  ['run --frameworks bare', ['run']],
  ['-- run', ['run']],
  ['--help run', ['run']],
  ['help', []],
  ['help run', ['run']],
  ['complete --', ['completion']],
  ['complete -- run', ['completion']],
  ['complete -- run --fr', ['completion', 'run']],
  ['complete -- run --frameworks bare', ['completion', 'run']],
  ['complete -- run run', ['completion', 'run']],
])('"%s" loads %j', (line, names) => {
  expect(toLoad(line.split(' ').filter((word) => word !== ''))).toEqual(names);
});

test('after a command and a space, a shell completes the options of the command', () => {
  expect(toLoad(['complete', '--', 'run', ''])).toEqual(['completion', 'run']);
});
