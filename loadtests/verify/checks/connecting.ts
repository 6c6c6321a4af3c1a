/** Connecting, staying on the transport that was asked for, and closing. */

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket, Transport } from '../../../protocol/socket.ts';
import { TRANSPORTS } from '../../../protocol/socket.ts';
import { slowness } from '../../../system/slowness.ts';
import { all, type Check } from '../check.ts';
import { type Context, tells } from '../context.ts';
import { CheckFailure, demand, show, within } from '../demand.ts';
import { miscounting } from '../sabotage.ts';

/** Demands that connecting fails; a socket that comes all the same is closed. */
async function mustReject(context: Context, url: string, transport: Transport, why: string): Promise<void> {
  const patience = context.timeoutMs;
  let socket: Socket;
  try {
    socket = await within(
      context.adapter.connect(url, { transport }),
      patience,
      `connect must reject ${why}, but after ${patience / 1000} s it has done nothing`,
    );
  } catch (error) {
    if (error instanceof CheckFailure) throw error;
    return;
  }
  await socket.close();
  throw new CheckFailure(
    `connect must reject ${why}, but it gave a socket that says it uses ${show(socket.transport)}`,
  );
}

/**
 * The time that a server may keep a connection after `close` has resolved, on an otherwise idle machine: a connection that it keeps is
 * sent to and counted.
 */
const GONE_MS = 1_000;
const LOOK_AGAIN_MS = 20;

/** Demands that the server counts one connection `goneMs` after `since`, in the time of `performance.now()`. */
async function demandAlone(context: Context, since: number, goneMs: number): Promise<void> {
  const deadline = since + goneMs;
  for (;;) {
    const isLast = performance.now() > deadline;
    const { connections } = await context.control.counts();
    if (connections === 1) return;
    demand(
      !isLast,
      `${(goneMs / 1000).toFixed(1)} s after all others had closed their connections, 1 must be left, but the server counts ${connections}`,
    );
    await sleep(LOOK_AGAIN_MS);
  }
}

/** Two clients leave and one stays; demands that the server knows it. */
async function leaveOne(context: Context): Promise<void> {
  const idle = await context.connect('the idle client that leaves');
  const busy = await context.connect('the busy client that leaves');
  for (let n = 0; n < 5; n += 1) busy.socket.emit('verify-noise', { n });
  await Promise.all([idle.close(), busy.close()]);
  const closedAt = performance.now();
  await context.connect('the client that stays');
  await demandAlone(context, closedAt, GONE_MS * slowness());
}

/** An origin on this machine where nothing listens. */
async function deadUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

