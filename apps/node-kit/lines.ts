/** Reads a request line by line, each as soon as it is complete. */
import type { IncomingMessage } from 'node:http';
import { Fault } from './fault.ts';

const NEWLINE = 0x0a;

/**
 * The lines of the body of `request`, in UTF-8; the last one may lack its newline. More is read when a line has been dealt with.
 * @throws Fault at a line over `limitBytes`, before it is complete
 */
export async function* readLines(request: IncomingMessage, limitBytes: number): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let length = 0;
  // Whoever stops reading may still want to answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    let begin = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, begin)) {
      yield Buffer.concat([...parts, chunk.subarray(begin, end)]).toString();
      parts = [];
      length = 0;
      begin = end + 1;
    }
    parts.push(chunk.subarray(begin));
    length += chunk.length - begin;
    if (length > limitBytes) throw new Fault('too-large', `a line may be ${limitBytes} bytes`);
  }
  if (length > 0) yield Buffer.concat(parts).toString();
}
