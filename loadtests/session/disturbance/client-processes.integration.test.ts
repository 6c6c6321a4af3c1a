import { statOf } from '../../../system/process-tree.ts';
import { spawnOwned } from '../../../system/processes.ts';
import { eventually } from '../../../system/testing/eventually.ts';
import { StoppableClients } from './client-processes.ts';

test('a member and what it started stop, and go on', async () => {
  const program = spawnOwned(['sh', '-c', 'sleep 60 & echo $!; wait'], {
    label: 'a client',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const child = await new Promise<number>((resolve) => program.stdout!.once('data', (text) => resolve(Number(text))));
  const states = () => [program.pid!, child].map((pid) => statOf(pid)?.[0]);
  const clients = new StoppableClients(() => [program.pid!]);
  try {
    const { from, to } = await clients.stop();
    expect(to).toBeGreaterThanOrEqual(from);
    await eventually(() => states().every((state) => state === 'T'), 'both stopped');
    await clients.go();
    await eventually(() => states().every((state) => state !== 'T'), 'both going on');
  } finally {
    process.kill(child, 'SIGKILL');
    program.kill('SIGKILL');
  }
});

test('a swarm without a process here is not stopped, and is told nothing', async () => {
  const clients = new StoppableClients(() => []);
  await expect(clients.stop()).rejects.toThrow('no client has a process on this machine');
  await clients.go();
});
