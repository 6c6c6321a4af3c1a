import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { betweenPort } from './user-proxy.ts';

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
