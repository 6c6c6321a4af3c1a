/** The workflows, the action and the forms, read as GitHub reads them; every command in them by the command line's own parser. */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parseAction } from '@actions/workflow-parser/actions/action-parser';
import { Ajv } from 'ajv';
import { Command } from 'commander';
import { ROOT } from '../../system/root.ts';
import { addRunCommand } from '../commands/run.ts';
import { addSetupCommand } from '../commands/setup.ts';
import { addVerifyCommand } from '../commands/verify.ts';
import { commandsFor } from './check-apps.ts';
import { gateArguments } from './gate.ts';
import { addGithubCommand } from './github.ts';
import {
  type Action,
  FORMS,
  outcryCalls,
  readYaml,
  type Step,
  stepsOf,
  textOf,
  WORKFLOWS,
  type Workflow,
} from './testing/workflow-files.ts';

const ACTION = 'action.yml';
const FOREIGN = '.github/workflows/touched-apps.yml';
const COMMENTING = '.github/workflows/touched-apps-comment.yml';

const action = readYaml<Action>(ACTION);
const allSteps: [string, Step][] = [
  ...WORKFLOWS.flatMap((file) => stepsOf(file).map((step): [string, Step] => [file, step])),
  ...action.runs.steps.map((step): [string, Step] => [ACTION, step]),
];

const errorsIn = (file: string): string[] => {
  const read = file === ACTION ? parseAction : parseWorkflow;
  const { context } = read({ name: file, content: textOf(file) }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
};

test.each([...WORKFLOWS, ACTION])('%s is what GitHub’s own parser accepts', (file) => {
  expect(errorsIn(file)).toEqual([]);
});

test('that parser notices a mistake', () => {
  const content = textOf(FOREIGN).replace('contents: read', 'contents: reed').replace('HEAD^1', `$\{{ githib.sha }}`);
  const { context } = parseWorkflow({ name: 'a.yml', content }, new NoOperationTraceWriter());
  const messages = context.errors.getErrors().map(({ message }) => message);
  expect(messages).toEqual([
    expect.stringContaining("Unexpected value 'reed'"),
    expect.stringContaining("Unrecognized named-value: 'githib'"),
  ]);
});

test('no expression becomes part of a script', () => {
  for (const [file, { run = '' }] of allSteps)
    expect([file, run]).toEqual([file, expect.not.stringContaining('${' + '{')]);
});

test('actions of others are named by their commit, with their version beside it', () => {
  const uses = [...WORKFLOWS, ACTION].flatMap((file) => textOf(file).match(/uses: .*/g) ?? []);
  expect(uses.length).toBeGreaterThan(5);
  for (const line of uses) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$|OWNER\/OUTCRY@COMMIT$/);
});

test('foreign code gets no right to write, and what may write runs no foreign code', () => {
  for (const file of WORKFLOWS) {
    const { on, permissions, jobs } = readYaml<Workflow>(file);
    const triggers = typeof on === 'string' ? [on] : Object.keys(on);
    expect(triggers).not.toContain('pull_request_target');
    const rights = [permissions, ...Object.values(jobs).map((job) => job.permissions ?? {})];
    const writes = rights.flatMap((each) => Object.keys(each).filter((name) => each[name] === 'write'));
    // The example is for another repository, whose own pull requests it comments on.
    const may = file === COMMENTING || file === 'docs/ci-gate.yml' ? ['pull-requests'] : [];
    expect([file, writes]).toEqual([file, may]);
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
  }
  const checkouts = stepsOf(COMMENTING).filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  expect(checkouts).toHaveLength(1);
  expect(checkouts[0]!.with).not.toHaveProperty('ref');
  for (const [, { uses, with: given }] of allSteps) {
    if (uses?.startsWith('actions/checkout@')) expect(given).toMatchObject({ 'persist-credentials': false });
  }
});

test('the token is in the environment of the steps that comment alone', () => {
  const withToken = allSteps.filter(([, { env }]) => env !== undefined && 'GITHUB_TOKEN' in env);
  expect(withToken.map(([file]) => file)).toEqual([COMMENTING, ACTION]);
  for (const [, { run }] of withToken) expect(outcryCalls(run!)[0]!.slice(0, 2)).toEqual(['github', 'comment']);
});

test('the comment follows the workflow that leaves the report', () => {
  const { on } = readYaml<Workflow>(COMMENTING);
  const { name } = readYaml<{ name: string }>(FOREIGN);
  expect(on).toEqual({ workflow_run: { workflows: [name], types: ['completed'] } });
  const artifact = (file: string, does: string): string | number | undefined =>
    stepsOf(file).find(({ uses }) => uses?.includes(does))?.with?.name;
  expect(artifact(COMMENTING, 'download-artifact@')).toBe(artifact(FOREIGN, 'upload-artifact@'));
});

