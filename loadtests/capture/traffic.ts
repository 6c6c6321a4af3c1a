/** Adds up what a capture saw between clients and one server port. */
import { Conversation } from './conversation.ts';
import type { Packet } from './pcap.ts';
import { tcpSegmentOf } from './tcp-segment.ts';

/** What went one way. */
export interface DirectionTotals {
  /** TCP payload, retransmissions included: what the network carried. */
  payloadBytes: number;
  /** Segments with a payload. A loopback interface carries up to 64 KiB in one; an Ethernet would cut them. */
  segments: number;
  /** Null when payloads were not captured whole. */
  webSocketFrames: number | null;
}

/** What went between clients and server while it was counted. */
export interface TrafficTotals {
  toServer: DirectionTotals;
  toClients: DirectionTotals;
  /** Connections that were opened. */
  connections: number;
  /** Null when payloads were not captured whole. A WebSocket's handshake is one. */
  httpRequests: number | null;
}

/** Connections that have ended are counted and forgotten; this bounds those that never say that they end. */
const CONVERSATION_LIMIT = 200_000;

export class Traffic {
  readonly #port: number;
  readonly #conversations = new Map<string, Conversation>();
  #toServer = { payloadBytes: 0, segments: 0, frames: 0 };
  #toClients = { payloadBytes: 0, segments: 0, frames: 0 };
  #connections = 0;
  #requests = 0;
  #broken = false;

  /** @param port the server's */
  constructor(port: number) {
    this.#port = port;
  }

  push(packet: Packet): void {
    const segment = tcpSegmentOf(packet);
    if (segment === null) return;
    const toServer = segment.toPort === this.#port;
    if (!toServer && segment.fromPort !== this.#port) return;
    const direction = toServer ? this.#toServer : this.#toClients;
    if (segment.payloadBytes > 0) {
      direction.payloadBytes += segment.payloadBytes;
      direction.segments++;
    }
    const key = toServer ? `${segment.from}:${segment.fromPort}` : `${segment.to}:${segment.toPort}`;
    // A client's SYN begins a connection, also one from a port that was used before.
    if (segment.syn && toServer && !segment.ack) {
      this.#forget(key);
      this.#connections++;
    }
    this.#conversation(key).push(segment, toServer);
    if (segment.rst) this.#forget(key);
  }

  /** What has been seen since the start. */
  totals(): TrafficTotals {
    let { frames: toServer } = this.#toServer;
    let { frames: toClients } = this.#toClients;
    let requests = this.#requests;
    let broken = this.#broken;
    for (const conversation of this.#conversations.values()) {
      toServer += conversation.framesToServer;
      toClients += conversation.framesToClients;
      requests += conversation.httpRequests;
      broken ||= conversation.broken;
    }
    const direction = ({ payloadBytes, segments }: { payloadBytes: number; segments: number }, frames: number) => ({
      payloadBytes,
      segments,
      webSocketFrames: broken ? null : frames,
    });
    return {
      toServer: direction(this.#toServer, toServer),
      toClients: direction(this.#toClients, toClients),
      connections: this.#connections,
      httpRequests: broken ? null : requests,
    };
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
    this.#toServer.frames += conversation.framesToServer;
    this.#toClients.frames += conversation.framesToClients;
    this.#requests += conversation.httpRequests;
    this.#broken ||= conversation.broken;
  }
}
