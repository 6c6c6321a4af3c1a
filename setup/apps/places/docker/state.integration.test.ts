import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { betweenPort, hostOf } from './state.ts';

/** A process that is called as the engine's proxy is, which hands on what comes to `port`. */
async function proxy(port: number) {
  const script = 'console.log(); setInterval(() => {}, 1000)';
  const argv = ['-e', script, '--', '-proto', 'tcp', '-host-ip', '127.0.0.1', '-host-port', String(port)];
  const child = spawn(process.execPath, argv, { argv0: '/usr/bin/docker-proxy', stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

test('what hands on comes to light by its port, and nobody else’s does', async () => {
  // No port of this machine has such a number.
  const [own, other] = await Promise.all([proxy(70_001), proxy(70_002)]);
  try {
    expect(betweenPort(70_001)).toEqual([own.pid]);
    expect(betweenPort(70_003)).toEqual([]);
  } finally {
    own.kill('SIGKILL');
    other.kill('SIGKILL');
  }
});

/** The names of the control groups that this process is in. */
const group = readFileSync('/proc/self/cgroup', 'utf8').trim();

test('a container is on this machine where its first process is one that is here, in a group of its name', () => {
  expect(hostOf(true, group, process.pid)).toBe('this');
});

test('it is hidden where a process of that number is somebody else’s, or there is none', () => {
  expect(hostOf(true, 'c0ffee'.repeat(10), process.pid)).toBe('hidden');
  expect(hostOf(true, group, 2 ** 22 + 1)).toBe('hidden');
});

test('it is elsewhere where its engine is, whatever runs here', () => {
  expect(hostOf(false, group, process.pid)).toBe('other');
});
