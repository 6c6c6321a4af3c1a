import { Command } from 'commander';
import { addRunCommand } from './run.ts';

test('the help of run stays on one screen', async () => {
  let written = '';
  const program = new Command('outcry');
  await addRunCommand(program);
  const [run] = program.commands;
  run!.configureOutput({
    getOutHelpWidth: () => 80,
    writeOut: (text) => {
      written += text;
    },
  });
  run!.outputHelp();
  const rows = written.trimEnd().split('\n');
  expect(written).toContain('./outcry run --help all');
  // A command is copied whole: it is not wrapped.
  for (const row of rows.filter((row) => !row.includes('./outcry'))) expect(row.length).toBeLessThanOrEqual(80);
  expect(rows.reduce((sum, row) => sum + Math.max(1, Math.ceil(row.length / 80)), 0)).toBeLessThanOrEqual(50);
});
