/** The frames of a WebSocket's client (RFC 6455, section 5.2), changed on their way. */

/** Where the payload of the frame at the start of `bytes` begins, and how long it is; null: its head is not complete. */
function extent(bytes: Buffer): { begin: number; length: number } | null {
  if (bytes.length < 2) return null;
  const short = bytes[1]! & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const begin = 2 + lengthBytes + 4;
  if (bytes.length < begin) return null;
  if (short === 126) return { begin, length: bytes.readUInt16BE(2) };
  return { begin, length: short === 127 ? Number(bytes.readBigUInt64BE(2)) : short };
}

/** Masks `payload` in its place with the four bytes of `key`, or takes that off. */
function mask(payload: Buffer, key: Buffer): void {
  for (let at = 0; at < payload.length; at += 1) payload[at]! ^= key[at % 4]!;
}

/**
 * Takes the bytes of a client and writes them with the payload of each frame changed.
 * @param change gives a text of the same length
 */
export function maskedFrames(
  change: (payload: string) => string,
  write: (bytes: Buffer) => void,
): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (let next = extent(rest); next !== null; next = extent(rest)) {
      const { begin, length } = next;
      if (rest.length < begin + length) return;
      const frame = Buffer.from(rest.subarray(0, begin + length));
      rest = rest.subarray(begin + length);
      const [key, payload] = [frame.subarray(begin - 4, begin), frame.subarray(begin)];
      mask(payload, key);
      payload.write(change(payload.toString('latin1')), 'latin1');
      mask(payload, key);
      write(frame);
    }
  };
}
