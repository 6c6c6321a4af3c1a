/** Finds the TCP segment or UDP datagram in a captured packet: Ethernet (a loopback interface looks so too) or Linux's "cooked" link, IPv4 or IPv6. */
import type { Packet } from './pcap.ts';

interface IpPacket {
  /** Of what it carries: an IP protocol number. */
  protocol: number;
  /** Addresses of who sent it and of whom it is for. */
  from: string;
  to: string;
  data: Buffer;
  /** The offset in `data` of the header of what it carries. */
  at: number;
  /** Bytes of what it carries, header included; more than `data` holds where the capture cut it. */
  length: number;
}

/** LINKTYPE_ values: tcpdump.org/linktypes.html. */
const ETHERNET = 1;
const LINUX_SLL = 113;
const LINUX_SLL2 = 276;
const IPV4 = 0x0800;
const IPV6 = 0x86dd;

/** Finds the network layer's header: its offset and its protocol; null for a link that is not known. */
function networkLayer({ linkType, data }: Packet): { at: number; protocol: number } | null {
  if (linkType === ETHERNET && data.length >= 14) return { at: 14, protocol: data.readUInt16BE(12) };
  if (linkType === LINUX_SLL && data.length >= 16) return { at: 16, protocol: data.readUInt16BE(14) };
  if (linkType === LINUX_SLL2 && data.length >= 20) return { at: 20, protocol: data.readUInt16BE(0) };
  return null;
}

const address = (data: Buffer, at: number, bytes: number): string => data.toString('hex', at, at + bytes);

/** Null where there is none whose header was captured whole. */
export function ipPacketOf(packet: Packet): IpPacket | null {
  const network = networkLayer(packet);
  if (network === null) return null;
  const { data } = packet;
  const { at } = network;
  if (network.protocol === IPV4) {
    if (data.length < at + 20) return null;
    const headerBytes = (data[at]! & 0x0f) * 4;
    // A later fragment has no header of what is carried.
    if ((data.readUInt16BE(at + 6) & 0x1fff) !== 0) return null;
    // Segments that the network card (or the loopback's lack of one) would cut may be longer than the field can say: then it is 0.
    const total = data.readUInt16BE(at + 2) || packet.length - at;
    const [from, to] = [address(data, at + 12, 4), address(data, at + 16, 4)];
    return { protocol: data[at + 9]!, from, to, data, at: at + headerBytes, length: total - headerBytes };
  }
  if (network.protocol === IPV6) {
    if (data.length < at + 40) return null;
    const length = data.readUInt16BE(at + 4) || packet.length - at - 40;
    const [from, to] = [address(data, at + 8, 16), address(data, at + 24, 16)];
    return { protocol: data[at + 6]!, from, to, data, at: at + 40, length };
  }
  return null;
}

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

export interface UdpDatagram {
  fromPort: number;
  toPort: number;
  payloadBytes: number;
}

const UDP = 17;
const UDP_HEADER_BYTES = 8;

/** Null where there is none whose header was captured whole. */
export function udpDatagramOf({ protocol, data, at, length }: IpPacket): UdpDatagram | null {
  if (protocol !== UDP || data.length < at + UDP_HEADER_BYTES || length < UDP_HEADER_BYTES) return null;
  return {
    fromPort: data.readUInt16BE(at),
    toPort: data.readUInt16BE(at + 2),
    payloadBytes: length - UDP_HEADER_BYTES,
  };
}
