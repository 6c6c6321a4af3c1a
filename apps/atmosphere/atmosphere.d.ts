/** What the adapter uses of atmosphere.js, which has no types of its own. */
declare module 'atmosphere.js/lib/atmosphere.js' {
  interface Response {
    responseBody: string;
    transport: string;
    state: string;
    status: number;
    reasonPhrase?: string;
  }

  interface Options {
    url: string;
    uuid: string | 0;
    transport: string;
    fallbackTransport: string;
    reconnect: boolean;
    maxReconnectOnClose: number;
    enableProtocol: boolean;
    handleOnlineOffline: boolean;
    logLevel: string;
    onOpen(response: Response): void;
    onMessage(response: Response): void;
    onMessagePublished(response: Response): void;
    onClose(response: Response): void;
    onError(response: Response): void;
  }

  interface Subscription {
    push(message: string): void;
    close(): void;
  }

  const atmosphere: { subscribe(options: Options): Subscription };
  export default atmosphere;
}

declare module 'eventsource/lib/eventsource.js' {
  const EventSource: unknown;
  export default EventSource;
}

declare module 'xmlhttprequest' {
  const XMLHttpRequest: unknown;

  export { XMLHttpRequest };
}
