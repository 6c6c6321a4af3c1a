/** The script for bash, asked as bash asks it; those for the others by their text. */
import { spawnSync } from 'node:child_process';
import { Argument, Command, Option } from 'commander';
import { list, withRetries } from '../options/common-options.ts';
import { completionScript, shownCommands } from './completion.ts';

const program = new Command('outcry');
withRetries(program.command('run'), 0)
  .description('measure frameworks: "all" of them, or one\'s own')
  .option('--frameworks <ids>', 'only these', list)
  .option('--results <dir>', 'the folder')
  .option('--wire', 'count bytes')
  .addOption(new Option('--swarm <kind>', 'which').choices(['browser', 'console']));
program.command('test').addArgument(new Argument('[suite]').choices(['unit', 'fault']));
program.command('verify').argument('[frameworks...]').option('--only <check>');
program.command('history').argument('<framework>');

const ids = ['socket.io', 'sockjs', 'bare'];
const commands = shownCommands(program, { frameworks: ids, framework: ids });

/** What bash offers for the last of `words`. */
function offered(...words: string[]): string[] {
  const line = `COMP_WORDS=(outcry "$@"); COMP_CWORD=$#; _outcry; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const script = `${completionScript('bash', commands)}\n${line}`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
}

test.each<[string[], string[]]>([
  [['r'], ['run']],
  [['t'], ['test']],
  [['run', '--sw'], ['--swarm']],
  [
    ['run', '--swarm', ''],
    ['browser', 'console'],
  ],
  [['run', '--swarm', 'c'], ['console']],
  [
    ['run', '--frameworks', 'so'],
    ['socket.io', 'sockjs'],
  ],
  [
    ['run', '--frameworks', 'bare,sock'],
    ['bare,socket.io', 'bare,sockjs'],
  ],
  [['run', '--wire', '--f'], ['--frameworks']],
  [['run', '--results', ''], []],
  [['run', '--ag'], []],
  [['test', 'f'], ['fault']],
  [
    ['verify', 'so'],
    ['socket.io', 'sockjs'],
  ],
  [['verify', 'bare', 'sockj'], ['sockjs']],
  [['verify', '--only', ''], []],
  [['history', 'b'], ['bare']],
])('after %j bash offers %j', (words, answer) => {
  expect(offered(...words)).toEqual(answer);
});

test('zsh and fish get every command, option and value, and their quotes are closed', () => {
  for (const shell of ['zsh', 'fish'] as const) {
    const script = completionScript(shell, commands);
    for (const word of ['run', 'test', 'frameworks', 'socket.io', 'console', 'wire', 'retries', 'fault']) {
      expect(script).toContain(word);
    }
  }
  expect(completionScript('zsh', commands)).toContain(`'run:measure frameworks'`);
  expect(completionScript('fish', commands)).toContain(`-l swarm -d 'which' -x -a 'browser console'`);
});

test('a quote in a description ends no word of the script', () => {
  const odd = [{ name: 'run', about: "one's own", options: [], words: [] }];
  expect(completionScript('zsh', odd)).toContain(`'run:one'\\''s own'`);
  expect(completionScript('fish', odd)).toContain(`-d 'one\\'s own'`);
});
