/** `./outcry verify` prints what it knows as soon as it knows it, and keeps it when it is interrupted. */
import { randomUUID } from 'node:crypto';
import { outcry } from '../testing/outcry-process.ts';
import { FRAMEWORK } from '../testing/small-session.ts';

test('each check is printed as it ends, and Ctrl-C prints what is known', async () => {
  const { child, says, ended } = outcry(['verify', FRAMEWORK], randomUUID());
  await says(/^ok {6}healthz$/m);
  child.kill('SIGINT');
  const { code, stdout, stderr } = await ended;
  expect([code, stdout]).toEqual([130, expect.stringMatching(/: interrupted; so far [1-9]\d* passed, 0 failed$/m)]);
  expect(stderr).not.toMatch(/FAILED/);
});

test('one check alone is asked for by its name', async () => {
  const { code, stdout } = await outcry(['verify', FRAMEWORK, '--only', 'healthz', '--json'], randomUUID()).ended;
  expect([code, JSON.parse(stdout).passed]).toEqual([0, 1]);
});
