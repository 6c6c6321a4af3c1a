/** Whether a server compresses what it sends, and how. */

/** Whether it is asked to (`protocol/server-process.md`). */
export const COMPRESSES = process.env.COMPRESSION === 'deflate';

/** For libraries that compress large messages only: all of them. */
export const EVERY_MESSAGE = { threshold: 0 } as const;
