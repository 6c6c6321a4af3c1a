/** Reads the TCP segment in an IP packet. */
import type { IpPacket } from './ip-packet.ts';

export interface TcpSegment {
  /** Address and port of who sent it and of whom it is for. */
  from: string;
  to: string;
  fromPort: number;
  toPort: number;
  sequence: number;
  syn: boolean;
  ack: boolean;
  fin: boolean;
  rst: boolean;
  /** Bytes of payload that the segment carried. */
  payloadBytes: number;
  /** As much of the payload as was captured. */
  payload: Buffer;
}

const TCP = 6;

/** Null where there is none whose header was captured whole. */
export function tcpSegmentOf(packet: IpPacket): TcpSegment | null {
  const { protocol, from, to, data, at, length } = packet;
  if (protocol !== TCP || data.length < at + 20) return null;
  const headerBytes = (data[at + 12]! >> 4) * 4;
  const payloadBytes = length - headerBytes;
  if (headerBytes < 20 || payloadBytes < 0) return null;
  const flags = data[at + 13]!;
  const start = Math.min(data.length, at + headerBytes);
  return {
    from,
    to,
    fromPort: data.readUInt16BE(at),
    toPort: data.readUInt16BE(at + 2),
    sequence: data.readUInt32BE(at + 4),
    fin: (flags & 0x01) !== 0,
    syn: (flags & 0x02) !== 0,
    rst: (flags & 0x04) !== 0,
    ack: (flags & 0x10) !== 0,
    payloadBytes,
    payload: data.subarray(start, Math.min(data.length, start + payloadBytes)),
  };
}
