/** Tests of counting who waits for a process that stands still. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { spawnOwned } from '../../system/processes.ts';
import { backlogHere, waitingConnections } from './backlog.ts';

const PROGRAM = `
const server = require('node:http').createServer((_, response) => response.end('here'));
server.listen({ port: 0, host: '127.0.0.1', backlog: Number(process.argv[1]) }, () => console.log(server.address().port));
`;
const SOON_MS = 500;
const LATE_MS = 60_000;

async function counted(
  backlog: number,
  wanted: number,
  deadlineMs: number,
): Promise<{ waiting: number; answer: string }> {
  const child = spawnOwned([process.execPath, '-e', PROGRAM, `${backlog}`], {
    label: 'a server with a backlog',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = await once(createInterface({ input: child.stdout! }), 'line');
    const waiting = await waitingConnections({ pid: child.pid!, port: Number(port) }, wanted, deadlineMs);
    return { waiting, answer: await (await fetch(`http://127.0.0.1:${port}`)).text() };
  } finally {
    child.kill('SIGKILL');
  }
}

test('a server that lets five wait is found out, and goes on', async () => {
  // The kernel lets one more wait than it is told.
  expect(await counted(5, 200, SOON_MS)).toEqual({ waiting: 6, answer: 'here' });
});

test('one that lets all wait is not waited for', async () => {
  const wanted = Math.min(600, backlogHere(600));
  expect(await counted(4_096, wanted, LATE_MS)).toEqual({ waiting: wanted, answer: 'here' });
});

test('what this machine allows is never more than what is asked for', () => {
  expect(backlogHere(3)).toBe(3);
  expect(backlogHere(4_096)).toBeLessThanOrEqual(4_096);
});
