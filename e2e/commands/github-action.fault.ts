/** The steps of the action, run as GitHub runs them, with a made-up GitHub. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MadeUpGitHub, REPOSITORY, startGitHub } from '../../cli/github/testing/made-up-github.ts';
import { type Action, readYaml } from '../../cli/github/testing/workflow-files.ts';
import { ROOT } from '../../system/root.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { traced } from '../testing/outcry-process.ts';

const folder = temporaryFolder();
const summary = join(folder, 'summary.md');
let github: MadeUpGitHub;

beforeAll(async () => {
  github = await startGitHub();
  writeFileSync(join(folder, 'event.json'), JSON.stringify({ pull_request: { number: 7 } }));
});
afterAll(() => github.close());

/** Runs all steps with `given` as inputs. @returns their exit codes */
async function runAction(given: Record<string, string>): Promise<(number | null)[]> {
  const { inputs, runs } = readYaml<Action>('action.yml');
  const inputOf = (name: string): string => given[name] ?? inputs[name]!.default ?? '';
  const codes: (number | null)[] = [];
  for (const { run, env = {} } of runs.steps) {
    const values = Object.entries(env).map(([name, value]) => {
      const [, input] = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(value)!;
      return [name, inputOf(input!)];
    });
    const child = spawn('bash', ['-e', '-c', run!], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...traced('github-action'),
        ...{ GITHUB_API_URL: github.url, GITHUB_REPOSITORY: REPOSITORY, GITHUB_ACTION_PATH: ROOT },
        ...{ GITHUB_EVENT_PATH: join(folder, 'event.json'), GITHUB_STEP_SUMMARY: summary, RUNNER_TEMP: folder },
        ...Object.fromEntries(values),
      },
    });
    codes.push(((await once(child, 'close')) as [number | null])[0]);
  }
  return codes;
}

const INPUTS = {
  frameworks: 'bare',
  'fail-if': 'lost > 0\nserverMemory.max > 100 GB',
  options:
    '--transports websocket\n--swarm console\n--clients 2\n--scenario echo\n--messages 5\n--runs 1\n--preflight 0',
  token: 'writes',
};

test('a gate measures, fails or passes, and leaves one comment', async () => {
  expect(await runAction(INPUTS)).toEqual([0, 0]);
  const { body } = github.comments[0]!;
  expect(body).toMatch(/^<!-- outcry comment: gate -->\n### Outcry\n/);
  expect(body).toContain('| lost \\> 0 |');
  expect(readFileSync(summary, 'utf8')).toContain('| lost \\> 0 |');

  // A mistake is in the same comment, in the place of old figures.
  expect(await runAction({ ...INPUTS, 'fail-if': 'lost > many' })).toEqual([2, 0]);
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]!.body).toContain('No comparison: the command ended with exit code 2.');
});
