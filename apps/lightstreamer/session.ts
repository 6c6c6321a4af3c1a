/**
 * One session with the broker through the framework's client library, over one transport, until it ends. The library would recover from
 * a broken connection; here that ends the session, unless it is to come back.
 */

import { type ItemUpdate, LightstreamerClient, Subscription } from '#lightstreamer-client';
import type { Back } from '../../protocol/socket.ts';
import { ADAPTER_SET, FAREWELL, GOODBYE, LOAD, MESSAGE, MINE, SEQUENCE, WELCOME } from './items.ts';
import { whyRefused } from './server-errors.ts';

/** The connection is given up before the library tries a second time, ms. */
const RETRY_MS = 20_000;
/** The time limit for the server to say that it has heard the goodbye, ms. */
const LEAVE_MS = 3_000;
const CLOSED_HERE = 'closed by the client';
/** The time limit for the library to end a session, ms. */
const END_MS = 5_000;
/** The library reports an end first, and the broker's reason a moment later. */
const REASON_MS = 50;

/** Statuses of a session on its way to its transport, or between two connections of one. */
const PASSING = new Set(['CONNECTING', 'CONNECTED:STREAM-SENSING', 'STALLED']);

export interface SubscriptionHandlers {
  update(update: ItemUpdate): void;
  active?(): void;
  endOfSnapshot?(): void;
  cleared?(): void;
}

export interface SessionHandlers {
  /** The text of an envelope came. */
  text(text: string): void;
  /** The connection is lost and tried again, and is back, with its session or with another one. */
  lost(reason: string): void;
  back(how: Back): void;
  /** The session has ended; called once, and only when `open` had resolved. */
  ended(reason: string): void;
}

