/** Adds up what a capture saw between clients and one server port. */
import { Conversation } from './conversation.ts';
import { ipPacketOf, type TcpSegment, tcpSegmentOf, type UdpDatagram, udpDatagramOf } from './ip-packet.ts';
import type { Packet } from './pcap.ts';

interface DirectionTotals {
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

const none = (): TrafficTotals => ({
  toServer: { payloadBytes: 0, segments: 0, webSocketFrames: 0 },
  toClients: { payloadBytes: 0, segments: 0, webSocketFrames: 0 },
  connections: 0,
  httpRequests: 0,
});

/** Control is no traffic of clients. */
function totalsOf(conversation: Conversation): TrafficTotals {
  const { toServer, toClients, framesToServer, framesToClients, httpRequests, control, opened, broken } = conversation;
  if (control) return none();
  return {
    toServer: { ...toServer, webSocketFrames: broken ? null : framesToServer },
    toClients: { ...toClients, webSocketFrames: broken ? null : framesToClients },
    connections: opened ? 1 : 0,
    httpRequests: broken ? null : httpRequests,
  };
}

/** Both combined, number by number; what is not known of one is not known of both. */
export function combined(a: TrafficTotals, b: TrafficTotals, combine: (a: number, b: number) => number): TrafficTotals {
  const known = (a: number | null, b: number | null) => (a === null || b === null ? null : combine(a, b));
  const direction = (of: 'toServer' | 'toClients'): DirectionTotals => ({
    payloadBytes: combine(a[of].payloadBytes, b[of].payloadBytes),
    segments: combine(a[of].segments, b[of].segments),
    webSocketFrames: known(a[of].webSocketFrames, b[of].webSocketFrames),
  });
  return {
    toServer: direction('toServer'),
    toClients: direction('toClients'),
    connections: combine(a.connections, b.connections),
    httpRequests: known(a.httpRequests, b.httpRequests),
  };
}

const plus = (a: number, b: number): number => a + b;

export class Traffic {
  readonly #conversations = new Map<string, Conversation>();
  /** Of the conversations that are over, and of datagrams. */
  #over = none();

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
    return [...this.#conversations.values()].map(totalsOf).reduce((sum, one) => combined(sum, one, plus), this.#over);
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
    this.#over = combined(this.#over, totalsOf(conversation), plus);
  }
}
