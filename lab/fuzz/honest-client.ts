/** The conversation of an honest client: the recorded conversations of `protocol/vectors/`, said by an app's own client. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from '../../protocol/socket.ts';
import type { Verb } from '../../protocol/verbs.ts';
import { ROOT } from '../../system/root.ts';

const FOLDER = join(ROOT, 'protocol', 'vectors');

export interface Sentence {
  /** An event, or a request that wants a reply. */
  as: 'event' | 'request';
  name: string;
  data: unknown;
}

/** Longer ones say nothing that a shorter one does not; characters of JSON. */
const LONGEST = 2_000;

/** All that clients say in the vectors, each once. Bodies that the vectors abbreviate are skipped: they are there for their size. */
export function sentences(): Sentence[] {
  const found = new Map<string, Sentence>();
  for (const file of readdirSync(FOLDER).sort()) {
    const { steps } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as { steps: Record<string, unknown>[] };
    for (const { event, request, data } of steps) {
      const name = event ?? request;
      const text = JSON.stringify([name, data]);
      if (typeof name !== 'string' || text.length > LONGEST || /"\$(repeat|bytes|nested)"/.test(text)) continue;
      found.set(text, { as: event === undefined ? 'request' : 'event', name, data });
    }
  }
  return [...found.values()];
}

/** An honest client waits so long for the answer to one sentence before it says the next, ms. */
const PATIENCE_MS = 50;
/** Between two events: what is said at once would go into one message, and be mutated as one. */
const BREATH_MS = 3;

/**
 * Has `socket` say `sentences`, one after the other, as far as a transport with `verbs` lets it.
 * @returns when the server has had the time to hear all of them; that it has answered all is not waited for
 */
export async function speak(socket: Socket, verbs: readonly Verb[], said: readonly Sentence[]): Promise<void> {
  // A transport with requests alone cannot send an event.
  const tells = verbs.some((verb) => verb !== 'request');
  for (const { as, name, data } of said) {
    if (as === 'request') await Promise.race([socket.request(name, data).catch(() => {}), sleep(PATIENCE_MS)]);
    else if (tells) {
      socket.emit(name, data);
      await sleep(BREATH_MS);
    }
  }
}
