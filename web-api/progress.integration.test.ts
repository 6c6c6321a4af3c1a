import { connect, type Socket } from 'node:net';
import { testServer } from './testing/test-server.ts';

const api = testServer();

describe('progress', () => {
  const event = {
    session: 'evening',
    at: '2026-01-02T20:00:00.000Z',
    run: 2,
    runs: 6,
    framework: 'shout',
    transport: 'websocket',
    repetition: 1,
    step: 'measuring',
    members: 3,
    membersUp: 3,
    clients: 6,
    clientsConnected: 5,
  };

  /** Follows the stream of the listening server; `next` gives its events one by one. */
  async function follow(url: string) {
    const stop = new AbortController();
    const response = await fetch(`${url}/api/progress`, { signal: stop.signal });
    const lines = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const next = async () => {
      while (!text.includes('\n\n')) {
        const { value, done } = await lines.read();
        if (done) return null;
        text += value;
      }
      const [frame] = text.split('\n\n', 1);
      text = text.slice(frame!.length + 2);
      return JSON.parse(frame!.replace(/^data: /, ''));
    };
    return { response, next, close: () => stop.abort() };
  }

  test('reaches those who follow and is told again to newcomers', async () => {
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const early = await follow(url);
    expect(early.response.headers.get('content-type')).toBe('text/event-stream');
    expect(early.response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await early.next()).toEqual({ session: null, text: '' });
    expect(await api.post('/api/progress', event)).toEqual({ status: 204, body: null });
    const told = { ...event, text: 'run 2 of 6: shout websocket #1: measuring, 3/3 up, 5/6 clients connected' };
    expect(await early.next()).toEqual(told);
    const late = await follow(url);
    expect(await late.next()).toEqual(told);
    early.close();
    await api.post('/api/progress', { ...event, step: 'stopping' });
    expect(await late.next()).toMatchObject({ step: 'stopping' });
  });

  test('ends with the server', async () => {
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const { next } = await follow(url);
    await next();
    await api.app.close();
    expect(await next()).toBeNull();
  });

  test('is over when all followers have left', async () => {
    const { port } = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }));
    const told = (socket: Socket, wanted: string) =>
      new Promise<void>((resolve) => {
        socket.on('data', (data) => data.toString().includes(wanted) && resolve());
      });
    const followers = [1, 2].map(() => connect(Number(port), '127.0.0.1'));
    const following = followers.map((socket) => told(socket, '"session":null'));
    for (const socket of followers) socket.write('GET /api/progress HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await Promise.all(following);
    let answered = false;
    const over = { ...event, over: 'Finished.' };
    const ends = followers.map((socket) => told(socket, '"text":"Finished."'));
    const answer = api.post('/api/progress', over).finally(() => {
      answered = true;
    });
    await Promise.all(ends);
    expect(answered).toBe(false);
    for (const socket of followers) socket.destroy();
    expect((await answer).status).toBe(204);
    expect((await api.post('/api/progress', over)).status).toBe(204);
  });

  test('has room for 64 followers; the next is told so, and one more fits when one leaves', async () => {
    const { port } = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }));
    const follower = () =>
      new Promise<{ socket: Socket; status: string }>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.write('GET /api/progress HTTP/1.1\r\nHost: localhost\r\n\r\n');
        socket.once('data', (data) => resolve({ socket, status: data.toString().split(' ')[1]! }));
      });
    const followers = await Promise.all(Array.from({ length: 65 }, follower));
    expect(followers.map(({ status }) => status).sort()).toEqual([...Array(64).fill('200'), '503']);
    followers.find(({ status }) => status === '200')!.socket.destroy();
    let again = await follower();
    // The server learns of the leaving a moment later.
    while (again.status === '503') {
      again.socket.destroy();
      again = await follower();
    }
    expect(again.status).toBe('200');
    for (const { socket } of [again, ...followers]) socket.destroy();
  });

  test.each([
    ['a path as session', { session: '../x' }, 'session'],
    ['a text as number', { run: '2' }, 'run'],
    ['half a swarm', { members: undefined }, 'members'],
    ['a field too many', { extra: 1 }, 'extra'],
    ['no date', { at: 'now' }, 'at'],
  ])('is refused with %s', async (_, change, named) => {
    expect(await api.post('/api/progress', { ...event, ...change })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(named) },
    });
  });
});
