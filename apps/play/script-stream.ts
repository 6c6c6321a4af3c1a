/** Reads in Node.js what a forever frame would run: the scripts' arguments are JSON. */
import type { Received, Stream } from './http-socket.ts';

const BEGIN = '<script>frameElement.receive(';
/** In a script's JSON there is no `<`: this can only be its end. */
const END = ');</script>';

export const openScriptStream: Stream = (url, { received, ended }) => {
  const abort = new AbortController();
  const read = async () => {
    const response = await fetch(`${url}/play/http-streaming`, { signal: abort.signal, cache: 'no-store' });
    if (!response.ok || response.body === null) throw new Error(`answered ${response.status}`);
    const scripts = new Scripts();
    for await (const text of response.body.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
      for (const what of scripts.read(text)) received(what);
    }
  };
  read().then(
    () => ended('the stream was closed'),
    (error: Error) => ended(error.cause instanceof Error ? error.cause.message : error.message),
  );
  return () => abort.abort();
};

/** Finds scripts in a text that comes in pieces. */
export class Scripts {
  #rest = '';

  /** What the scripts hand over that are complete with this piece. */
  read(text: string): Received[] {
    const parts = (this.#rest + text).split(END);
    this.#rest = parts.pop()!;
    return parts.map((part) => JSON.parse(part.slice(part.indexOf(BEGIN) + BEGIN.length)) as Received);
  }
}
