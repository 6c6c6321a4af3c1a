/** Finds the IP packet in a captured one: Ethernet (a loopback interface looks so too) or Linux's "cooked" link, IPv4 or IPv6. */
import type { Packet } from './pcap.ts';

export interface IpPacket {
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
