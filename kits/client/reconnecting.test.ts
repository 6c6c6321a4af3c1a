import { jest } from '@jest/globals';
import { EnvelopeSocket } from './envelope-socket.ts';
import { reconnecting } from './reconnecting.ts';

/** The connections that were opened, the last one of which is open; `isDown`: none can be. */
function network() {
  const state = { isDown: false, asked: 0, opened: [] as EnvelopeSocket[] };
  const adapter = reconnecting({
    id: 'app',
    transports: ['websocket'],
    async connect() {
      state.asked += 1;
      if (state.isDown) throw new Error('refused');
      const socket: EnvelopeSocket = new EnvelopeSocket({
        transport: 'websocket',
        write: () => {},
        end: () => socket.closed('left'),
      });
      state.opened.push(socket);
      return socket;
    },
  });
  return { state, connect: (reconnect: boolean) => adapter.connect('http://x', { transport: 'websocket', reconnect }) };
}

/** A connection that is to come back, with all that it told. */
async function connected() {
  const { state, connect } = network();
  const socket = await connect(true);
  const told: string[] = [];
  socket.on('feed', (data) => told.push(`feed ${data}`));
  socket.onLost!((reason) => told.push(`lost: ${reason}`));
  socket.onAttempt!(() => told.push('attempt'));
  socket.onBack!((how) => told.push(`back: ${how}`));
  socket.onClose((reason) => told.push(`closed: ${reason}`));
  return { state, socket, told };
}

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('a lost connection is replaced, and handlers stay', async () => {
  const { state, told } = await connected();
  state.opened[0]!.closed('cut');
  await jest.advanceTimersByTimeAsync(1_000);
  state.opened[1]!.receive('{"e":"feed","d":1}');
  await jest.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['lost: cut', 'attempt', 'back: new', 'feed 1']);
});

test('what a connection says of its server is said of the one that is there now', async () => {
  const { state, socket } = await connected();
  expect([socket.substitute, socket.notice]).toEqual([null, null]);
  Object.assign(state.opened[0]!, { substitute: 'an open server', notice: 'with limits' });
  expect([socket.substitute, socket.notice]).toEqual(['an open server', 'with limits']);
});

test('attempts are further apart after each failure, half a minute at most', async () => {
  const { state, told } = await connected();
  state.isDown = true;
  state.opened[0]!.closed('cut');
  for (const [afterMs, asked] of [
    [1_000, 2],
    [2_000, 3],
    [4_000, 4],
    [26_000, 6],
    [60_000, 8],
  ] as const) {
    await jest.advanceTimersByTimeAsync(afterMs);
    expect(state.asked).toBe(asked);
  }
  expect(told.filter((line) => line !== 'attempt')).toEqual(['lost: cut']);
});

test('closing while it is lost ends it for good, as does closing while another is opened', async () => {
  const { state, socket, told } = await connected();
  state.opened[0]!.closed('cut');
  await socket.close();
  await jest.advanceTimersByTimeAsync(60_000);
  expect([state.asked, told]).toEqual([1, ['lost: cut', 'closed: closed by the client']]);

  const other = await connected();
  other.state.opened[0]!.closed('cut');
  jest.advanceTimersByTime(1_000);
  const closing = other.socket.close();
  await jest.advanceTimersByTimeAsync(60_000);
  await closing;
  expect(other.told).toEqual(['lost: cut', 'attempt', 'closed: closed by the client']);
  await expect(other.state.opened[1]!.request('x', 1)).rejects.toThrow('the connection has ended');
});

test('a connection that was asked for without it ends when it is lost', async () => {
  const { state, connect } = network();
  const socket = await connect(false);
  const ended = new Promise((resolve) => socket.onClose(resolve));
  state.opened[0]!.closed('cut');
  expect(await ended).toBe('cut');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(state.asked).toBe(1);
});
