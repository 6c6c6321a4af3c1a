/** Reads the UDP datagram in an IP packet. */
import type { IpPacket } from './ip-packet.ts';

export interface UdpDatagram {
  fromPort: number;
  toPort: number;
  payloadBytes: number;
}

const UDP = 17;
const HEADER_BYTES = 8;

/** Null where there is none whose header was captured whole. */
export function udpDatagramOf({ protocol, data, at, length }: IpPacket): UdpDatagram | null {
  if (protocol !== UDP || data.length < at + HEADER_BYTES || length < HEADER_BYTES) return null;
  return { fromPort: data.readUInt16BE(at), toPort: data.readUInt16BE(at + 2), payloadBytes: length - HEADER_BYTES };
}
