import { didYouMean, nearest, noSuch } from './did-you-mean.ts';

const NAMES = ['websocket', 'long-polling', 'polling', 'sse', 'socket.io', 'sockjs'];

test.each([
  ['web-socket', ['websocket']],
  ['SocketIO', ['socket.io']],
  ['longpoling', ['long-polling']],
  ['long', ['long-polling']],
  ['pollling', ['polling']],
  ['sokcjs', ['sockjs']],
  ['http3', []],
  ['x', []],
  ['', []],
])('who writes "%s" may mean %j', (word, meant) => {
  expect(nearest(word, NAMES)).toEqual(meant);
});

test('several names that are as near are all suggested', () => {
  expect(didYouMean('rat', ['rate', 'rats', 'other'])).toBe('; did you mean rate or rats?');
});

test('the mistake lists what there is', () => {
  expect(noSuch('transport', 'ssee', NAMES, ', or all').message).toBe(
    'no transport "ssee"; there is: websocket, long-polling, polling, sse, socket.io, sockjs, or all; did you mean sse?',
  );
});
