/** Types that the library lacks, as far as it is used here. */
declare module 'simpleddp-core' {
  /** A WebSocket, or what looks like one. */
  export interface RawSocket {
    send(text: string): void;
    close(): void;
  }

  interface Options {
    endpoint: string;
    SocketConstructor: new (endpoint: string) => RawSocket;
    autoConnect?: boolean;
    autoReconnect?: boolean;
    /** Forgets, when the connection ends, what was not sent. */
    cleanQueue?: boolean;
  }

  /** Errors of methods and subscriptions. */
  export interface DdpError {
    error: string | number;
    reason?: string;
    details?: unknown;
  }

  interface Messages {
    connected: { session: string };
    disconnected: undefined;
    ready: { subs: string[] };
    nosub: { id: string; error?: DdpError };
    added: { collection: string; id: string; fields?: Record<string, unknown> };
    changed: { collection: string; id: string; fields?: Record<string, unknown>; cleared?: string[] };
    removed: { collection: string; id: string };
    result: { id: string; error?: DdpError; result?: unknown };
    error: { reason: string };
  }

  export default class DDP {
    constructor(options: Options);
    connect(): void;
    disconnect(): void;
    on<Msg extends keyof Messages>(msg: Msg, listener: (message: Messages[Msg]) => void): void;
    /** Gives the call's id back. */
    method(name: string, params: unknown[]): string;
    sub(name: string, params: unknown[]): string;
    unsub(id: string): void;
  }
}
