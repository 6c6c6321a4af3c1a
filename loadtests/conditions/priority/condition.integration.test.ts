import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { currentPriority } from '../../../system/priority/current.ts';
import condition, { ownPriority } from './condition.ts';

test('without priority nothing is in force', async () => {
  expect(await condition.prepare(false)).toBeNull();
  expect(currentPriority()).toBeNull();
});

test('with it the means is named, is in force, and ends', async () => {
  const prepared = (await condition.prepare(true))!;
  expect(currentPriority()?.name).toBe(prepared.identity.value);
  expect(prepared.identity.text).toMatch(/^server before swarm, by /);
  await prepared.beforeTest?.({ server: null, swarm: [] });
  expect(prepared.flags?.()).toEqual([]);
  await prepared.end();
  expect(currentPriority()).toBeNull();
});

test('a server that sets its own priority is reported', async () => {
  const prepared = (await condition.prepare(true))!;
  const server = spawn('sleep', ['60'], { stdio: 'ignore' });
  await once(server, 'spawn');
  try {
    expect(ownPriority(server.pid!)).toBeNull();
    setPriority(server.pid!, 7);
    await prepared.beforeTest?.({ server: server.pid!, swarm: [] });
    const message = `the server gave its process ${server.pid} a nice value of 7 itself`;
    expect(prepared.flags?.()).toEqual([{ code: 'priority-lost', level: 'warning', message }]);
  } finally {
    server.kill('SIGKILL');
    await prepared.end();
  }
});
