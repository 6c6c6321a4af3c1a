/** A session whose way down is polls: one GET after the other, each answered with what waits for the client. */
import { type Envelope, readFrame } from '../../protocol/envelope.ts';
import type { Transport } from '../../protocol/socket.ts';
import type { EnvelopeSocket } from './envelope-socket.ts';
import { httpSocket } from './http-socket.ts';

interface Answer {
  /** Number of the first of `messages`. */
  first: number;
  messages: Envelope[];
}

/**
 * Opens a session at `<base>/<transport>` and polls it.
 * @param everyMs from the beginning of one poll to the next at least; 0 where the server holds polls until it has something to say
 */
export async function openPolls(
  transport: Transport,
  base: string,
  timeout: AbortSignal,
  everyMs = 0,
): Promise<EnvelopeSocket> {
  const opened = await fetch(`${base}/${transport}`, { method: 'POST', signal: timeout, cache: 'no-store' });
  if (!opened.ok) throw new Error(`answered ${opened.status}`);
  const { session } = (await opened.json()) as { session: string };
  const abort = new AbortController();
  const { socket, address, ended } = httpSocket(transport, base, session, () => abort.abort());
  const poll = async (after: number): Promise<Answer> => {
    const response = await fetch(`${address}?after=${after}`, { signal: abort.signal, cache: 'no-store' });
    if (response.status === 410) ended((await response.text()).trim());
    if (!response.ok) throw new Error(`a poll was answered ${response.status}`);
    return answerIn(await response.text());
  };
  const run = async () => {
    for (let after = 0; !abort.signal.aborted; ) {
      const begun = performance.now();
      // Asking once more is safe: the server keeps what has not been acknowledged.
      const { first, messages } = await poll(after).catch(() => poll(after));
      for (const envelope of messages) socket.receiveEnvelope(envelope);
      after = first + messages.length - 1;
      const rest = everyMs - (performance.now() - begun);
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    }
  };
  run().catch(ended);
  return socket;
}

/** The answer in lines: `{"first": number}`, then the envelopes. */
function answerIn(text: string): Answer {
  const [head, ...lines] = text.split('\n');
  const messages = lines.filter((line) => line !== '').map((line) => readFrame(line) as Envelope);
  return { ...(JSON.parse(head!) as { first: number }), messages };
}
