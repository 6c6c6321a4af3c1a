/** A stage: a connection that an app's own client has made and talked over, recorded, and now used for hostile input. */

import type { Transport } from '../../metrics/transports.ts';
import type { Adapter, Socket } from '../../protocol/socket.ts';
import type { Verb } from '../../protocol/verbs.ts';
import { type Sentence, speak } from './honest-client.ts';
import { type RecordedWebSocket, Recorder } from './recorder.ts';
import type { RawRequest } from './requests.ts';

export interface Stage {
  /** HTTP requests of the conversation, with the names of a session that still is. */
  requests: RawRequest[];
  /** The WebSocket that the conversation went over; null when it went over HTTP. */
  webSocket: RecordedWebSocket | null;
  /** The number of its texts that come before the conversation itself. */
  prologue: number;
  end(): Promise<void>;
}

/** A client that does not come to its end is left. */
const CLOSE_MS = 1_000;

/**
 * @param port of the server on 127.0.0.1
 * @param said the client's sentences
 */
export async function openStage(
  adapter: Adapter,
  port: number,
  transport: Transport,
  verbs: readonly Verb[],
  said: readonly Sentence[],
): Promise<Stage> {
  const recorder = await Recorder.start(port);
  let socket: Socket;
  try {
    socket = await adapter.connect(recorder.url, { transport });
  } catch (error) {
    recorder.close();
    throw error;
  }
  const webSocket = recorder.webSockets.at(-1) ?? null;
  const prologue = webSocket?.texts.length ?? 0;
  await speak(socket, verbs, said);
  recorder.mute();
  const end = async (): Promise<void> => {
    recorder.close();
    await Promise.race([socket.close().catch(() => {}), new Promise((resolve) => setTimeout(resolve, CLOSE_MS))]);
  };
  return { requests: recorder.requests, webSocket, prologue, end };
}
