/** Makes captures of TCP segments and UDP datagrams between a client on 127.0.0.1 and a server there. */

interface SegmentPlan {
  /** The client's port. */
  port: number;
  server: number;
  toServer: boolean;
  sequence: number;
  /** Payload, a character per byte. */
  text: string;
  syn?: boolean;
  /** The number of bytes of the whole packet that the capture kept. */
  captured?: number;
}

/** The packets by their whole length, for those that the capture cut. */
const lengths = new WeakMap<Buffer, number>();

/** One packet: Ethernet, IPv4, TCP. */
export function segment({ port, server, toServer, sequence, text, syn = false, captured }: SegmentPlan): Buffer {
  const payload = Buffer.from(text, 'latin1');
  const packet = Buffer.alloc(14 + 20 + 20 + payload.length);
  packet.writeUInt16BE(0x0800, 12);
  packet[14] = 0x45;
  packet.writeUInt16BE(packet.length - 14, 16);
  packet[23] = 6;
  packet.writeUInt32BE(0x7f000001, 26);
  packet.writeUInt32BE(0x7f000001, 30);
  packet.writeUInt16BE(toServer ? port : server, 34);
  packet.writeUInt16BE(toServer ? server : port, 36);
  packet.writeUInt32BE(sequence % 2 ** 32, 38);
  packet[46] = 5 << 4;
  packet[47] = syn ? 0x02 : 0x18;
  payload.copy(packet, 54);
  const kept = packet.subarray(0, captured ?? packet.length);
  lengths.set(kept, packet.length);
  return kept;
}

/** One packet: Ethernet, IPv4, UDP. */
export function datagram(fromPort: number, toPort: number, payloadBytes: number): Buffer {
  const packet = Buffer.alloc(14 + 20 + 8 + payloadBytes);
  packet.writeUInt16BE(0x0800, 12);
  packet[14] = 0x45;
  packet.writeUInt16BE(packet.length - 14, 16);
  packet[23] = 17;
  packet.writeUInt16BE(fromPort, 34);
  packet.writeUInt16BE(toPort, 36);
  return packet;
}

export function pcapOf(packets: Buffer[]): Buffer {
  const head = Buffer.alloc(24);
  head.writeUInt32LE(0xa1b2c3d4, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(262_144, 16);
  head.writeUInt32LE(1, 20);
  const parts = packets.flatMap((packet) => {
    const packetHead = Buffer.alloc(16);
    packetHead.writeUInt32LE(packet.length, 8);
    packetHead.writeUInt32LE(lengths.get(packet) ?? packet.length, 12);
    return [packetHead, packet];
  });
  return Buffer.concat([head, ...parts]);
}
