/** The contract of a front, a reverse proxy between clients and server. Each is a folder here with a `front.ts`. */

/**
 * The protocols that a front offers its clients. `http`: HTTP/1.1 without TLS; `tls`: HTTP/1.1 over TLS; `h2`, `h3`: these over TLS, and
 * what is below. `no-websocket`: as `http`, and WebSockets are refused, as by a proxy that does not know them.
 */
export const PROTOCOLS = ['http', 'tls', 'h2', 'h3', 'no-websocket'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export const overTls = (protocol: Protocol): boolean => protocol !== 'http' && protocol !== 'no-websocket';

/** As a log says it. */
export type HttpVersion = '1.0' | '1.1' | '2' | '3';

export interface FrontPlan {
  /** The interface and the port to listen on. */
  host: string;
  port: number;
  /** Of the server, on this machine. */
  serverPort: number;
  protocol: Protocol;
  /** Paths in PEM; the key lies beside the certificate as `<certificate>.key`. */
  certificate: string;
  key: string;
  /** The folder of its configuration and output. */
  folder: string;
  /** The port on loopback at which a backend hands over its feed, to whichever server the front points at; null: the server stays the same. */
  feedPort: number | null;
  /** True if it is started as root, whose files its processes must still be able to read. */
  asRoot: boolean;
}

export interface FrontProgram {
  path: string;
  /** Null: it does not say. */
  version: string | null;
  /** The program's own description of how it was built. */
  build: string;
}

/** One request as a front's log has it. */
export interface LoggedRequest {
  /** Its start, ms since 1970; not a number: unknown. */
  at: number;
  /** Address and port of the client: one for each connection. */
  connection: string;
  http: HttpVersion;
  /** Such as `TLSv1.3`; null: none. */
  tls: string | null;
  /** The protocol that client and front agreed on in the handshake; null: none. */
  alpn: string | null;
  webSocket: boolean;
}

export interface Front {
  /** Its folder, and its program in `setup/tools/tool-table.ts`. */
  name: string;
  /** Arguments that make it say how it was built. */
  buildArguments: readonly string[];
  /** The reason why this program cannot offer `protocol`, in a sentence; null: it can. */
  lacks(protocol: Protocol, program: FrontProgram): string | null;
  /** Tells whether a WebSocket can be a stream of an HTTP/2 connection (RFC 8441). */
  webSocketsOverH2(program: FrontProgram): boolean;
  /** Gives the files to write into its folder, by file name. */
  files(plan: FrontPlan, program: FrontProgram): Record<string, string>;
  /** Starts it in the foreground. It writes {@link LOG} itself, or its log to stdout, which is that file. */
  command(plan: FrontPlan, program: FrontProgram): string[];
  environment?(plan: FrontPlan): Record<string, string>;
  /** The command, for its socket {@link ADMIN}, after which it points at `port` alone; connections to the server there was end. Absent: it has none. */
  pointAt?(port: number): string;
  /** A line of its log; null: it is of something else. */
  read(line: string): LoggedRequest | null;
}

/** The file in a front's folder that has a line for each request. */
export const LOG = 'requests.log';

/** The socket in a front's folder that takes commands, where its server may change. */
export const ADMIN = 'admin.sock';

/** A connection may be silent for so long, seconds: what ends it is the server's or the client's business. */
export const IDLE_SECONDS = 3_600;

/**
 * Reads a line of `time address:port version tls alpn upgrade`, with spaces between, `-` for what is not there; the time is when the request
 * began, ms since 1970. A client decides on the last field: only `websocket` means something.
 */
export function readFields(line: string): LoggedRequest | null {
  const found = /^(\S+) (\S+:\d+) HTTP\/([123]\.[01]) (\S+) (\S+) (.*)$/.exec(line);
  if (found === null) return null;
  const [, at, connection, http, tls, alpn, upgrade] = found;
  return {
    at: Number(at),
    connection: connection!,
    http: versionIn(http!),
    tls: tls === '-' ? null : tls!,
    alpn: alpn === '-' ? null : alpn!,
    webSocket: upgrade!.toLowerCase() === 'websocket',
  };
}

/** @param text such as `2.0` */
export const versionIn = (text: string): HttpVersion =>
  (text.endsWith('.0') && text !== '1.0' ? text.slice(0, 1) : text) as HttpVersion;
