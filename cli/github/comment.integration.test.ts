import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setEnvironment } from '../../system/testing/environment.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import type { Api } from './api.ts';
import { type CommentOptions, comment } from './comment.ts';
import { BOT, type MadeUpGitHub, REPOSITORY, startGitHub } from './testing/made-up-github.ts';

const folder = temporaryFolder();
const file = join(folder, 'text.md');
let github: MadeUpGitHub;
let waits: number[];

const options: CommentOptions = { name: 'gate', file, author: BOT };
const FIRST = '<!-- outcry comment: gate -->\n### First';

beforeEach(async () => {
  github = await startGitHub();
  waits = [];
  writeFileSync(file, '### First\n');
  withEvent({ pull_request: { number: 7 } });
});
afterEach(() => github.close());

function withEvent(event: object): void {
  const path = join(folder, 'event.json');
  writeFileSync(path, JSON.stringify(event));
  setEnvironment({ GITHUB_EVENT_PATH: path });
}

const api = (token = 'writes'): Api => ({
  url: github.url,
  token,
  repository: REPOSITORY,
  wait: async (ms) => void waits.push(ms),
});

const bodies = (): string[] => github.comments.map(({ body }) => body);

test('a comment is made once, and changed after that', async () => {
  expect(await comment(options, api())).toBeNull();
  expect(bodies()).toEqual([FIRST]);
  writeFileSync(file, '### Second\n');
  await comment(options, api());
  await comment({ ...options, name: 'other' }, api());
  expect(bodies()).toEqual([FIRST.replace('First', 'Second'), '<!-- outcry comment: other -->\n### Second']);
});

test('it is found on a later page, among comments that only look like it', async () => {
  github.add(7, `${FIRST} of another account`, 'somebody');
  github.add(8, `${FIRST} on another pull request`);
  github.add(7, `Quoted:\n${FIRST}`);
  for (let index = 0; index < 230; index++) github.add(7, `remark ${index}`, 'somebody');
  github.comments.push({ id: 1000, on: 7, body: `${FIRST} is old`, user: { login: BOT } });
  github.comments.push({ id: 1001, on: 7, body: 'of an account that is gone', user: null });
  const before = bodies();
  await comment(options, api());
  expect(bodies()).toEqual(before.with(-2, FIRST));
  expect(github.requests).toHaveLength(4);
});

test('a token that may only read, as for a fork, is no failure', async () => {
  expect(await comment(options, api('reads'))).toMatch(/^No comment: .* fork\. .* 403: Resource not accessible/);
  expect(github.comments).toEqual([]);
  expect(waits).toEqual([]);
});

test('a failure that passes is tried again from the beginning, so that there is one comment', async () => {
  github.failures.push({ status: 502 }, { status: 429, headers: { 'retry-after': '3' } });
  await comment(options, api());
  expect(waits).toEqual([1_000, 3_000]);
  expect(bodies()).toEqual([FIRST]);

  github.comments.length = 0;
  // The list is right, and the comment is made, but its answer is lost.
  github.failures.push({ status: 200, late: true }, { status: 500, late: true });
  await comment(options, api());
  expect(bodies()).toEqual([FIRST]);
});

test('other failures end the command with what GitHub says', async () => {
  await expect(comment(options, api('wrong'))).rejects.toThrow(
    `GitHub answers GET /issues/7/comments with 401: Bad credentials`,
  );
  github.failures.push(...Array.from({ length: 4 }, () => ({ status: 503 })));
  await expect(comment(options, api())).rejects.toThrow(/with 503: Server Error/);
  expect(waits).toEqual([1_000, 5_000, 20_000]);
  // An hour is too long to wait.
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 3600) };
  github.failures.push({ status: 403, headers });
  await expect(comment(options, api())).rejects.toThrow(/with 403/);
  expect(waits).toHaveLength(3);
  await expect(comment(options, { ...api(), url: 'http://127.0.0.1:1' })).rejects.toThrow(/does not answer/);
});

const RUN = {
  head_sha: 'a'.repeat(40),
  head_branch: 'mend/it&more',
  head_repository: { full_name: 'fork/shout', owner: { login: 'fork' } },
};
const from = 'fork:mend/it&more';
const head = { sha: RUN.head_sha, repo: { full_name: 'fork/shout' } };

test('after a run for a fork, GitHub says which pull request it is of', async () => {
  github.pulls.push(
    { number: 3, from, head: { ...head, sha: 'b'.repeat(40) } },
    { number: 4, from, head: { ...head, repo: { full_name: 'fork/other' } } },
    { number: 5, from, head },
  );
  withEvent({ workflow_run: RUN });
  await comment({ ...options, foreign: 'Apps' }, api());
  expect(github.comments).toEqual([expect.objectContaining({ on: 5 })]);
  expect(bodies()).toEqual(['<!-- outcry comment: gate -->\n### Apps\n\n```text\n### First\n```']);
});

test.each([
  ['a pull request that has gone on', { workflow_run: RUN }],
  ['a fork that is gone', { workflow_run: { ...RUN, head_repository: null } }],
  ['an event of something else', {}],
])('there is no comment for %s', async (_, event) => {
  github.pulls.push({ number: 3, from, head: { ...head, sha: 'b'.repeat(40) } });
  withEvent(event);
  expect(await comment(options, api())).toContain('no open pull request');
  expect(github.comments).toEqual([]);
});

test('a link in the place of the text, and a text without end, are refused', async () => {
  const link = join(folder, 'link.md');
  symlinkSync(file, link);
  await expect(comment({ ...options, file: link }, api())).rejects.toThrow(/is a link/);
  writeFileSync(file, 'x'.repeat(2 * 1024 * 1024));
  await expect(comment(options, api())).rejects.toThrow(/larger than/);
  expect(github.requests).toEqual([]);
});

test('a job without what GitHub sets is told so', async () => {
  setEnvironment({ GITHUB_TOKEN: undefined });
  await expect(comment(options)).rejects.toThrow('GITHUB_TOKEN is not set');
});
