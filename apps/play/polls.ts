/** Transport `long-polling`: one GET after the other, each held by the server until it has something to say. */
import type { EnvelopeSocket } from '../client-kit/envelope-socket.ts';
import { httpSocket } from './http-socket.ts';

interface Answer {
  /** Number of the first of `messages`. */
  first: number;
  messages: Parameters<EnvelopeSocket['receiveEnvelope']>[0][];
}

export async function openPolls(url: string, timeout: AbortSignal): Promise<EnvelopeSocket> {
  const opened = await fetch(`${url}/play/long-polling`, { method: 'POST', signal: timeout, cache: 'no-store' });
  if (!opened.ok) throw new Error(`answered ${opened.status}`);
  const { session } = (await opened.json()) as { session: string };
  const abort = new AbortController();
  const { socket, address, ended } = httpSocket('long-polling', url, session, () => abort.abort());
  const poll = async (after: number): Promise<Answer> => {
    const response = await fetch(`${address}?after=${after}`, { signal: abort.signal, cache: 'no-store' });
    if (response.status === 410) ended((await response.text()).trim());
    if (!response.ok) throw new Error(`a poll was answered ${response.status}`);
    return response.json();
  };
  const run = async () => {
    for (let after = 0; !abort.signal.aborted; ) {
      // Asking once more is safe: the server keeps what has not been acknowledged.
      const { first, messages } = await poll(after).catch(() => poll(after));
      for (const envelope of messages) socket.receiveEnvelope(envelope);
      after = first + messages.length - 1;
    }
  };
  run().catch((error: Error) => ended(error.message));
  return socket;
}
