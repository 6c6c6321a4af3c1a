/** `./outcry worker`: looks for a runner until there is one, and works for it until its session is over. */
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { JoinedSession, type JoiningWorker, type SessionEnd } from './joined-session.ts';
import { MESSAGE_LIMIT } from './messages.ts';
import { headerOf, type OutcryVersion, VERSION_HEADER } from './version.ts';

export interface JoinOptions {
  url: URL;
  token: string;
  /** True to wait for the next session when one is over. */
  again: boolean;
  version: OutcryVersion;
  worker: JoiningWorker;
  say: (line: string) => void;
  /** Ends the looking; for tests. */
  signal?: AbortSignal;
  /** The pause between two attempts, ms. */
  againMs?: number;
}

const AGAIN_MS = 1_000;
const HANDSHAKE_MS = 10_000;
/** Most of a refusal that is read. */
const REASON_BYTES = 2_000;
/** The statuses that no later attempt would change. */
const FINAL = [401, 409];

/**
 * Resolves when a session is over.
 * @throws OutcryError (wrong use) when the runner refuses the token, or this version of Outcry
 */
export async function joinSession(options: JoinOptions): Promise<void> {
  const { url, say, again, signal, againMs = AGAIN_MS, worker } = options;
  let told = '';
  const tell = (line: string): void => {
    if (line !== told) say(line);
    told = line;
  };
  while (!signal?.aborted) {
    const socket = await connect(options);
    if (typeof socket === 'string') {
      tell(`no runner at ${url.href} (${socket}); trying again until there is one`);
    } else {
      tell(`joined ${url.href}`);
      const end = await JoinedSession.serve(socket, worker);
      tell(sentenceOf(end));
      if (end.over && !again) return;
    }
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

function sentenceOf(end: SessionEnd): string {
  if (end.over) return 'the session is over';
  return end.died ? `${end.why}; joining again with a new one` : `lost the runner: ${end.why}`;
}

/** @returns an open connection, or why there is none */
function connect({ url, token, version }: JoinOptions): Promise<WebSocket | string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${token}`, [VERSION_HEADER]: headerOf(version) },
      maxPayload: MESSAGE_LIMIT,
      perMessageDeflate: false,
      handshakeTimeout: HANDSHAKE_MS,
      followRedirects: false,
    });
    socket.once('open', () => {
      socket.removeAllListeners();
      resolve(socket);
    });
    // A name with several addresses has an error for each, and no message of its own.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.message || error.code || 'it cannot be reached'),
    );
    socket.once('unexpected-response', async (request, response) => {
      const { statusCode = 0 } = response;
      const reason = await reasonIn(response);
      request.destroy();
      if (FINAL.includes(statusCode)) {
        reject(new OutcryError(`the runner at ${url.href} refuses this worker: ${reason}`, EXIT.usage));
      } else resolve(`it answers ${statusCode}`);
    });
  });
}

/** Returns the reason of a refusal, if a runner gave it. */
async function reasonIn(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  try {
    for await (const chunk of response) {
      text += chunk;
      if (text.length > REASON_BYTES) break;
    }
    const { reason } = JSON.parse(text) as { reason: unknown };
    return String(reason).replace(/[^ -~]/g, '?');
  } catch {
    return `${response.statusCode}`;
  }
}
