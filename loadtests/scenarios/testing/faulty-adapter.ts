/**
 * For tests: an adapter that does what a framework's does, but for one fault, as if it had lost, doubled or refused something on the way. So
 * whole runs can be made that must accuse themselves. It runs in workers, as adapters do.
 */
import type { Adapter, Reply, Socket } from '../../../protocol/socket.ts';
import { monotonicMs } from '../../../system/monotonic.ts';

/** Gives what is connected a fault. @param again opens another connection like it */
type Fault = (socket: Socket, again: () => Promise<Socket>, nth: number) => Socket | Promise<Socket>;

/** Of the messages of a connection, this one has the fault: the first ones show that all else is well. */
const FAULTY = 3;
/** Later than a bucket after any test that is meant to take less than a second, ms. */
const LATE_MS = 3_000;
/** Older than anything that did not wait for its client, ms. */
const OLD_MS = 1_000;
const AN_HOUR_MS = 3_600_000;

// biome-ignore lint/suspicious/noExplicitAny: what travels is whatever the scenario sends
type Data = any;

function changed(socket: Socket, change: Partial<Socket>): Socket {
  return {
    get transport() {
      return socket.transport;
    },
    on: (event, handler) => socket.on(event, handler),
    emit: (event, data) => socket.emit(event, data),
    request: (event, data) => socket.request(event, data),
    onClose: (handler) => socket.onClose(handler),
    ...(socket.onLost && { onLost: (handler) => socket.onLost!(handler) }),
    ...(socket.onBack && { onBack: (handler) => socket.onBack!(handler) }),
    ...(socket.onAttempt && { onAttempt: (handler) => socket.onAttempt!(handler) }),
    close: () => socket.close(),
    ...change,
  };
}

/** Passes arriving `event`s through `pass`, which gets their number. */
const arriving =
  (event: string, pass: (data: Data, n: number, hand: (data: Data) => void) => void): Fault =>
  (socket) => {
    let n = 0;
    return changed(socket, {
      on: (name, handler) => socket.on(name, name === event ? (data) => pass(data, ++n, handler) : handler),
    });
  };

const loses = (event: string): Fault =>
  arriving(event, (data, n, hand) => {
    if (n !== FAULTY) hand(data);
  });

const doubles = (event: string, at = FAULTY): Fault =>
  arriving(event, (data, n, hand) => {
    hand(data);
    if (n === at) hand(data);
  });

/** Holds a delivery back until the next one has overtaken it. */
const overtakes =
  (event: string): Fault =>
  (socket, again, nth) => {
    let held: Data;
    const fault = arriving(event, (data, n, hand) => {
      if (n === FAULTY) held = data;
      else hand(data);
      if (n === FAULTY + 1) hand(held);
    });
    return fault(socket, again, nth);
  };

/** While it arrives the clock says that it is an hour earlier. */
const beforeItWasSent = (event: string): Fault => {
  const now = performance.now.bind(performance);
  return arriving(event, (data, n, hand) => {
    if (n === FAULTY) performance.now = () => now() - AN_HOUR_MS;
    hand(data);
    performance.now = now;
  });
};

/** Loses the first delivery after a connection has come back. */
const losesOnReturn: Fault = (socket) => {
  let isBack = false;
  socket.onBack?.(() => {
    isBack = true;
  });
  return changed(socket, {
    on: (name, handler) =>
      socket.on(name, (data) => {
        if (name !== 'feed' || !isBack) handler(data);
        else isBack = false;
      }),
  });
};

/** Loses deliveries of what was fed long ago, as a server does that drops what a client has not read. */
const losesOldFeed = arriving('feed', (data, _, hand) => {
  if (monotonicMs() - data.body.sent < OLD_MS) hand(data);
});

const sending =
  (event: string, send: (emit: () => void, n: number) => void): Fault =>
  (socket) => {
    let n = 0;
    return changed(socket, {
      emit: (name, data) => (name === event ? send(() => socket.emit(name, data), ++n) : socket.emit(name, data)),
    });
  };

