/** The example for a CI service is read as the service would read it, and every command of it by the command line's own parser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { findScenarios, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import { gateOf } from '../../merge/gate/baseline.ts';
import { parseCondition } from '../../merge/gate/condition.ts';
import { ROOT } from '../../system/root.ts';
import { gateArguments } from '../github/gate.ts';
import { outcryCalls, stepsOf } from '../github/testing/workflow-files.ts';
import { planGate, type RunGateOptions } from '../options/gate-options.ts';
import { runsNamed } from '../options/runs-named.ts';
import { gateMarkdown } from '../output/gate-text.ts';
import { addCompareCommand } from './compare.ts';
import { addHistoryCommand } from './history.ts';
import { addRunCommand } from './run.ts';

const read = (file: string): string => readFileSync(join(ROOT, 'docs', file), 'utf8');

interface Parsed {
  name: string;
  args: string[];
  options: RunGateOptions & { apps?: string[]; frameworks?: string[]; results: string };
}

/** Parses `argv` as the command line does; throws where the command would exit with 2. */
async function parseCommand(argv: string[]): Promise<Parsed> {
  const program = new Command('outcry');
  await addRunCommand(program);
  addCompareCommand(program);
  addHistoryCommand(program);
  let parsed: Parsed | null = null;
  for (const command of program.commands) {
    command.exitOverride().configureOutput({ writeErr: () => {} });
    command.action(() => {
      parsed = { name: command.name(), args: command.args, options: command.opts() };
    });
  }
  await program.parseAsync(argv, { from: 'user' });
  return parsed!;
}

/** The action's inputs in the example. */
const inputs = stepsOf('docs/ci-gate.yml').find(({ uses }) => uses?.startsWith('OWNER/OUTCRY@'))!.with!;
const inText = [...read('ci-gate.md').matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, script]) => outcryCalls(script!));

test('the example measures with servers that take turns, a baseline, conditions and a text for the pull request', async () => {
  const text = (name: string): string => String(inputs[name] ?? '');
  const given = { apps: text('apps'), frameworks: text('frameworks'), against: text('against'), results: 'results' };
  const { name, options } = await parseCommand(
    gateArguments({ ...given, failIf: text('fail-if'), options: text('options') }),
  );
  expect(name).toBe('run');
  expect(options).toMatchObject({
    against: 'shout@1.2.3',
    markdown: true,
    strict: false,
    frameworks: ['shout@1.2.3', 'shout'],
  });
  expect(options).not.toHaveProperty('oneAtATime');
  expect(options.failIf!.map(({ figure }) => figure)).toEqual(['p99', 'serverCpu', 'lost']);
  // With all of them together, before anything is measured.
  const found = await findScenarios();
  await expect(planGate(options, found, () => {})).resolves.not.toBeNull();
  const failIf = ['p99 > 5 MB'].map(parseCondition);
  await expect(planGate({ ...options, failIf }, found, () => {})).rejects.toThrow(/is in ms, not in MB/);
});

test.each(inText.map((argv) => [argv.join(' '), argv] as const))('the guide’s "%s" is understood', async (_, argv) => {
  const { args } = await parseCommand(argv);
  expect(args).toHaveLength({ compare: 2, history: 1 }[argv[0]!] ?? 0);
});

test('the guide shows the conditions of its comparison as the runs that come with Outcry decide them', async () => {
  const argv = inText.find((each) => each[0] === 'compare' && each.includes('results/reference/versions'))!;
  const { args, options } = await parseCommand(argv);
  const [baseline, runs] = args as [string, string];
  const records = (await runsNamed(join(ROOT, runs), options.results, () => {}))!;
  const gate = gateOf(
    records,
    { name: baseline, framework: baseline },
    options.failIf!,
    scenarioAbouts(await findScenarios()),
  );
  const [answer] = gateMarkdown(gate, baseline, options.strict).split('\n\n| compared |');
  expect(answer).toContain('| lost');
  expect(read('ci-gate.md')).toContain(`${answer}\n\nBelow it `);
});

test('a command that would not be understood is noticed', async () => {
  await expect(parseCommand(['run', '--fail-of', 'lost > 0'])).rejects.toThrow(/unknown option '--fail-of'/);
  await expect(parseCommand(['run', '--fail-if', 'lost > many'])).rejects.toThrow(/expected a number/);
});
