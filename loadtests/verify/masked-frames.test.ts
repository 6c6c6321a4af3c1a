/** Tests of frames that are changed on their way. */
import { maskedFrames } from './masked-frames.ts';

const KEY = [1, 2, 3, 4];

/** A client's text frame. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text).map((byte, at) => byte ^ KEY[at % 4]!);
  const { length } = payload;
  const size =
    length < 126 ? [0x80 | length] : length < 65_536 ? [0xfe, length >> 8, length & 255] : [0xff, ...bytes(length)];
  return Buffer.from([0x81, ...size, ...KEY, ...payload]);
}

function bytes(length: number): Buffer {
  const eight = Buffer.alloc(8);
  eight.writeBigUInt64BE(BigInt(length));
  return eight;
}

/** What goes on of `sent`, in pieces of `size`. */
function through(sent: Buffer, size: number, change: (text: string) => string): Buffer {
  const written: Buffer[] = [];
  const push = maskedFrames(change, (piece) => written.push(piece));
  for (let at = 0; at < sent.length; at += size) push(sent.subarray(at, at + size));
  return Buffer.concat(written);
}

test.each([1, 3, 1_000_000])('each payload is changed, and masked as before, in pieces of %s bytes', (size) => {
  const texts = ['{"n":111}', `${'x'.repeat(200)}111`, '', 'no number'];
  const changed = texts.map((text) => text.replace('111', 'NaN'));
  const went = through(Buffer.concat(texts.map(frame)), size, (text) => text.replace('111', 'NaN'));
  expect(went.equals(Buffer.concat(changed.map(frame)))).toBe(true);
});

test('a long payload goes on when it is whole', () => {
  const long = frame(`${'y'.repeat(70_000)}111`);
  expect(through(long.subarray(0, -1), 10_000, (text) => text)).toHaveLength(0);
  const went = through(long, 10_000, (text) => text.replace('111', 'NaN'));
  expect(went.equals(frame(`${'y'.repeat(70_000)}NaN`))).toBe(true);
});

test('bytes that are not ASCII stay as they are', () => {
  const sent = frame('é 😀');
  expect(through(sent, 2, (text) => text).equals(sent)).toBe(true);
});
