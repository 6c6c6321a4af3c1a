import { Command } from 'commander';
import { addCommands, COMMANDS, neededFor } from './command-table.ts';

async function helpWith(...code: string[]): Promise<string> {
  const program = new Command('outcry').configureHelp({ helpWidth: 1000 });
  await addCommands(program, { code, outlines: [] });
  return program.helpInformation();
}

test('the help shows of each command what the command itself says', async () => {
  const short = await helpWith();
  for (const name of Object.keys(COMMANDS)) expect(short).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  expect(short).toBe(await helpWith(...Object.keys(COMMANDS)));
});

test.each<[string[], string[], string[]?]>([
  [[], []],
  [['--version'], []],
  [['--help'], []],
  [['run', '--frameworks', 'bare'], ['run']],
  [['--', 'run'], ['run']],
  [['--help', 'run'], ['run']],
  [['help'], []],
  [['help', 'run'], ['run']],
  [['complete', '--'], ['completion']],
  [['complete', '--', 'run'], ['completion']],
  [['complete', '--', 'run', ''], ['completion'], ['run']],
  [['complete', '--', 'run', '--fr'], ['completion'], ['run']],
  [['complete', '--', 'run', '--frameworks', 'bare'], ['completion'], ['run']],
  [['complete', '--', 'run', 'run'], ['completion'], ['run']],
])('%j needs the code of %j', (words, code, outlines = []) => {
  expect(neededFor(words)).toEqual({ code, outlines });
});
