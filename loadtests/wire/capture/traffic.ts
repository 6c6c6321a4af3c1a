/** Adds up what a capture saw between clients and one server port. */
import { Conversation } from './conversation.ts';
import { ipPacketOf } from './ip-packet.ts';
import type { Packet } from './pcap.ts';
import { type TcpSegment, tcpSegmentOf } from './tcp-segment.ts';
import { type UdpDatagram, udpDatagramOf } from './udp-datagram.ts';

export interface DirectionTotals {
  /** Payload of TCP and UDP, retransmissions included: what the network carried. */
  payloadBytes: number;
  /** TCP segments with a payload. A loopback interface carries up to 64 KiB in one; an Ethernet would cut them. */
  segments: number;
  /** Null when payloads were not captured whole. */
  webSocketFrames: number | null;
}

/** The traffic between clients and server while it was counted. */
export interface TrafficTotals {
  toServer: DirectionTotals;
  toClients: DirectionTotals;
  /** TCP connections that were opened. */
  connections: number;
  /** Null when payloads were not captured whole. A WebSocket's handshake is one. */
  httpRequests: number | null;
}

/** Connections that have ended are counted and forgotten; this bounds those that never say that they end. */
const CONVERSATION_LIMIT = 200_000;

class Sum {
  readonly toServer = { payloadBytes: 0, segments: 0, frames: 0 };
  readonly toClients = { payloadBytes: 0, segments: 0, frames: 0 };
  connections = 0;
  requests = 0;
  broken = false;

  /** Adds a client's; control is no traffic of clients. */
  add(conversation: Conversation): void {
    const { toServer, toClients, control, opened, broken } = conversation;
    if (control) return;
    this.toServer.payloadBytes += toServer.payloadBytes;
    this.toServer.segments += toServer.segments;
    this.toServer.frames += conversation.framesToServer;
    this.toClients.payloadBytes += toClients.payloadBytes;
    this.toClients.segments += toClients.segments;
    this.toClients.frames += conversation.framesToClients;
    if (opened) this.connections++;
    this.requests += conversation.httpRequests;
    this.broken ||= broken;
  }

  totals(): TrafficTotals {
    const direction = ({ payloadBytes, segments, frames }: Sum['toServer']): DirectionTotals => ({
      payloadBytes,
      segments,
      webSocketFrames: this.broken ? null : frames,
    });
    return {
      toServer: direction(this.toServer),
      toClients: direction(this.toClients),
      connections: this.connections,
      httpRequests: this.broken ? null : this.requests,
    };
  }
}

export class Traffic {
  readonly #conversations = new Map<string, Conversation>();
  /** Of the conversations that are over, and of datagrams. */
  readonly #over = new Sum();

  /** @param port the server's */
  constructor(private readonly port: number) {}

  push(packet: Packet): void {
    const ip = ipPacketOf(packet);
    const segment = ip && tcpSegmentOf(ip);
    const datagram = ip && udpDatagramOf(ip);
    if (segment !== null) this.#pushSegment(segment);
    if (datagram !== null) this.#pushDatagram(datagram);
  }

  #pushDatagram({ toPort, fromPort, payloadBytes }: UdpDatagram): void {
    if (toPort === this.port) this.#over.toServer.payloadBytes += payloadBytes;
    else if (fromPort === this.port) this.#over.toClients.payloadBytes += payloadBytes;
  }

  #pushSegment(segment: TcpSegment): void {
    const toServer = segment.toPort === this.port;
    if (!toServer && segment.fromPort !== this.port) return;
    const key = toServer ? `${segment.from}:${segment.fromPort}` : `${segment.to}:${segment.toPort}`;
    // A client's SYN begins a connection, also one from a port that was used before.
    const opens = segment.syn && toServer && !segment.ack;
    if (opens) this.#forget(key);
    const conversation = this.#conversation(key);
    conversation.opened ||= opens;
    conversation.push(segment, toServer);
    if (segment.rst) this.#forget(key);
  }

  totals(): TrafficTotals {
    const sum = new Sum();
    for (const conversation of this.#conversations.values()) sum.add(conversation);
    return add(this.#over.totals(), sum.totals());
  }

  #conversation(key: string): Conversation {
    let conversation = this.#conversations.get(key);
    if (conversation === undefined) {
      if (this.#conversations.size >= CONVERSATION_LIMIT) this.#forget(this.#conversations.keys().next().value!);
      conversation = new Conversation();
      this.#conversations.set(key, conversation);
    }
    return conversation;
  }

  /** Adds what a connection that is over came to, and lets go of it. */
  #forget(key: string): void {
    const conversation = this.#conversations.get(key);
    if (conversation === undefined) return;
    this.#conversations.delete(key);
    this.#over.add(conversation);
  }
}

/** Adds two values; null if one is not known. */
const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

function add(a: TrafficTotals, b: TrafficTotals): TrafficTotals {
  const direction = (of: 'toServer' | 'toClients'): DirectionTotals => ({
    payloadBytes: a[of].payloadBytes + b[of].payloadBytes,
    segments: a[of].segments + b[of].segments,
    webSocketFrames: plus(a[of].webSocketFrames, b[of].webSocketFrames),
  });
  return {
    toServer: direction('toServer'),
    toClients: direction('toClients'),
    connections: a.connections + b.connections,
    httpRequests: plus(a.httpRequests, b.httpRequests),
  };
}
