/** `./outcry run --server docker` as a user starts it, on the Docker engine here. */
import { execFileSync } from 'node:child_process';
import { nothingLeft } from '../testing/outcry-process.ts';
import { inPlace, smallSession } from '../testing/small-session.ts';

const containersOf = (pid: number): string =>
  execFileSync('docker', ['ps', '--all', '--quiet', '--filter', `name=^outcry-${pid}-`], { encoding: 'utf8' }).trim();

/** Waits until the engine has no container of that Outcry any more. */
async function noContainers(pid: number): Promise<void> {
  while (containersOf(pid) !== '') await new Promise((resolve) => setTimeout(resolve, 100));
}

test.each(['SIGINT', 'SIGKILL'] as const)('%s ends the container with the session', (signal) =>
  inPlace(async (place) => {
    const session = smallSession(place, ['--runs', '1', '--messages', '100', '--server', 'docker']);
    await session.says(/#1: measuring/);
    const pid = session.child.pid!;
    expect(containersOf(pid)).not.toBe('');
    session.child.kill(signal);
    await session.ended.catch(() => {});
    await noContainers(pid);
    await nothingLeft(place.trace);
  })(),
);