export const connectionChecks: Check[] = [
  {
    name: 'adapter matches app.json',
    rule: "The adapter's id and transports are those of app.json.",
    see: 'protocol/socket.ts',
    scope: 'app',
    run: async ({ adapter, app }) => {
      demand(adapter.id === app.id, `the adapter's id must be ${show(app.id)}, but is ${show(adapter.id)}`);
      const listed = Object.keys(app.transports);
      const same =
        listed.length === adapter.transports.length && listed.every((t) => adapter.transports.includes(t as Transport));
      demand(same, `app.json lists the transports ${listed}, but the adapter has ${adapter.transports.join(',')}`);
    },
    saboteurs: [['has another id', { adapterId: 'another' }, /id must be "fake"/]],
  },
  {
    name: 'other transports rejected',
    rule: 'Asked for a transport that it does not have, the adapter rejects.',
    see: 'protocol/socket.ts',
    scope: 'app',
    run: async (context) => {
      const others = TRANSPORTS.filter((transport) => !context.adapter.transports.includes(transport));
      if (others.length === 0) context.note = 'the adapter has every transport there is';
      for (const transport of others) {
        await mustReject(context, context.server.url, transport, `for ${transport}, which the adapter does not have`);
      }
    },
    saboteurs: [['takes any transport', { connectsToAnything: true }, /connect must reject for http-str/]],
  },
  {
    name: 'chooses a transport of its own',
    rule: 'Where the framework chooses the transport, the connection is on one of those of app.json, and ends when it is closed.',
    see: 'protocol/socket.ts',
    scope: 'app',
    run: async (context) => {
      const { adapter, server, timeoutMs } = context;
      if (adapter.connectFreely === undefined) {
        context.note = 'the framework leaves the choice to its user';
        return;
      }
      const wanted = `connectFreely must give a socket within ${timeoutMs / 1000} s`;
      const socket = await within(adapter.connectFreely(server.url), timeoutMs, wanted);
      const { transport } = socket;
      await within(socket.close(), timeoutMs, `close must resolve within ${timeoutMs / 1000} s`);
      demand(
        adapter.transports.includes(transport),
        `the socket must be on one of ${adapter.transports.join(', ')}, but says it is on ${show(transport)}`,
      );
    },
    saboteurs: [
      [
        'is on a transport that app.json does not list',
        { chooses: 'rest' },
        /must be on one of websocket, sse, but says it is on "rest"/,
      ],
    ],
  },
  {
    name: 'connects as asked',
    rule: 'connect gives a socket that is on the transport asked for, by the framework’s own word.',
    see: 'protocol/socket.ts',
    scope: 'transport',
    essential: true,
    run: async (context) => {
      const client = await context.connect('a client');
      const { transport } = client.socket;
      demand(
        transport === context.transport,
        `the socket must be on ${context.transport}, but socket.transport is ${show(transport)}`,
      );
    },
    saboteurs: [
      ['falls back', { transport: () => 'sse' }, /socket\.transport is "sse"/],
      ['never connects', { connectHangs: true }, /could not connect/],
    ],
  },
  {
    name: 'forgets who has left',
    rule: 'When close has resolved, the server knows it within 1 s.',
    see: 'protocol/socket.ts',
    scope: 'transport',
    needs: tells,
    essential: true,
    run: async (context) => {
      await leaveOne(context);
    },
    saboteurs: [['keeps the connections', { lingers: true }, /1 must be left, but the server counts 3$/]],
  },
  {
    name: 'substitute reported',
    rule: 'What the ready line says replaces a part of the framework, and what it wants said with figures, the socket says too: pages show it.',
    see: 'protocol/server-process.md',
    scope: 'transport',
    run: async (context) => {
      const { socket } = await context.connect('a client');
      for (const name of ['substitute', 'notice'] as const) {
        const wanted = context.server[name];
        demand(
          (socket[name] ?? null) === wanted,
          () => `socket.${name} must be ${show(wanted)}, as in the ready line, but is ${show(socket[name])}`,
        );
      }
    },
    saboteurs: [
      ['claims a substitute', { substitute: 'half of it' }, /must be null, as in the ready line, but is "half of/],
      ['has a notice of its own', { notice: 'buy it' }, /socket.notice must be null, .* but is "buy it"/],
    ],
  },
  {
    name: 'stays on its transport',
    rule: 'After a conversation the socket is still on the transport asked for: no later fall-back, no later upgrade.',
    see: 'protocol/socket.ts',
    scope: 'transport',
    needs: all('echo'),
    run: async (context) => {
      const client = await context.connect('a client');
      for (let n = 1; n <= 5; n += 1) {
        client.socket.emit('echo', n);
        await client.until('its echo', () => client.of('echo').length === n);
      }
      const { transport } = client.socket;
      demand(
        transport === context.transport,
        `after a conversation the socket must still be on ${context.transport}, but socket.transport is ${show(transport)}`,
      );
    },
    saboteurs: [['falls back later', { transport: (asked, had) => (had ? 'sse' : asked) }, /still be on web/]],
  },
  {
    name: 'dead port rejected',
    rule: 'connect to a port where nothing listens rejects, and does not hang.',
    see: 'protocol/socket.ts',
    scope: 'transport',
    run: async (context) => {
      await mustReject(context, await deadUrl(), context.transport, 'where nothing listens');
    },
    saboteurs: [
      ['connects to nothing', { connectsToAnything: true }, /connect must reject where nothing/],
      ['waits for ever', { connectHangs: true }, /it has done nothing/],
    ],
  },
  {
    name: 'closes cleanly',
    rule: 'close resolves, may be called twice, and is told to onClose once; then emit does nothing and request rejects.',
    see: 'protocol/socket.ts',
    scope: 'transport',
    run: async (context) => {
      const client = await context.connect('the closing client');
      const patience = `within ${context.deadlineMs / 1000} s`;
      await within(client.socket.close(), context.deadlineMs, `close must resolve, but did not ${patience}`);
      await within(client.socket.close(), context.deadlineMs, `a second close must resolve, but did not ${patience}`);
      await client.reached(() => client.isClosed);
      demand(
        client.closings.length === 1,
        `after close, the onClose handler must have been called once, but it was ${client.closings.length} times`,
      );
      client.socket.emit('echo', 'too late');
      const reply = await within(
        client.socket.request('verify-fence', {}).catch(() => null),
        context.deadlineMs,
        `request on a closed socket must reject, but after ${context.deadlineMs / 1000} s it has done nothing`,
      );
      demand(reply === null, () => `request on a closed socket must reject, but it gave ${show(reply)}`);
    },
    saboteurs: [
      ['tells onClose twice', { closesTwice: true }, /called once, but it was 2 times/],
      ['leaves a request hanging', { requestsHang: true }, /request on a closed socket must reject/],
    ],
  },
];

export const leftClientChecks: Check[] = [
  {
    name: 'sends nothing to who has left',
    rule: 'What is published is sent to those who are connected, and no more to those who have closed their connections.',
    see: 'protocol/socket.ts',
    scope: 'transport',
    needs: all('publish'),
    after: 'publish',
    run: async (context) => {
      await leaveOne(context);
      await context.begin();
      const publisher = await context.connect('the client that publishes');
      publisher.socket.emit('publish', 'who is there?');
      await publisher.until('what it published', () => publisher.of('publish').length > 0);
      await context.demandCounts({ publish: [1, 2] });
    },
    saboteurs: [['sends to them', miscounting('publish', 'sent'), /of publish .* 1 received and 2 s/]],
  },
];
