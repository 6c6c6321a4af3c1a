/** The message that the coordinator member publishes to begin a test: the start takes the measured route. */

interface Start {
  begin: string;
}

export function startBody(test: string): Start {
  return { begin: test };
}

/** Tells whether `body` begins `test`, and is neither another test's start nor a message of another program. */
export function isStart(body: unknown, test: string): boolean {
  return typeof body === 'object' && body !== null && (body as Partial<Start>).begin === test;
}
