import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { connectionsOn, listeningPorts, portsTo } from './ports.ts';
import { eventually } from './testing/eventually.ts';

const SERVER = `require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port); })`;

/** Starts a program and returns its first output. */
async function started(script: string): Promise<{ child: ChildProcess; said: number[] }> {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(child.stdout!, 'data')) as [Buffer];
  return { child, said: String(said).trim().split(' ').map(Number) };
}

async function end(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, 'exit');
}

test('those that a process listens on are its own and of what it started, and of no other', async () => {
  const mine = createServer().listen(0, '::');
  const { child, said } = await started(SERVER);
  try {
    const own = (mine.address() as AddressInfo).port;
    expect(listeningPorts(child.pid!)).toEqual(said);
    expect(listeningPorts(process.pid)).toEqual(expect.arrayContaining([own, ...said]));
  } finally {
    mine.close();
    await end(child);
  }
});

test('connections are counted at the end of the server, by process', async () => {
  const mine = createServer().listen(0, '127.0.0.1');
  await once(mine, 'listening');
  const { port } = mine.address() as AddressInfo;
  const { child } = await started(
    `const s = [1, 2].map(() => require('node:net').connect(${port}, '127.0.0.1'));
     let n = 0; for (const one of s) one.on('connect', () => ++n === 2 && console.log(0));`,
  );
  try {
    const found = () => connectionsOn(port, [process.pid, child.pid!]).map(({ connections }) => connections);
    await eventually(() => found()[0] === 2, 'both connections accepted');
    expect(found()).toEqual([2, 0]);
  } finally {
    await end(child);
    mine.close();
  }
});

test('a process that is gone listens on none', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  expect(listeningPorts(child.pid!)).toEqual([]);
});

test('connections to a port are told apart by the processes that have them, UDP among them', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  const other = createServer().listen(0, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(other, 'listening')]);
  const [port, elsewhere] = [server, other].map((one) => (one.address() as AddressInfo).port);
  const connecting = `const { connect } = require('node:net'); const udp = require('node:dgram').createSocket('udp4');
    connect(${elsewhere}, '127.0.0.1').on('connect', () => { const tcp = connect(${port}, '127.0.0.1').on('connect', () =>
      udp.bind(0, '127.0.0.1', () => console.log(tcp.localPort, udp.address().port))); });`;
  const mine = createSocket('udp4').bind(0, '127.0.0.1');
  const both = await Promise.all([started(connecting), started(connecting)]);
  try {
    const roots = both.map(({ child }) => child.pid!);
    const expected = both.map(({ said: [tcp, udp] }) => ({ tcp: [tcp], udp: [udp] }));
    expect(portsTo(port!, roots)).toEqual(expected);
  } finally {
    mine.close();
    for (const { child } of both) await end(child);
    server.close();
    other.close();
  }
});
