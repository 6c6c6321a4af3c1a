/** The parts of Sails that the app uses: none of its packages has types. */
declare module 'sails' {
  import type { Server } from 'node:http';
  import type { Server as SocketServer } from 'socket.io';

  /** A request over a socket, as actions get it. */
  export interface Request {
    /** A dictionary, or a list. */
    body: unknown;
    socket: import('socket.io').Socket;
  }
  export interface Response {
    status(code: number): Response;
    json(body: object): void;
    send(): void;
  }
  export class Sails {
    readonly hooks: { http: { server: Server } };
    readonly io: SocketServer;
    readonly sockets: {
      broadcast(room: string, event: string, data: unknown): void;
      blast(event: string, data: unknown): void;
    };
    getSDKMetadata(handshake: object): { version: string };
    /** Loads the app without listening. */
    load(config: object, done: (error?: Error) => void): void;
    lower(done: () => void): void;
  }
  const sails: { Sails: typeof Sails };
  export default sails;
}

/** Sails' hook for Socket.IO. */
declare module 'sails-hook-sockets' {
  const hook: object;
  export default hook;
}

/** The version of Socket.IO's client that Sails' is made for, under a name of its own: that of the package has types of a later version. */
declare module 'socket.io-client/lib/index.js' {
  export interface Engine {
    transport: { name: string };
    write(text: string): void;
    once(event: 'close', handler: () => void): void;
  }
  export interface RawConnection {
    io: { engine: Engine };
    disconnect(): void;
  }
  const io: (url: string, options: object) => RawConnection;
  export default io;
}

/** Sails' client: it makes its own of Socket.IO's. */
declare module 'sails.io.js' {
  import type io from 'socket.io-client/lib/index.js';
  import type { RawConnection } from 'socket.io-client/lib/index.js';

  export interface Answer {
    /** 0: none, the connection has ended. */
    statusCode: number;
    body: unknown;
  }
  export interface SailsSocket {
    readonly _raw: RawConnection;
    on(event: string, handler: (data: never) => void): void;
    post(url: string, data: object, answered: (body: unknown, answer: Answer) => void): void;
  }
  export interface Sdk {
    sails: {
      autoConnect: boolean;
      environment: string;
      useCORSRouteToGetCookie: boolean;
      connect(url: string, options: object): SailsSocket;
    };
  }
  const sailsIO: (client: typeof io) => Sdk;
  export default sailsIO;
}
