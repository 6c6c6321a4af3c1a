/** Finds out which part of the packets is lost, by datagrams: nothing sends them again. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { KernelTable } from './kernel-table.ts';
import { losePackets } from './packet-loss.ts';

/** So many go each way: of 0.1 %, 20 are lost. */
export const DATAGRAMS = 20_000;
/** So few at once that the smallest buffer of a socket holds them. */
const AT_ONCE = 100;
/** Turns of the event loop after which a mark is sent again: it may be lost like any other. */
const PATIENCE_TURNS = 20;
const LOOPBACK = '127.0.0.1';

interface LossMeasured {
  /** Percent of the packets. */
  lossToServer: number;
  lossToClients: number;
}

/** Measures the loss of `percent` on a port of its own. @param program path of nft */
export async function measureLoss(program: string, percent: number): Promise<LossMeasured> {
  const [server, client] = [await open(), await open()];
  let loss: KernelTable | null = null;
  try {
    loss = await losePackets(program, server.address().port, percent);
    return { lossToServer: await lost(client, server), lossToClients: await lost(server, client) };
  } finally {
    await loss?.remove();
    server.close();
    client.close();
  }
}

async function open(): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.bind(0, LOOPBACK);
  await once(socket, 'listening');
  return socket;
}

/** Percent of the datagrams that do not arrive. A mark follows each lot: what arrives, arrives in order. */
async function lost(from: Socket, to: Socket): Promise<number> {
  const { port } = to.address();
  let arrived = 0;
  let mark = 0;
  const count = (data: Buffer): void => {
    const value = data.readUInt32BE();
    if (value === 0) arrived++;
    else mark = value;
  };
  const send = (value: number): void => {
    const data = Buffer.alloc(4);
    data.writeUInt32BE(value);
    from.send(data, port, LOOPBACK);
  };
  to.on('message', count);
  try {
    for (let lot = 1; lot <= DATAGRAMS / AT_ONCE; lot++) {
      for (let n = 0; n < AT_ONCE; n++) send(0);
      for (let turns = 0; mark < lot; turns++) {
        if (turns % PATIENCE_TURNS === 0) send(lot);
        await turn();
      }
    }
    return (100 * (DATAGRAMS - arrived)) / DATAGRAMS;
  } finally {
    to.off('message', count);
  }
}
