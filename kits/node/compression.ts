/** A server's compression of what it sends. */

/** True if the server is asked to compress (`protocol/server-process.md`). */
export const COMPRESSES = process.env.COMPRESSION === 'deflate';

/** Options of libraries that compress large messages only: all of them. */
export const EVERY_MESSAGE = { threshold: 0 } as const;
