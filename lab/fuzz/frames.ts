/** WebSocket frames (RFC 6455, section 5.2) as a hostile client makes them: every field can be a lie. */

export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export interface Frame {
  opcode: number;
  payload: Buffer;
  /** Default true. */
  fin?: boolean;
  /** The three reserved bits, 0 to 7; default 0. */
  reserved?: number;
  /** Default true, as a client must. */
  masked?: boolean;
  /** The length that the frame claims; default: its real length. */
  claimedLength?: number;
}

const MASK = Buffer.from([0x37, 0xfa, 0x21, 0x3d]);

/** Masks `payload` with `key`, or takes that off. */
function mask(payload: Buffer, key: Buffer): Buffer {
  const masked = Buffer.from(payload);
  for (let i = 0; i < masked.length; i++) masked[i]! ^= key[i % 4]!;
  return masked;
}

/** The bytes of a frame. */
export function encodeFrame({
  opcode,
  payload,
  fin = true,
  reserved = 0,
  masked = true,
  claimedLength,
}: Frame): Buffer {
  const length = claimedLength ?? payload.length;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = (fin ? 0x80 : 0) | (reserved << 4) | opcode;
  const bit = masked ? 0x80 : 0;
  if (length < 126) head[1] = bit | length;
  else if (length < 65_536) {
    head[1] = bit | 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = bit | 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return masked ? Buffer.concat([head, MASK, mask(payload, MASK)]) : Buffer.concat([head, payload]);
}

/** Finds frames in bytes that come in pieces, masked or not. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): Frame[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const frames: Frame[] = [];
    for (let frame = this.#next(); frame !== null; frame = this.#next()) frames.push(frame);
    return frames;
  }

  #next(): Frame | null {
    const bytes = this.#rest;
    if (bytes.length < 2) return null;
    const short = bytes[1]! & 0x7f;
    const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
    const masked = (bytes[1]! & 0x80) !== 0;
    const begin = 2 + lengthBytes + (masked ? 4 : 0);
    if (bytes.length < begin) return null;
    const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
    if (bytes.length < begin + length) return null;
    const sent = bytes.subarray(begin, begin + length);
    const payload = masked ? mask(sent, bytes.subarray(begin - 4, begin)) : Buffer.from(sent);
    this.#rest = bytes.subarray(begin + length);
    return { opcode: bytes[0]! & 0x0f, payload, fin: (bytes[0]! & 0x80) !== 0, reserved: (bytes[0]! >> 4) & 7, masked };
  }
}