/** Parses `argv` as the command line does. @returns the command's name, arguments and options */
async function parseCommand(argv: readonly string[]): Promise<[string, string[], Record<string, unknown>]> {
  const program = new Command('outcry');
  await addRunCommand(program);
  await addVerifyCommand(program);
  addSetupCommand(program);
  addGithubCommand(program);
  let parsed: [string, string[], Record<string, unknown>] | null = null;
  const watch = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
    command.action(() => {
      parsed = [command.name(), command.args, command.opts()];
    });
    command.commands.forEach(watch);
  };
  program.commands.forEach(watch);
  await program.parseAsync([...argv], { from: 'user' });
  return parsed!;
}

const calls = allSteps.flatMap(([file, { run = '' }]) => outcryCalls(run).map((argv) => [file, argv] as const));

/** A word as the shell gives it to the command. */
const settled = (word: string): string => word.replace(/^\$RUNNER_TEMP/, tmpdir()).replace('$NAME', 'gate');

test.each(calls)('%s: ./outcry %j is understood', async (_, argv) => {
  if (argv.includes('--help')) await expect(parseCommand(argv)).rejects.toMatchObject({ exitCode: 0 });
  else expect((await parseCommand(argv.map(settled)))[0]).toBe(argv[1]);
});

test('a script that is run is there', () => {
  const scripts = allSteps.flatMap(([, { run = '' }]) => run.match(/\.ci\/\w+/g) ?? []);
  expect(scripts).toEqual(['.ci/run']);
  for (const script of scripts) expect(existsSync(join(ROOT, script))).toBe(true);
});

test('the commands for touched apps are understood', async () => {
  const [setup, verify, run] = await Promise.all(commandsFor(['beta', 'alpha'], 'alpha').map(parseCommand));
  expect(setup).toEqual(['setup', [], { frameworks: ['alpha', 'beta'], browser: 'none' }]);
  expect(verify!.slice(0, 2)).toEqual(['verify', ['beta', 'alpha']]);
  expect(run![2]).toMatchObject({ frameworks: ['alpha', 'beta'], transports: ['all'], against: 'alpha', live: false });
});

test('every input of the action reaches a command', () => {
  const given = action.runs.steps.flatMap(({ env = {} }) => Object.values(env));
  const wanted = Object.keys(action.inputs).map((name) => `\${{ inputs.${name} }}`);
  expect(given.toSorted()).toEqual(wanted.toSorted());
  for (const { run, env = {} } of action.runs.steps) {
    for (const name of Object.keys(env).filter((each) => each !== 'GITHUB_TOKEN')) expect(run).toContain(`"$${name}"`);
  }
});

test('inputs of a gate become arguments; none of them becomes two', () => {
  const inputs = { apps: '', frameworks: 'a,b', against: ' a\n', results: 'r s' };
  const options = '--clients 60\n\n  --note a b; $(c) \n--wire';
  expect(gateArguments({ ...inputs, failIf: 'p99 > 1.10 x baseline\nlost > 0\n', options })).toEqual([
    ...['run', '--no-live', '--markdown', '--frameworks', 'a,b', '--against', 'a', '--results', 'r s'],
    ...['--fail-if', 'p99 > 1.10 x baseline', '--fail-if', 'lost > 0'],
    ...['--clients', '60', '--note', 'a b; $(c)', '--wire'],
  ]);
  expect(() => gateArguments({ ...inputs, failIf: '', options: 'clients 60' })).toThrow(/"clients 60" does not begin/);
});

const TEXT = { type: 'string', minLength: 1 };
/** What GitHub says of forms: docs.github.com, "Syntax for GitHub's form schema". */
const FORM_SCHEMA = {
  type: 'object',
  required: ['name', 'description', 'body'],
  additionalProperties: false,
  properties: {
    ...{ name: TEXT, description: TEXT, title: TEXT },
    labels: { type: 'array', items: TEXT },
    body: {
      type: 'array',
      contains: { properties: { type: { not: { const: 'markdown' } } } },
      items: {
        type: 'object',
        required: ['type', 'attributes'],
        additionalProperties: false,
        properties: {
          type: { enum: ['markdown', 'input', 'textarea', 'dropdown', 'checkboxes'] },
          id: { type: 'string', pattern: '^[a-zA-Z0-9_-]+$' },
          attributes: {
            type: 'object',
            additionalProperties: false,
            properties: {
              ...{ label: TEXT, description: TEXT, placeholder: TEXT, value: TEXT, render: TEXT },
              options: { type: 'array', minItems: 1, uniqueItems: true, items: TEXT },
            },
          },
          validations: { type: 'object', additionalProperties: false, properties: { required: { type: 'boolean' } } },
        },
        anyOf: [
          {
            properties: { type: { const: 'markdown' }, attributes: { required: ['value'] } },
            not: { required: ['id'] },
          },
          {
            properties: { type: { not: { const: 'markdown' } }, attributes: { required: ['label'] } },
            required: ['id'],
          },
        ],
      },
    },
  },
};

test.each(FORMS)('%s is a form, whose fields have names of their own', (file) => {
  const form = readYaml<{ body: { id?: string }[] }>(file);
  const ajv = new Ajv({ strict: false });
  expect([ajv.validate(FORM_SCHEMA, form), ajv.errorsText()]).toEqual([true, 'No errors']);
  const ids = form.body.flatMap(({ id }) => id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
});
