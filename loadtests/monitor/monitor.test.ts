import { readdirSync, readFileSync } from 'node:fs';
import { startedBy } from '../../system/processes.ts';
import { Monitor } from './monitor.ts';

/** The process has ended, with all its threads and so its end of the channel, and its parent has not heard of it yet. */
const isZombie = (pid: number): boolean =>
  /^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8')) && readdirSync(`/proc/${pid}/task`).length === 1;

test('a monitor that has just died gives nothing, and throws no error', async () => {
  const monitor = await Monitor.start();
  const { pid } = startedBy(process.pid).find(({ label }) => label === 'monitor')!;
  await monitor.begin({ by: 'tree', pid: process.pid }, []);
  process.kill(pid, 'SIGKILL');
  // Without a turn of the event loop, in which this process would hear of it.
  while (!isZombie(pid));
  expect(await monitor.end()).toBeNull();
});

test('a monitor whose process ends while it looks gives nothing, and says how that ended', async () => {
  const monitor = await Monitor.start();
  const { pid } = startedBy(process.pid).find(({ label }) => label === 'monitor')!;
  const check = monitor.preflight(60);
  process.kill(pid, 'SIGKILL');
  expect(await check).toBeNull();
  expect(monitor.died).toBe("the monitor's process ended (SIGKILL)");
});
