/** `./outcry verify` prints what it knows as soon as it knows it, and keeps it when it is interrupted. */
import { randomUUID } from 'node:crypto';
import { twoApps } from '../../loadtests/scenarios/testing/small-run.ts';
import { outcry, running } from '../testing/outcry-process.ts';
import { FRAMEWORK } from '../testing/small-session.ts';

const run = running();
const [, stream, webSocket] = twoApps(['echo', 'publish']);

test('each check is printed as it ends, and Ctrl-C prints what is known', async () => {
  const { child, says, ended } = outcry(['verify', FRAMEWORK], randomUUID());
  await says(/^ok {6}healthz$/m);
  child.kill('SIGINT');
  const { code, stdout, stderr } = await ended;
  expect([code, stdout]).toEqual([130, expect.stringMatching(/: interrupted; so far [1-9]\d* passed, 0 failed$/m)]);
  expect(stderr).not.toMatch(/FAILED/);
});

test('one check alone is asked for by its name', async () => {
  const { code, stdout } = await run('verify', FRAMEWORK, '--only', 'healthz', '--json');
  expect([code, JSON.parse(stdout).passed]).toEqual([0, 1]);
});

// A front's configuration that breaks a rule fails here. The command installs HAProxy where it is missing: no test is skipped.
test.concurrent.each([stream!, webSocket!])('$name keeps every rule behind HAProxy', async ({ app, transport }) => {
  const asked = ['verify', app.id, '--transports', transport, '--front', 'haproxy', '--short-lived', '--json'];
  const { code, stdout, stderr } = await run(...asked);
  expect([code, stderr]).toEqual([0, expect.not.stringMatching(/FAILED/)]);
  expect(JSON.parse(stdout)).toMatchObject({ failed: 0, notChecked: 0, frameworks: [{ verified: [transport] }] });
});
