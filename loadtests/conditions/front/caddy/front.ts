import { isAtLeast } from '../../../../setup/tools/versions.ts';
import { type Front, type FrontPlan, type LoggedRequest, overTls, type Protocol, versionIn } from '../front.ts';

const CONFIGURATION = 'caddy.json';

/** Go's numbers of TLS versions. */
const TLS: Readonly<Record<number, string>> = { 769: 'TLSv1', 770: 'TLSv1.1', 771: 'TLSv1.2', 772: 'TLSv1.3' };

const OFFERED: Readonly<Record<Protocol, readonly string[]>> = {
  http: ['h1'],
  tls: ['h1'],
  h2: ['h1', 'h2'],
  h3: ['h1', 'h2', 'h3'],
  'no-websocket': [],
};

function configuration({ host, port, serverPort, protocol, certificate, key }: FrontPlan): object {
  const proxy = {
    handler: 'reverse_proxy',
    upstreams: [{ dial: `127.0.0.1:${serverPort}` }],
    // Pieces of a stream are handed on at once by default. With flush_interval -1, servers would not learn that a client left.
    transport: { protocol: 'http', keep_alive: { max_idle_conns_per_host: 1_000 } },
  };
  const policies = { tls_connection_policies: [{ default_sni: 'localhost' }] };
  return {
    admin: { disabled: true, config: { persist: false } },
    logging: {
      logs: {
        default: { level: 'WARN', writer: { output: 'stderr' }, exclude: ['http.log.access'] },
        requests: { writer: { output: 'stdout' }, encoder: { format: 'json' }, include: ['http.log.access'] },
      },
    },
    apps: {
      http: {
        servers: {
          clients: {
            listen: [`${host}:${port}`],
            protocols: OFFERED[protocol],
            automatic_https: { disable: true },
            ...(overTls(protocol) ? policies : {}),
            logs: {},
            routes: [{ handle: [proxy] }],
          },
        },
      },
      ...(overTls(protocol) ? { tls: { certificates: { load_files: [{ certificate, key }] } } } : {}),
    },
  };
}

interface Line {
  /** The time it was written, at the end of the request, and the length of that; seconds. */
  ts?: number;
  duration?: number;
  request?: {
    remote_ip?: string;
    remote_port?: string;
    proto?: string;
    headers?: { Upgrade?: string[] };
    tls?: { version?: number; proto?: string };
  };
}

function read(line: string): LoggedRequest | null {
  let said: Line;
  try {
    said = JSON.parse(line) as Line;
  } catch {
    return null; // cut off by its end
  }
  const { ts = Number.NaN, duration = 0, request } = said ?? {};
  const [, version] = /^HTTP\/([123]\.[01])$/.exec(request?.proto ?? '') ?? [];
  if (request === undefined || version === undefined) return null;
  const { remote_ip, remote_port, headers, tls } = request;
  const isQuic = version === '3.0';
  return {
    at: (ts - duration) * 1000,
    connection: `${remote_ip}:${remote_port}`,
    http: versionIn(version),
    // The log of 2.6 has no handshake of QUIC, which is always this one (RFC 9001, 4.2 and 8.1).
    tls: isQuic ? 'TLSv1.3' : (TLS[tls?.version ?? 0] ?? null),
    alpn: isQuic ? 'h3' : tls?.proto || null,
    webSocket: headers?.Upgrade?.[0]?.toLowerCase() === 'websocket',
  };
}

const front: Front = {
  name: 'caddy',
  buildArguments: ['version'],
  lacks(protocol, { version }) {
    if (protocol === 'no-websocket') return 'Caddy is not set up here to refuse WebSockets, HAProxy and nginx are';
    if (protocol !== 'h3' || isAtLeast(version, '2.6')) return null;
    return `Caddy ${version ?? 'of unknown version'} is too old for HTTP/3, which is there from 2.6`;
  },
  // Caddy has it since 2.9, and Go does not offer it to clients unless asked to by GODEBUG.
  webSocketsOverH2: () => false,
  files: (plan) => ({ [CONFIGURATION]: JSON.stringify(configuration(plan), null, 2) }),
  command: ({ folder }, { path }) => [path, 'run', '--config', `${folder}/${CONFIGURATION}`],
  environment: ({ folder }) => ({ XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }),
  read,
};

export default front;
