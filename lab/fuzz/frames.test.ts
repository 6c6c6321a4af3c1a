import { encodeFrame, FrameReader, OPCODE } from './frames.ts';

test.each([0, 5, 125, 126, 65_535, 65_536])(
  'a frame of %i bytes is read as it was written, in whatever pieces',
  (length) => {
    const payload = Buffer.alloc(length, 'ä');
    const bytes = encodeFrame({ opcode: OPCODE.text, payload });
    const reader = new FrameReader();
    const middle = Math.floor(bytes.length / 2);
    const found = [bytes.subarray(0, 1), bytes.subarray(1, middle), bytes.subarray(middle)].flatMap((piece) =>
      reader.push(piece),
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ opcode: OPCODE.text, fin: true, reserved: 0, masked: true });
    expect(found[0]!.payload.equals(payload)).toBe(true);
  },
);

test('every field of a frame can be a lie', () => {
  const payload = Buffer.from('abc');
  const lie = encodeFrame({ opcode: 11, payload, fin: false, reserved: 5, masked: false, claimedLength: 2 });
  expect([...lie]).toEqual([0x5b, 2, 97, 98, 99]);
  expect(encodeFrame({ opcode: 1, payload, claimedLength: 2 ** 40 }).readBigUInt64BE(2)).toBe(2n ** 40n);
});
