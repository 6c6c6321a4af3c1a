/**
 * Reads a stream of captured packets in the classic pcap format (draft-ietf-opsawg-pcap), as `tcpdump -w -` writes it, in whatever
 * pieces it comes.
 */

/** One captured packet. `data` is only valid during the call it is handed over in. */
export interface Packet {
  /** The format of the link's own header: a LINKTYPE_ value. */
  linkType: number;
  data: Buffer;
  /** The length of the packet; more than `data` holds where the capture cut it. */
  length: number;
}

const FILE_HEADER_BYTES = 24;
const PACKET_HEADER_BYTES = 16;
/** libpcap captures no more of a packet than this; a larger length means that what is read is no capture. */
const PACKET_LIMIT_BYTES = 262_144;
/** Microseconds and nanoseconds; times are not needed here. */
const MAGIC = new Set([0xa1b2c3d4, 0xa1b23c4d]);

export class PcapReader {
  #rest: Buffer = Buffer.alloc(0);
  #littleEndian: boolean | null = null;
  #linkType = 0;

  constructor(private readonly onPacket: (packet: Packet) => void) {}

  /** Takes the next bytes. @throws Error when they are no capture */
  push(bytes: Buffer): void {
    const data = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    let at = 0;
    if (this.#littleEndian === null) {
      if (data.length < FILE_HEADER_BYTES) {
        this.#rest = data;
        return;
      }
      this.#readFileHeader(data);
      at = FILE_HEADER_BYTES;
    }
    while (data.length - at >= PACKET_HEADER_BYTES) {
      const captured = this.#uint32(data, at + 8);
      if (captured > PACKET_LIMIT_BYTES) throw new Error(`a packet of ${captured} bytes: this is no capture`);
      const end = at + PACKET_HEADER_BYTES + captured;
      if (end > data.length) break;
      this.onPacket({
        linkType: this.#linkType,
        data: data.subarray(at + PACKET_HEADER_BYTES, end),
        length: this.#uint32(data, at + 12),
      });
      at = end;
    }
    this.#rest = at === data.length ? Buffer.alloc(0) : data.subarray(at);
  }

  #readFileHeader(data: Buffer): void {
    if (MAGIC.has(data.readUInt32LE(0))) this.#littleEndian = true;
    else if (MAGIC.has(data.readUInt32BE(0))) this.#littleEndian = false;
    else throw new Error('not a capture in pcap format');
    this.#linkType = this.#uint32(data, 20) & 0xffff;
  }

  #uint32(data: Buffer, at: number): number {
    return this.#littleEndian ? data.readUInt32LE(at) : data.readUInt32BE(at);
  }
}