/** Passes a scenario's requests, which have bytes, through `reply`. Requests that relate clocks go unchanged. */
const asking =
  (reply: (ask: () => Promise<Reply>, n: number) => Promise<Reply>): Fault =>
  (socket) => {
    let n = 0;
    return changed(socket, {
      request: (event, data) => {
        const ask = () => socket.request(event, data);
        return event === 'request' && (data as Data).bytes !== undefined ? reply(ask, ++n) : ask();
      },
    });
  };

const REFUSED: Reply = { ok: false, code: 'out-of-range', reason: 'made up for a test' };

/** Somebody else is connected all the while, whom no client knows of. */
const stranger: Fault = async (socket, again) => {
  const other = await again();
  return changed(socket, {
    close: async () => {
      await Promise.all([socket.close(), other.close()]);
    },
  });
};

/** Everything but the first message goes out when the test should be over. */
const late: Fault = (socket) => {
  let n = 0;
  let sent = Promise.resolve();
  return changed(socket, {
    emit: (event, data) => {
      n += 1;
      if (n === 1) return socket.emit(event, data);
      sent = new Promise((resolve) => setTimeout(resolve, LATE_MS)).then(() => socket.emit(event, data));
    },
    request: async (event, data) => {
      if ((data as Data)?.bytes !== undefined) await sent;
      return socket.request(event, data);
    },
  });
};

export const FAULTS = {
  'loses-feed': loses('feed'),
  'doubles-feed': doubles('feed'),
  'overtakes-feed': overtakes('feed'),
  'predates-feed': arriving('feed', (data, _, hand) =>
    hand({ ...data, body: { ...data.body, sent: data.body.sent + AN_HOUR_MS } }),
  ),
  'loses-on-return': losesOnReturn,
  'loses-old-feed': losesOldFeed,
  // Its connections are opened without reconnection (below).
  'stays-away': (socket) => socket,
  'loses-echo': loses('echo'),
  'loses-publish': loses('publish'),
  'doubles-publish': doubles('publish'),
  'overtakes-publish': overtakes('publish'),
  'predates-publish': beforeItWasSent('publish'),
  'swallows-sink': sending('sink', (emit, n) => {
    if (n !== FAULTY) emit();
  }),
  'doubles-sink': sending('sink', (emit, n) => {
    emit();
    if (n === FAULTY) emit();
  }),
  late,
  'loses-joined': arriving('joined', (data, n, hand) => {
    if (n !== 2) hand(data);
  }),
  'gives-taken-names': (socket) =>
    changed(socket, {
      request: async (event, data) => {
        const reply = await socket.request(event, data);
        return event === 'join' && !reply.ok ? { ok: true, names: [] } : reply;
      },
    }),
  'loses-greet': arriving('greet', () => {}),
  'doubles-greet': doubles('greet', 1),
  'cuts-greet': arriving('greet', (data, _, hand) => hand({ ...data, body: data.body.slice(1) })),
  'refuses-request': asking(async (ask, n) => (n === 2 ? REFUSED : ask())),
  'loses-reply': asking((ask, n) => (n === 2 ? ask().then(() => new Promise<Reply>(() => {})) : ask())),
  'cuts-reply': asking(async (ask) => {
    const reply = (await ask()) as Data;
    return { ...reply, body: reply.body.slice(1) };
  }),
  'asks-twice': asking(async (ask) => {
    await ask();
    return ask();
  }),
  // The first connection is the one over which clocks are related.
  'refuses-connection': (socket, _, nth) => {
    if (nth === 1) return socket;
    void socket.close();
    throw new Error('made up for a test');
  },
  stranger,
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

/** @param real the adapter that has no fault */
export function faulty(real: Adapter, fault: FaultName): Adapter {
  let connections = 0;
  return {
    id: `${real.id}-${fault}`,
    transports: real.transports,
    async connect(url, options) {
      const { transport } = options;
      const again = () => real.connect(url, fault === 'stays-away' ? { transport } : options);
      return FAULTS[fault](await again(), again, ++connections);
    },
  };
}
