import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../../../system/free-port.ts';
import { ControlClient } from './control-client.ts';

const TOKEN = 'a token';

/** A server that answers as `answer` says, with a client of its control. */
async function withServer(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => void,
  work: (client: ControlClient) => Promise<void>,
): Promise<void> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    answer(request, body, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work(new ControlClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: TOKEN }));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('the runner asks a server', () => {
  test('to begin, with its token', async () => {
    const seen: unknown[] = [];
    await withServer(
      ({ method, url, headers }, body, response) => {
        seen.push(method, url, headers.authorization, JSON.parse(body));
        response.end('{"clock": 12.5}');
      },
      async (client) => expect(await client.begin({ bucketMs: 1000, greet: null })).toBe(12.5),
    );
    expect(seen).toEqual(['POST', '/outcry/begin', `Bearer ${TOKEN}`, { bucketMs: 1000, greet: null }]);
  });

  test('to send what a backend says, line by line', async () => {
    let seen = '';
    async function* lines(): AsyncGenerator<string> {
      yield '{"a":1}';
      yield '"b"';
    }
    await withServer(
      ({ url }, body, response) => {
        seen = `${url} ${body}`;
        response.end('{"lines": 2, "sent": 4}');
      },
      async (client) => expect(await client.feed(lines(), 20_000)).toEqual({ lines: 2, sent: 4 }),
    );
    expect(seen).toBe('/outcry/feed {"a":1}\n"b"\n');
  });

  test('and says what it answered when it refused', async () => {
    const refuse = (_: IncomingMessage, __: string, response: ServerResponse): void => {
      response.writeHead(401).end('{"code":"no-token","reason":"a token is needed"}');
    };
    await withServer(refuse, async (client) => {
      await expect(client.counts()).rejects.toThrow(/answered \/outcry\/counts with 401: .*a token is needed/);
    });
  });

  test('to take one body, and knows what became of it', async () => {
    const posted = (answer: Parameters<typeof withServer>[0]): Promise<string> => {
      let told = '';
      return withServer(answer, async (client) => {
        told = await client.post({ seq: 1 });
      }).then(() => told);
    };
    expect(await posted((_, body, response) => void response.end(JSON.stringify({ lines: body.length })))).toBe(
      'taken',
    );
    expect(await posted((_, __, response) => void response.writeHead(503).end('{}'))).toBe('refused');
    expect(await posted((_, __, response) => void response.writeHead(502).end())).toBe('unknown');
    expect(await posted(({ socket }) => void socket.destroy())).toBe('unknown');
    const url = `http://127.0.0.1:${await freePort()}`;
    expect(await new ControlClient({ url, token: TOKEN }).post({})).toBe('refused');
  });

  test('and says so when it cannot be reached', async () => {
    const client = new ControlClient({ url: 'http://127.0.0.1:1', token: TOKEN });
    await expect(client.clock()).rejects.toThrow(/could not be asked \/outcry\/clock/);
  });
});
