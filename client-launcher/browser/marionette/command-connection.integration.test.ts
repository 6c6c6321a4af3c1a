import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { framed, MarionetteConnection, MessageReader } from './command-connection.ts';

let server: Server | undefined;
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())));

/** A Marionette that greets as protocol `protocol` and answers each command with what `answer` gives for it. */
async function marionette(
  answer: (id: number, command: string, socket: Socket) => unknown,
  protocol = 3,
): Promise<number> {
  server = createServer((socket) => {
    const reader = new MessageReader();
    socket.write(framed({ applicationType: 'gecko', marionetteProtocol: protocol }));
    socket.on('data', (chunk) => {
      for (const message of reader.take(chunk)) {
        const [, id, command] = message as [number, number, string];
        const answered = answer(id, command, socket);
        if (answered !== undefined) socket.write(framed(answered));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('messages are read whole, however they are cut, and their length is in bytes', () => {
  const bytes = Buffer.from(framed(['ä€😀', 1]) + framed({ b: ':' }));
  for (let cut = 0; cut <= bytes.length; cut++) {
    const reader = new MessageReader();
    expect([...reader.take(bytes.subarray(0, cut)), ...reader.take(bytes.subarray(cut))]).toEqual([
      ['ä€😀', 1],
      { b: ':' },
    ]);
  }
});

test('each command gets its own answer, in whatever order they come', async () => {
  const later: unknown[] = [];
  const port = await marionette((id, command, socket) => {
    later.push([1, id, null, { value: command }]);
    if (later.length < 2) return undefined;
    for (const each of later.reverse()) socket.write(framed(each));
    return undefined;
  });
  const connection = await MarionetteConnection.open(port);
  const both = await Promise.all([connection.send('one', {}), connection.send('two', {})]);
  connection.close();
  expect(both).toEqual([{ value: 'one' }, { value: 'two' }]);
});

test('an error is an error, with its name', async () => {
  const error = { error: 'no such element', message: 'nothing matches p', stacktrace: 'here' };
  const connection = await MarionetteConnection.open(await marionette((id) => [1, id, error, null]));
  await expect(connection.send('find', {})).rejects.toMatchObject({
    code: 'no such element',
    status: 404,
    value: { error: 'no such element', message: 'nothing matches p', stacktrace: 'here' },
  });
  connection.close();
});

test('a Firefox that goes away answers what it was asked, and what it is asked, with an error', async () => {
  const port = await marionette((_, __, socket) => {
    socket.destroy();
  });
  const connection = await MarionetteConnection.open(port);
  await expect(connection.send('one', {})).rejects.toThrow('Firefox has gone');
  await expect(connection.send('two', {})).rejects.toThrow('Firefox has gone');
});

test('what speaks another protocol, or does not listen, is not driven', async () => {
  const port = await marionette(() => null, 2);
  await expect(MarionetteConnection.open(port)).rejects.toThrow('Firefox speaks Marionette 2, and 3 is what is known');
  await new Promise<void>((resolve) => server!.close(() => resolve()));
  server = undefined;
  await expect(MarionetteConnection.open(port)).rejects.toThrow(/ECONNREFUSED/);
});
