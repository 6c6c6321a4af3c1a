/** The conformance suite through HAProxy, for two apps: a front's configuration that breaks a rule fails here. */
import { randomUUID } from 'node:crypto';
import { twoApps } from '../../loadtests/scenarios/testing/small-run.ts';
import { outcry } from '../testing/outcry-process.ts';

const [, stream, webSocket] = twoApps(['echo', 'publish']);

// The command installs HAProxy where it is missing: no test is skipped.
test.concurrent.each([stream!, webSocket!])('$name keeps every rule behind HAProxy', async ({ app, transport }) => {
  const asked = ['verify', app.id, '--transports', transport, '--front', 'haproxy', '--json'];
  const { code, stdout, stderr } = await outcry(asked, randomUUID()).ended;
  expect([code, stderr]).toEqual([0, expect.not.stringMatching(/FAILED/)]);
  expect(JSON.parse(stdout)).toMatchObject({ failed: 0, notChecked: 0, frameworks: [{ verified: [transport] }] });
});
