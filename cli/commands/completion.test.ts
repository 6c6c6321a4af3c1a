import { Argument, Command, Option } from 'commander';
import { list } from '../options/common-options.ts';
import { offered } from './completion.ts';

const program = new Command('outcry');
program
  .command('run')
  .description('measure frameworks: all of them')
  .option('--frameworks <ids>', 'only these', list)
  .option('--results <dir>', 'the folder')
  .option('--wire', 'count bytes')
  .addOption(new Option('--swarm <kind>', 'which').choices(['browser', 'console']));
program.command('test').addArgument(new Argument('[suite]').choices(['unit', 'fault']));
program.command('verify').argument('[frameworks...]').option('--only <check>');
program.command('history').argument('<framework>');

const ids = ['socket.io', 'sockjs', 'bare'];

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
  [['test', 'f'], ['fault']],
  [
    ['verify', 'so'],
    ['socket.io', 'sockjs'],
  ],
  [['verify', 'bare', 'sockj'], ['sockjs']],
  [['history', 'b'], ['bare']],
])('after %j the shell is offered %j', (words, answer) => {
  const lines = offered(program, words, { frameworks: ids, framework: ids }).split('\n');
  expect(lines.slice(0, -1).map((line) => line.split('\t')[0])).toEqual(answer);
  expect(lines.at(-1)).toBe(':4');
});

test.each([[['run', '--results', '']], [['verify', '--only', '']], [['run', '--results', './re']]])(
  'after %j nothing is known, and the shell completes paths',
  (words) => {
    expect(offered(program, words, {})).toBe(':0');
  },
);

test('a command is offered with the first sentence of its description', () => {
  expect(offered(program, ['ru'], {})).toBe('run\tmeasure frameworks\n:4');
});
