/** Reads in Node.js what a forever frame would run: the scripts' arguments are JSON. */
import type { Received, Splitter } from '../../kits/client/streams.ts';

const BEGIN = '<script>frameElement.receive(';
/** The end of a script: its JSON has no `<`. */
const END = ');</script>';

/** Finds scripts in a text that comes in pieces. */
export class Scripts implements Splitter {
  #rest = '';

  /** The messages of the scripts that are complete with this piece. */
  read(text: string): Received[] {
    const parts = (this.#rest + text).split(END);
    this.#rest = parts.pop()!;
    return parts.map((part) => JSON.parse(part.slice(part.indexOf(BEGIN) + BEGIN.length)) as Received);
  }
}
