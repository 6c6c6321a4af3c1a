/** For tests of the join port: a worker that says what the test has it say, over a real socket. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { HostAbout } from '../../../member-host.ts';
import type { JoinedSays, RunnerSays } from '../messages.ts';
import { headerOf, type OutcryVersion, VERSION_HEADER } from '../version.ts';

export const TOKEN = 'a-token-for-tests-only';
export const VERSION: OutcryVersion = { program: 'abcdef012345', commit: 'c0ffee' };

export const HOST: HostAbout = {
  name: 'lab-2',
  id: 'boot 7 time:[1]',
  cpu: 'made up',
  cores: 4,
  memoryBytes: 8e9,
  kernel: 'Linux 0',
  node: 'v20.0.0',
};

export interface Joining {
  token?: string;
  version?: OutcryVersion;
  /** False: pings are not answered. */
  autoPong?: boolean;
}

/** A connection that asks to join; whether it may is the port's to say. */
export function knock(url: string, { token = TOKEN, version = VERSION, autoPong = true }: Joining = {}): WebSocket {
  const headers = { authorization: `Bearer ${token}`, [VERSION_HEADER]: headerOf(version) };
  const socket = new WebSocket(url, { headers, autoPong, perMessageDeflate: false });
  socket.on('error', () => {}); // that the port ends a connection is what many tests are about
  return socket;
}

/** The status and the body of what answers a request to join that is refused. */
export async function refusal(socket: WebSocket): Promise<{ status: number; body: string }> {
  const [, response] = await once(socket, 'unexpected-response');
  let body = '';
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode, body };
}

/** One that has joined, and keeps what the runner says to it. */
export class FakeWorker {
  readonly said: RunnerSays[] = [];
  /** Resolves with code and reason when the connection has ended. */
  readonly closed: Promise<{ code: number; reason: string }>;
  /** Returns the answer to a command; undefined: no answer. */
  answer: (said: RunnerSays) => Record<string, unknown> | undefined = () => ({});

  constructor(readonly socket: WebSocket) {
    this.closed = once(socket, 'close').then(([code, reason]) => ({ code, reason: String(reason) }));
    socket.on('message', (text) => {
      const said = JSON.parse(String(text)) as RunnerSays;
      this.said.push(said);
      if (said.do === 'file') return;
      const answer = this.answer(said);
      if (answer !== undefined) this.say({ says: 'done', number: said.number, error: null, ...answer });
    });
  }

  static async join(
    url: string,
    { id = randomUUID(), host = HOST, ...joining }: Joining & { id?: string; host?: HostAbout } = {},
  ) {
    const socket = knock(url, joining);
    await once(socket, 'open');
    const worker = new FakeWorker(socket);
    socket.send(JSON.stringify({ says: 'hello', worker: id, host }));
    return worker;
  }

  say(said: JoinedSays | Record<string, unknown>): void {
    this.socket.send(JSON.stringify(said));
  }
}
