import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The last `lines` lines of `outputs` together, which are read as they come. */
export function tailOf(lines: number, ...outputs: Readable[]): () => string[] {
  const tail: string[] = [];
  for (const input of outputs) {
    createInterface({ input }).on('line', (line) => {
      tail.push(line);
      if (tail.length > lines) tail.shift();
    });
  }
  return () => tail;
}
