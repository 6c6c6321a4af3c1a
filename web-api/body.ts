/** Reads JSON bodies so that an error names the field, not only a position. */
import type { FastifyInstance } from 'fastify';
import { ApiError } from './answers.ts';
import { findFault } from './json-scan.ts';

/** @throws ApiError (400) with the field, line and column */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const fault = findFault(text);
    const place = fault
      ? `${fault.field || 'body'}: ${fault.problem} (line ${fault.line}, column ${fault.column})`
      : 'body';
    throw new ApiError(400, 'bad-json', `not JSON: ${place}`, fault?.field || 'body');
  }
}

/** JSON is the only content type taken, so no form of another page reaches a route. */
export function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: unknown, text: string) =>
    parseBody(text),
  );
}
