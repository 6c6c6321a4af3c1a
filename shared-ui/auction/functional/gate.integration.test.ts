import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Gate } from './gate.ts';

let gate: Gate;
let servers: Server[];
const clients: Client[] = [];

/** A browser, as far as a SOCKS proxy knows one. */
class Client {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  #heard = '';
  #news: () => void = () => {};

  constructor(address: string) {
    const [host, port] = address.split(':');
    this.socket = connect(Number(port), host);
    this.closed = new Promise((resolve) => this.socket.on('close', resolve));
    this.socket.on('error', () => {});
    this.socket.setEncoding('latin1').on('data', (text) => {
      this.#heard += text;
      this.#news();
    });
    clients.push(this);
  }

  /** The next characters that come. */
  async hears(length: number): Promise<string> {
    while (this.#heard.length < length) {
      await new Promise<void>((resolve) => {
        this.#news = resolve;
      });
    }
    const text = this.#heard.slice(0, length);
    this.#heard = this.#heard.slice(length);
    return text;
  }

  /** Whatever has come. */
  get rest(): string {
    return this.#heard;
  }
}

/** A server that says its name, and then what it is told. */
async function listen(name: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write(name);
    socket.pipe(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

beforeEach(async () => {
  gate = await Gate.open();
  servers = await Promise.all([listen('app'), listen('broker')]);
});

afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await gate.cut();
  for (const server of servers) server.close();
});

const named = (host: string): number[] => [3, host.length, ...Buffer.from(host)];
const LOOPBACK = [1, 127, 0, 0, 1];

/** Asks for a connection; the code of the answer. */
async function ask(host: number[], port: number): Promise<{ client: Client; code: number }> {
  const client = new Client(gate.address);
  // In pieces: nobody promises that a request comes as one.
  client.socket.write(Buffer.from([5]));
  client.socket.write(Buffer.from([1, 0]));
  expect(await client.hears(2)).toBe('\u0005\u0000');
  client.socket.write(Buffer.from([5, 1, 0, ...host, port >> 8, port & 255]));
  return { client, code: (await client.hears(10)).charCodeAt(1) };
}

test('it leads to whatever port is asked for, by address and by name', async () => {
  for (const host of [LOOPBACK, named('127.0.0.1'), named('localhost')]) {
    for (const [index, name] of ['app', 'broker'].entries()) {
      const { client, code } = await ask(host, portOf(servers[index]!));
      expect(code).toBe(0);
      expect(await client.hears(name.length)).toBe(name);
      client.socket.write('hello');
      expect(await client.hears(5)).toBe('hello');
    }
  }
});

test('cut, it ends the connections to all ports and lets nobody through; mended, it is where it was', async () => {
  const open = await Promise.all(servers.map((server) => ask(LOOPBACK, portOf(server))));
  const { address } = gate;
  await gate.cut();
  await Promise.all(open.map(({ client }) => client.closed));
  const refused = new Client(address);
  await expect(once(refused.socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await gate.mend();
  await gate.mend();
  expect(gate.address).toBe(address);
  expect((await ask(LOOPBACK, portOf(servers[0]!))).code).toBe(0);
});

test('where nobody listens it says so', async () => {
  const port = portOf(servers[0]!);
  await new Promise((resolve) => servers[0]!.close(resolve));
  const { client, code } = await ask(LOOPBACK, port);
  expect(code).toBe(5);
  await client.closed;
});

test('a server that ends a connection ends it for the browser', async () => {
  const accepted = once(servers[0]!, 'connection');
  const { client } = await ask(LOOPBACK, portOf(servers[0]!));
  ((await accepted)[0] as Socket).destroy();
  await client.closed;
});

test('what is no request to it is not answered', async () => {
  const client = new Client(gate.address);
  client.socket.write('GET / HTTP/1.1\r\n\r\n');
  await client.closed;
  expect(client.rest).toBe('');
});
