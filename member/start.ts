/** What the coordinator member publishes so that a test begins: the start takes the measured route. */

interface Start {
  begin: string;
}

export function startBody(test: string): Start {
  return { begin: test };
}

/** Whether `body` begins `test`: not another test, and not something that another program publishes. */
export function isStart(body: unknown, test: string): boolean {
  return typeof body === 'object' && body !== null && (body as Partial<Start>).begin === test;
}
