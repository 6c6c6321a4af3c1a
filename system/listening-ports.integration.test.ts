import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { listeningPorts } from './listening-ports.ts';

const SERVER = `require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port); })`;

test('are those of a process and of what it started, and of no other', async () => {
  const mine = createServer().listen(0, '::');
  const child = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    const [own, its] = [(mine.address() as AddressInfo).port, Number(said)];
    expect(listeningPorts(child.pid!)).toEqual([its]);
    expect(listeningPorts(process.pid)).toEqual(expect.arrayContaining([own, its]));
  } finally {
    child.kill();
    mine.close();
    await once(child, 'exit');
  }
});

test('are none of a process that is gone', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  expect(listeningPorts(child.pid!)).toEqual([]);
});
