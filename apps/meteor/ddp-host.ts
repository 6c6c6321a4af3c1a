/** The interface that Meteor and its substitute give an application. */

/** A client, to Meteor's methods and publications. */
export interface DdpConnection {
  readonly id: string;
  readonly clientAddress?: string | undefined;
  close(): void;
}

/** The `this` of a publication. */
export interface DdpSubscription {
  readonly connection: DdpConnection;
  added(collection: string, id: string, fields: object): void;
  changed(collection: string, id: string, fields: object): void;
  removed(collection: string, id: string): void;
  ready(): void;
  onStop(handler: () => void): void;
}

// biome-ignore lint/suspicious/noExplicitAny: parameters are what a client sends; the house looks at them
type Handler<This> = (this: This, ...params: any[]) => unknown;
export type MethodHandler = Handler<{ connection: DdpConnection }>;

export interface DdpHost {
  methods(methods: Record<string, MethodHandler>): void;
  publish(name: string, publication: Handler<DdpSubscription>): void;
  /** Documents of this collection are sent and not kept: Meteor's publication strategy NO_MERGE_NO_HISTORY. */
  sendOnly(collection: string): void;
  /** The substitute's name, for people; null when it is Meteor. */
  readonly substitute: string | null;
  /** Meteor.Error. */
  readonly Error: new (
    error: string,
    reason?: string,
    details?: unknown,
  ) => Error;
  /** The size of what waits to go out to a client, about, where the host says. */
  waiting?(connection: DdpConnection): number;
}
