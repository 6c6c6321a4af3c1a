/** Reading what a client posts, which may go on for ever. */
import type { IncomingMessage } from 'node:http';
import { TRANSPORT_LIMIT_BYTES } from '../../protocol/verbs.ts';

/**
 * Resolves with the body of `request` as text, or with null as soon as it is over {@link TRANSPORT_LIMIT_BYTES}; what comes then is
 * thrown away. Of a request that is cut off nothing is heard.
 */
export function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= TRANSPORT_LIMIT_BYTES) chunks.push(chunk);
      else resolve(null);
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
  });
}