/** Calls `handler`. The library would hide an error, so this throws it outside. */
function outsideTheLibrary(handler: () => void): void {
  try {
    handler();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

export class Session {
  readonly #client: LightstreamerClient;
  readonly #wanted: string;
  readonly #handlers: SessionHandlers;
  #used: string;
  #opening: { resolve(): void; reject(error: Error): void } | null = null;
  #mine: Subscription | null = null;
  #isWelcome = false;
  readonly #comesBack: boolean;
  /** The session whose connection is lost. */
  #lost: string | null = null;
  #reason: string | null = null;
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param address the broker's origin
   * @param transport the library's name of it, such as `WS-STREAMING`
   * @param comesBack the library recovers the session when the connection is lost, or makes another one
   */
  constructor(address: string, transport: string, handlers: SessionHandlers, comesBack: boolean) {
    this.#wanted = transport;
    this.#used = transport;
    this.#handlers = handlers;
    this.#comesBack = comesBack;
    this.#client = new LightstreamerClient(address, ADAPTER_SET);
    const options = this.#client.connectionOptions;
    options.setForcedTransport(transport);
    options.setSlowingEnabled(false);
    if (!comesBack) {
      options.setSessionRecoveryTimeout(0);
      options.setRetryDelay(RETRY_MS);
      options.setFirstRetryMaxDelay(RETRY_MS);
    }
    options.setServerInstanceAddressIgnored(true);
  }

  /** The library's name of the transport in use; after the end, of the last one. */
  get transport(): string {
    const status = this.#client.getStatus();
    if (status.startsWith('CONNECTED:') && !PASSING.has(status)) this.#used = status.slice('CONNECTED:'.length);
    return this.#used;
  }

  /** Resolves when all that is sent to this client comes here. Rejects with the reason when that cannot be. */
  open(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#opening = { resolve, reject };
      signal.addEventListener('abort', () => this.#opening && this.end((signal.reason as Error).message));
      this.#client.addListener({
        onStatusChange: (status) => this.#statusChanged(status),
        onServerError: (code, message) => this.#over(whyRefused(code, message)),
        onPropertyChange: (name) => name === 'realMaxBandwidth' && this.#checkBandwidth(),
      });
      const mine = (update: ItemUpdate) => this.#received(update.getValue(MESSAGE));
      const active = () => {
        this.#mine ??= this.subscribe('RAW', MINE, [MESSAGE], { update: mine });
      };
      const update = (update: ItemUpdate) => {
        // The server ends, and another may take its place.
        if (comesBack(update)) this.#isLost('the server ended the connection');
        else mine(update);
      };
      const comesBack = (update: ItemUpdate) =>
        this.#comesBack && this.#opening === null && update.getValue(MESSAGE) === FAREWELL;
      this.subscribe('RAW', LOAD, [MESSAGE], { update, active });
      this.#client.connect();
    });
  }

  send(text: string): void {
    this.#client.sendMessage(text, SEQUENCE);
  }

  /** Subscribes to the one item of `group`. A subscription that fails or loses updates ends the session. */
  subscribe(
    mode: 'RAW' | 'COMMAND',
    group: string,
    fields: readonly string[],
    handlers: SubscriptionHandlers,
  ): Subscription {
    const subscription = new Subscription(mode, [group], [...fields]);
    if (mode === 'COMMAND') {
      subscription.setRequestedSnapshot('yes');
      // The types know of numbers only.
      subscription.setRequestedMaxFrequency('unfiltered' as unknown as number);
    }
    const whileOpen = (handler: () => void) => {
      if (this.#reason === null) outsideTheLibrary(handler);
    };
    subscription.addListener({
      onSubscription: () => whileOpen(() => handlers.active?.()),
      onItemUpdate: (update) => whileOpen(() => handlers.update(update)),
      onEndOfSnapshot: () => whileOpen(() => handlers.endOfSnapshot?.()),
      onClearSnapshot: () => whileOpen(() => handlers.cleared?.()),
      onSubscriptionError: (code, message) =>
        this.end(`the broker refused to subscribe ${group}: ${message} (${code})`),
      onItemLostUpdates: (_name, _position, lost) => this.end(`the broker dropped ${lost} updates of ${group}`),
      onRealMaxFrequency: (frequency) => {
        if (frequency === null || frequency === 'unlimited') return;
        this.end(`the broker's edition or configuration limits ${group} to ${frequency} updates a second`);
      },
    });
    this.#client.subscribe(subscription);
    return subscription;
  }

  /**
   * Ends the session politely. Over HTTP and between two polls the library just goes, and the broker would wait for it to come back, with
   * the server sending to it meanwhile. So this client says goodbye first; the server's farewell is the last message for it.
   */
  leave(): void {
    if (this.#lost !== null) this.end(CLOSED_HERE);
    if (this.#reason !== null || this.#timer !== undefined) return;
    const end = () => this.end(CLOSED_HERE);
    this.#timer = setTimeout(end, LEAVE_MS);
    this.#client.sendMessage(GOODBYE, SEQUENCE, undefined, {
      onDeny: end,
      onDiscarded: end,
      onError: end,
      onAbort: end,
    });
  }

  /** Ends the session at once. `SessionHandlers.ended` is called with `reason` soon after. */
  end(reason: string): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    clearTimeout(this.#timer);
    if (this.#client.getStatus() === 'DISCONNECTED') this.#over(reason);
    else {
      this.#timer = setTimeout(() => this.#over(reason), END_MS);
      this.#client.disconnect();
    }
  }

  /** An active subscription is known to the broker alone; `welcome` comes from the server. */
  #received(text: string): void {
    if (text === FAREWELL) this.end(this.#timer === undefined ? 'the server ended the connection' : CLOSED_HERE);
    else if (this.#isWelcome) this.#handlers.text(text);
    else if (text === WELCOME) {
      this.#isWelcome = true;
      this.#checkOpened();
      this.#checkBack();
    }
  }

  #isLost(reason: string): void {
    if (this.#lost !== null || this.#reason !== null) return;
    this.#lost = this.#client.connectionDetails.getSessionId() ?? '';
    this.#isWelcome = false;
    this.#handlers.lost(reason);
  }

  /** It is back when the session goes on, and no server welcomes it, or when another one is welcome. */
  #checkBack(): void {
    if (this.#lost === null || this.#client.getStatus() !== `CONNECTED:${this.#wanted}`) return;
    const isSame = this.#client.connectionDetails.getSessionId() === this.#lost;
    if (!isSame && !this.#isWelcome) return;
    this.#lost = null;
    this.#isWelcome = true;
    this.#handlers.back(isSame ? 'recovered' : 'new');
  }

  #statusChanged(status: string): void {
    if (status === 'DISCONNECTED') {
      if (this.#reason !== null) this.#over(this.#reason);
      else this.#timer ??= setTimeout(() => this.#over('the broker ended the session'), REASON_MS);
    } else if (status.startsWith('DISCONNECTED') && this.#comesBack && this.#opening === null) {
      this.#isLost('the connection to the broker was lost');
    } else if (status.startsWith('DISCONNECTED')) {
      this.end(this.#opening ? 'the broker cannot be reached over it' : 'the connection to the broker was lost');
    } else if (status === `CONNECTED:${this.#wanted}`) {
      this.#checkOpened();
      this.#checkBack();
    } else if (!PASSING.has(status)) this.end(`the framework uses ${status}`);
  }

  #checkOpened(): void {
    if (this.#opening === null || this.#reason !== null || !this.#isWelcome) return;
    if (this.#client.getStatus() !== `CONNECTED:${this.#wanted}`) return;
    const { resolve } = this.#opening;
    this.#opening = null;
    resolve();
  }

  #checkBandwidth(): void {
    const bandwidth = this.#client.connectionOptions.getRealMaxBandwidth();
    if (bandwidth === null || Number.isNaN(Number(bandwidth))) return;
    this.end(`the broker's edition or configuration limits a connection to ${bandwidth} kbit/s`);
  }

  /** The library has let go of the session. */
  #over(reason: string): void {
    if (this.#isOver) return;
    if (this.#comesBack && this.#opening === null && this.#reason === null) {
      this.#isLost(reason);
      // A session that the broker has ended is its user's to make anew.
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#client.connect();
      }, this.#client.connectionOptions.getRetryDelay());
      return;
    }
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#reason ??= reason;
    if (this.#opening !== null) this.#opening.reject(new Error(this.#reason));
    else this.#handlers.ended(this.#reason);
  }
}
