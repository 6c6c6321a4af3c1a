/** Counts what clients of a front really used, from its log: requests by connection. Pure. */
import { counted as n } from '../../../metrics/numbers.ts';
import type { HttpVersion, LoggedRequest, Protocol } from './front.ts';

/** A connection that clients made to a front. */
export interface Connection {
  /** Address and port of the client. */
  connection: string;
  http: HttpVersion;
  tls: string | null;
  alpn: string | null;
  requests: number;
  /** Of those the ones that began during the test. */
  inTest: number;
  webSockets: number;
}

export interface Totals {
  connections: number;
  requests: number;
  inTest: number;
  webSockets: number;
  /** Requests of the connection that had the most. */
  most: number;
}

export const NAMES: Readonly<Record<HttpVersion, string>> = {
  '1.0': 'HTTP/1.0',
  '1.1': 'HTTP/1.1',
  '2': 'HTTP/2',
  '3': 'HTTP/3',
};

/** The version that a client uses that gets what was asked for. */
const WANTED: Readonly<Record<Protocol, HttpVersion>> = {
  http: '1.1',
  tls: '1.1',
  h2: '2',
  h3: '3',
  'no-websocket': '1.1',
};

/** More than a machine has ports for: without hostile clients there are fewer. */
const MOST_CONNECTIONS = 100_000;

export function totalsOf(connections: readonly Connection[]): Totals {
  const sum = (field: 'requests' | 'inTest' | 'webSockets'): number =>
    connections.reduce((total, one) => total + one[field], 0);
  return {
    connections: connections.length,
    requests: sum('requests'),
    inTest: sum('inTest'),
    webSockets: sum('webSockets'),
    most: connections.reduce((most, { requests }) => Math.max(most, requests), 0),
  };
}

export class Used {
  readonly #connections = new Map<string, Connection>();
  #beyond = false;

  /** @param most connections that are told apart; requests of all further ones count as those of one */
  constructor(private readonly most = MOST_CONNECTIONS) {}

  /** @param inTest true if it began during the test */
  add({ connection, http, tls, alpn, webSocket }: LoggedRequest, inTest = false): void {
    const one = this.#of(http, connection, { tls, alpn });
    one.requests += 1;
    if (inTest) one.inTest += 1;
    if (webSocket) one.webSockets += 1;
  }

  #of(http: HttpVersion, connection: string, how: Pick<Connection, 'tls' | 'alpn'>): Connection {
    const name = `${http} ${connection}`;
    const known = this.#connections.get(name);
    if (known !== undefined) return known;
    if (this.#connections.size >= this.most && connection !== '') {
      this.#beyond = true;
      return this.#of(http, '', how);
    }
    const one: Connection = { connection, http, ...how, requests: 0, inTest: 0, webSockets: 0 };
    this.#connections.set(name, one);
    return one;
  }

  get connections(): Connection[] {
    return [...this.#connections.values()];
  }

  /** The reason why connections are missing; null: none is. */
  get missing(): string | null {
    return this.#beyond ? `more than ${n(this.most, 'connection')}: the rest counts as one` : null;
  }

  of(version: HttpVersion): Totals {
    return totalsOf(this.connections.filter(({ http }) => http === version));
  }

  get versions(): HttpVersion[] {
    return [...new Set(this.connections.map(({ http }) => http))].sort();
  }

  /**
   * Counts the requests that used another version than asked for, in a sentence; null: none did. A browser learns from its first answer, over
   * HTTP/2, that there is HTTP/3 (RFC 9114, 3.1.1): one such request for each connection over HTTP/3 is no falling back.
   */
  fellBack(protocol: Protocol): string | null {
    const wanted = WANTED[protocol];
    const isFirst = (version: HttpVersion): boolean =>
      protocol === 'h3' && version === '2' && this.of('2').requests <= this.of('3').connections;
    const others = this.versions.filter((version) => version !== wanted && !isFirst(version));
    if (others.length === 0) return null;
    const texts = others.map((version) => {
      const { requests, webSockets } = this.of(version);
      const which = webSockets === 0 ? '' : ` (${n(webSockets, 'WebSocket')})`;
      return `${n(requests, 'request')}${which} used ${NAMES[version]}`;
    });
    return `${NAMES[wanted]} was asked for; ${texts.join(', ')}, ${this.of(wanted).requests} used ${NAMES[wanted]}`;
  }
}
