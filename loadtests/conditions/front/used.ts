/** What clients of a front really used, from its log. Pure. */
import type { ConditionMeasured } from '../../../protocol/conditions.ts';
import type { HttpVersion, LoggedRequest, Protocol } from './front.ts';

interface OfVersion {
  /** Requests of each connection. */
  readonly connections: Map<string, number>;
  webSockets: number;
}

const NAMES: Readonly<Record<HttpVersion, string>> = {
  '1.0': 'HTTP/1.0',
  '1.1': 'HTTP/1.1',
  '2': 'HTTP/2',
  '3': 'HTTP/3',
};
const KEYS: Readonly<Record<HttpVersion, string>> = { '1.0': 'http10', '1.1': 'http11', '2': 'h2', '3': 'h3' };

/** The version that a client uses that gets what was asked for. */
const WANTED: Readonly<Record<Protocol, HttpVersion>> = {
  http: '1.1',
  tls: '1.1',
  h2: '2',
  h3: '3',
  'no-websocket': '1.1',
};

const n = (value: number, thing: string): string =>
  `${value.toLocaleString('en-US')} ${thing}${value === 1 ? '' : 's'}`;

const sum = (values: Iterable<number>): number => [...values].reduce((a, b) => a + b, 0);

const NOTHING: OfVersion = { connections: new Map(), webSockets: 0 };

export class Used {
  readonly #byVersion = new Map<HttpVersion, OfVersion>();
  readonly #tls = new Set<string>();
  readonly #alpn = new Set<string>();

  add({ connection, http, tls, alpn, webSocket }: LoggedRequest): void {
    const one = this.#byVersion.get(http) ?? { connections: new Map(), webSockets: 0 };
    this.#byVersion.set(http, one);
    one.connections.set(connection, (one.connections.get(connection) ?? 0) + 1);
    if (webSocket) one.webSockets += 1;
    if (tls !== null) this.#tls.add(tls);
    if (alpn !== null) this.#alpn.add(alpn);
  }

  /** Connections, requests and WebSockets of one version; `most`: requests of the connection that had the most. */
  of(version: HttpVersion): { connections: number; requests: number; webSockets: number; most: number } {
    const { connections, webSockets } = this.#byVersion.get(version) ?? NOTHING;
    const requests = [...connections.values()];
    return { connections: requests.length, requests: sum(requests), webSockets, most: Math.max(0, ...requests) };
  }

  get #versions(): HttpVersion[] {
    return [...this.#byVersion.keys()].sort();
  }

  /** @param program the front with its version */
  measured(program: string): ConditionMeasured {
    const tls = [...this.#tls].sort().join(', ');
    const alpn = [...this.#alpn].sort().join(', ');
    const counts = this.#versions.flatMap((version) => {
      const { connections, requests, webSockets, most } = this.of(version);
      const key = KEYS[version];
      return [
        [`${key}Connections`, connections],
        [`${key}Requests`, requests],
        [`${key}WebSockets`, webSockets],
        [`${key}MostRequests`, most],
      ];
    });
    const texts = this.#versions.map((version) => {
      const { connections, requests, webSockets } = this.of(version);
      const which = webSockets === 0 ? '' : `, ${n(webSockets, 'WebSocket')} of them`;
      return `${NAMES[version]}: ${n(connections, 'connection')} with ${n(requests, 'request')}${which}`;
    });
    const how = tls === '' ? 'no TLS' : `${tls}, ALPN ${alpn === '' ? 'none' : alpn}`;
    return {
      value: {
        program,
        ...(tls === '' ? {} : { tls }),
        ...(alpn === '' ? {} : { alpn }),
        ...Object.fromEntries(counts),
      },
      text: [program, ...(texts.length === 0 ? ['no requests'] : [how, ...texts])].join('; '),
    };
  }

  /**
   * How many requests used another version than asked for, in a sentence; null: none did. A browser learns from its first answer, over
   * HTTP/2, that there is HTTP/3 (RFC 9114, 3.1.1): one such request for each connection over HTTP/3 is no falling back.
   */
  fellBack(protocol: Protocol): string | null {
    const wanted = WANTED[protocol];
    const isFirst = (version: HttpVersion): boolean =>
      protocol === 'h3' && version === '2' && this.of('2').requests <= this.of('3').connections;
    const others = this.#versions.filter((version) => version !== wanted && !isFirst(version));
    if (others.length === 0) return null;
    const texts = others.map((version) => {
      const { requests, webSockets } = this.of(version);
      const which = webSockets === 0 ? '' : ` (${n(webSockets, 'WebSocket')})`;
      return `${n(requests, 'request')}${which} used ${NAMES[version]}`;
    });
    return `${NAMES[wanted]} was asked for; ${texts.join(', ')}, ${this.of(wanted).requests} used ${NAMES[wanted]}`;
  }
}
