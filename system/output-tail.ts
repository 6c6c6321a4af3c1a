import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** As much of a line as is kept, characters: a program that never ends its line must not fill the memory of its reader. */
const LONGEST_LINE = 4096;

/** The last lines, and how many there have been. */
export type Tail = (() => string[]) & { count(): number };

/** The last `lines` lines of `outputs` together, which are read as they come; what is too long of a line is cut. */
export function tailOf(lines: number, ...outputs: Readable[]): Tail {
  const tail: string[] = [];
  let count = 0;
  const keep = (line: string): void => {
    count += 1;
    tail.push(line.replace(/\r$/, ''));
    if (tail.length > lines) tail.shift();
  };
  for (const input of outputs) {
    const decoder = new StringDecoder('utf8');
    let begun = '';
    const read = (text: string): void => {
      const parts = text.split('\n');
      for (const part of parts.slice(0, -1)) {
        keep((begun + part).slice(0, LONGEST_LINE));
        begun = '';
      }
      begun = (begun + parts.at(-1)!).slice(0, LONGEST_LINE);
    };
    input.on('data', (chunk: Buffer) => read(decoder.write(chunk)));
    input.on('end', () => {
      if (begun !== '') keep(begun);
    });
  }
  return Object.assign(() => tail, { count: () => count });
}
