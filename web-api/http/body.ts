/** Reads JSON bodies so that an error names the field, not only a position. */
import type { FastifyInstance } from 'fastify';
import { ApiError } from './http-answers.ts';
import { isTooDeep } from './json-depth.ts';
import { findFault } from './json-scan.ts';

function notJson(text: string): ApiError {
  const fault = findFault(text);
  const place = fault
    ? `${fault.field || 'body'}: ${fault.problem} (line ${fault.line}, column ${fault.column})`
    : 'body';
  return new ApiError(400, 'bad-json', `not JSON: ${place}`, fault?.field || 'body');
}

/** @throws ApiError (400) with the field, line and column */
export function parseBody(text: string): unknown {
  // Nothing else can be done meanwhile, and of a deep text JSON.parse makes many times its size.
  if (isTooDeep(text)) throw notJson(text);
  try {
    return JSON.parse(text);
  } catch {
    throw notJson(text);
  }
}

/** JSON is the only content type taken, so no form of another page reaches a route. */
export function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: unknown, text: string) =>
    parseBody(text),
  );
}
