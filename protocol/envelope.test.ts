import { readFileSync } from 'node:fs';
import { type Envelope, frameOf, lineOf, readFrame } from './envelope.ts';

interface Example {
  why: string;
  frame: string;
  /** Where the frame is not one. */
  line?: string;
  envelope: Envelope;
}

const { frames, refused }: { frames: Example[]; refused: string[] } = JSON.parse(
  readFileSync(new URL('envelopes.json', import.meta.url), 'utf8'),
);

test.each(frames)('$why: written and read alike', ({ frame, line = frame, envelope }) => {
  expect(frameOf(envelope)).toBe(frame);
  expect(readFrame(frame)).toEqual(envelope);
  expect(lineOf(frame)).toBe(line);
  expect(readFrame(line)).toEqual(envelope);
});

test.each(refused)('%j is no frame', (frame) => {
  expect(() => readFrame(frame)).toThrow(SyntaxError);
});

test('a text of quotes takes as many characters as it has, and its head', () => {
  const text = '"'.repeat(1_000);
  const head = 'T{"e":"greet","d":{"hops":[1,2]}}\t';
  expect(frameOf({ e: 'greet', d: { body: text, hops: [1, 2] } })).toBe(head + text);
});

test('a field called __proto__ stays one', () => {
  const data = JSON.parse('{"body":"x","__proto__":{"a":1}}');
  const frame = frameOf({ e: 'request', d: data, id: 1 });
  expect(frame).toBe('T{"e":"request","d":{"__proto__":{"a":1}},"id":1}\tx');
  expect(Object.keys((readFrame(frame) as { d: object }).d).sort()).toEqual(['__proto__', 'body']);
});
