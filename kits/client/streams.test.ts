import { Lines, type Received, type StreamEvents, streamSocket } from './streams.ts';

const never = () => new AbortController().signal;

/** A stream in the hands of the test. */
function handStream() {
  let events: StreamEvents | undefined;
  let closed = 0;
  const stream = (_base: string, given: StreamEvents) => {
    events = given;
    return () => void closed++;
  };
  return {
    stream,
    received: (what: Received) => events!.received(what),
    ended: (reason: unknown) => events!.ended(reason),
    closed: () => closed,
  };
}

test('lines are found wherever the stream is cut, and empty ones are nothing', () => {
  const sent: Received[] = [{ session: 'x' }, { e: 'a', d: 'ø\\n' }, { end: 'enough' }];
  const text = `${sent.map((what) => JSON.stringify(what)).join('\n\n')}\n`;
  for (let cut = 0; cut <= text.length; cut++) {
    const lines = new Lines();
    expect([...lines.read(text.slice(0, cut)), ...lines.read(text.slice(cut))]).toEqual(sent);
  }
});

test('a socket is there when the session is, and what comes at once after it is not lost', async () => {
  const hand = handStream();
  const opening = streamSocket('sse', 'http://127.0.0.1:1/app', never(), hand.stream);
  hand.received({ session: 'x' });
  hand.received({ e: 'greet', d: 'hello' });
  const socket = await opening;
  const heard = await new Promise((resolve) => socket.on('greet', resolve));
  expect([socket.transport, heard]).toEqual(['sse', 'hello']);
});

test('the server’s reason for the end is the socket’s, and the stream is closed', async () => {
  const hand = handStream();
  const opening = streamSocket('sse', 'http://127.0.0.1:1/app', never(), hand.stream);
  hand.received({ session: 'x' });
  const socket = await opening;
  const reasons: string[] = [];
  socket.onClose((reason) => reasons.push(reason));
  hand.received({ end: 'too slow' });
  hand.ended('the stream was closed');
  expect(reasons).toEqual(['too slow']);
  expect(hand.closed()).toBeGreaterThan(0);
});

test('a stream that ends before it names its session is no connection', async () => {
  const hand = handStream();
  const opening = streamSocket('sse', 'http://127.0.0.1:1/app', never(), hand.stream);
  hand.ended(new Error('no answer'));
  await expect(opening).rejects.toThrow('no answer');
});

test('who gives up while the stream is being opened leaves nothing open', async () => {
  const timeout = new AbortController();
  const hand = handStream();
  let open = () => {};
  const slow = async (base: string, events: StreamEvents) => {
    await new Promise<void>((resolve) => {
      open = resolve;
    });
    return hand.stream(base, events);
  };
  const opening = streamSocket('sse', 'http://127.0.0.1:1/app', timeout.signal, slow);
  timeout.abort(new Error('too late'));
  await expect(opening).rejects.toThrow('too late');
  open();
  await new Promise((resolve) => setImmediate(resolve));
  expect(hand.closed()).toBe(1);
});
