import { Command, Option } from 'commander';
import { parseCondition } from '../../merge/gate/condition.ts';
import { EXIT } from '../../system/errors.ts';
import { list, whole, withApps, withResults } from './common-options.ts';
import { applyConfig, parseConfig } from './config-file.ts';

const COMMANDS = ['run', 'report'];

function command(): Command {
  return withApps(withResults(new Command('run')))
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .option('--frameworks <ids>', 'ids', list)
    .option('--runs <n>', 'rounds', whole(1, 10))
    .option('--wire', 'count bytes', false)
    .option('--no-live', 'no charts')
    .option('--rate <n>', 'a parameter of scenarios')
    .addOption(new Option('--swarm <kind>', 'which').choices(['browser', 'console']).default('browser'))
    .addOption(
      new Option('--fail-if <condition>', 'repeatable').argParser((text: string, before: object[] | undefined) => [
        ...(before ?? []),
        parseCondition(text),
      ]),
    );
}

/** The options that come of a file and a command line. */
function optionsOf(file: object, ...argv: string[]): Record<string, unknown> {
  const run = command();
  applyConfig(run, parseConfig(JSON.stringify(file), COMMANDS));
  return run.parse(argv, { from: 'user' }).opts();
}

test('the command line comes before the file, and the file before the default', () => {
  const file = { run: { swarm: 'console', runs: 5 } };
  expect(optionsOf({})).toMatchObject({ swarm: 'browser' });
  expect(optionsOf(file)).toMatchObject({ swarm: 'console', runs: 5 });
  expect(optionsOf(file, '--swarm', 'browser')).toMatchObject({ swarm: 'browser', runs: 5 });
});

test('values are read as on the command line: lists, numbers, flags and their opposites', () => {
  expect(
    optionsOf({ run: { frameworks: ['a', 'b@1'], rate: 2, wire: true, live: false, apps: ['/x', '/y'] } }),
  ).toMatchObject({ frameworks: ['a', 'b@1'], rate: '2', wire: true, live: false, apps: ['/x', '/y'] });
  expect(optionsOf({ run: { frameworks: 'a,b' } })).toMatchObject({ frameworks: ['a', 'b'] });
});

test('a repeatable option takes a list, which the command line replaces', () => {
  const file = { run: { 'fail-if': ['lost > 0', 'p99 > 2 x baseline'] } };
  const texts = (options: Record<string, unknown>) => (options.failIf as { text: string }[]).map(({ text }) => text);
  expect(texts(optionsOf(file))).toEqual(['lost > 0', 'p99 > 2 x baseline']);
  expect(texts(optionsOf(file, '--fail-if', 'lost > 1', '--fail-if', 'lost > 2'))).toEqual(['lost > 1', 'lost > 2']);
});

test('what all commands share comes after the command’s own section', () => {
  expect(optionsOf({ all: { results: 'everywhere' } })).toMatchObject({ results: 'everywhere' });
  expect(optionsOf({ all: { results: 'everywhere' }, run: { results: 'here' } })).toMatchObject({ results: 'here' });
  const plain = new Command('doctor');
  expect(applyConfig(plain, { all: { results: 'everywhere' } })).toBeNull();
});

test('what was taken is told as one would write it', () => {
  const file = { run: { swarm: 'console', live: false, wire: true, 'fail-if': ['lost > 0'] } };
  expect(applyConfig(command(), parseConfig(JSON.stringify(file), COMMANDS))).toBe(
    "--swarm console --no-live --wire --fail-if 'lost > 0'",
  );
});

test.each<[string, RegExp]>([
  ['{ "run": ', /^outcry\.json is not JSON: /],
  ['[]', /^outcry\.json: expected an object with a section for each command$/],
  ['{ "rum": {} }', /^outcry\.json: rum: there is no such command; did you mean run\?$/],
  ['{ "run": 5 }', /^outcry\.json: run: expected an object/],
  ['{ "all": { "runs": 5 } }', /^outcry\.json: all\.runs: it may have results and apps/],
  [
    '{ "run": { "framework": "a" } }',
    /^outcry\.json: run\.framework: .*no option --framework; did you mean frameworks\?$/,
  ],
  ['{ "run": { "runs": 11 } }', /^outcry\.json: run\.runs: "11" is invalid\. expected a whole number from 1 to 10$/],
  ['{ "run": { "swarm": "consle" } }', /^outcry\.json: run\.swarm: "consle" .*did you mean console\?$/],
  ['{ "run": { "wire": "yes" } }', /^outcry\.json: run\.wire: expected true or false, not "yes"$/],
  ['{ "run": { "runs": true } }', /^outcry\.json: run\.runs: expected a text or a number$/],
  ['{ "run": { "runs": null } }', /^outcry\.json: run\.runs: expected a text, a number, or a list/],
  ['{ "run": { "frameworks": [] } }', /^outcry\.json: run\.frameworks: expected a text/],
  ['{ "run": { "fail-if": "lost" } }', /^outcry\.json: run\.fail-if: --fail-if, character 5: expected >/],
])('%s is refused with the file and the key', (text, message) => {
  const apply = () => applyConfig(command(), parseConfig(text, COMMANDS));
  expect(apply).toThrow(message);
  expect(apply).toThrow(expect.objectContaining({ exitCode: EXIT.usage }));
});
