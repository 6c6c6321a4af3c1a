/** Frames that break the rules of WebSocket itself. */
import { pick, whole } from '../../protocol/random.ts';
import { encodeFrame, type Frame, OPCODE } from './frames.ts';
import type { Random } from './mutate-text.ts';

const text = (payload: string): Frame => ({ opcode: OPCODE.text, payload: Buffer.from(payload) });

/** A lead byte without what must follow, an overlong slash, half a surrogate pair. */
const NO_UTF8 = [[0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80]];

const BREAKS: readonly ((frame: Frame, random: Random) => Frame)[] = [
  (frame, random) => ({ ...frame, opcode: whole(3, 15, random) }),
  (frame, random) => ({ ...frame, reserved: whole(1, 7, random) }),
  (frame) => ({ ...frame, fin: false }),
  (frame) => ({ ...frame, opcode: OPCODE.continuation }),
  (frame) => ({ ...frame, opcode: OPCODE.binary }),
  (frame) => ({ ...frame, masked: false }),
  (frame, random) => ({ ...frame, claimedLength: whole(0, frame.payload.length * 2 + 1, random) }),
  (frame) => ({ ...frame, claimedLength: 2 ** 40 }),
  (_, random) => ({ opcode: OPCODE.close, payload: Buffer.from([whole(0, 255, random), whole(0, 255, random)]) }),
  () => ({ opcode: OPCODE.close, payload: Buffer.from([3]) }),
  () => ({ opcode: OPCODE.ping, payload: Buffer.alloc(126, 'p') }),
  () => ({ opcode: OPCODE.pong, payload: Buffer.from('unasked') }),
  (_, random) => ({ opcode: OPCODE.text, payload: Buffer.from(pick(NO_UTF8, random)!) }),
];

/** One frame in this many breaks the rules of frames; the others carry what breaks those of the framework. */
const BROKEN_ONE_IN = 12;

export function hostileFrame(payload: string, random: Random): Buffer {
  const frame = text(payload);
  if (whole(1, BROKEN_ONE_IN, random) > 1) return encodeFrame(frame);
  return encodeFrame(pick(BREAKS, random)!(frame, random));
}
