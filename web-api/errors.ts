/** The error replies of the web API: in the form of Fastify's own errors, never with a stack trace. */
import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { RecordError, RunExistsError, StorageError } from '../records/record-errors.ts';
import { EXIT, OutcryError } from '../system/errors.ts';

/** JSON Schema of an error's answer. `message` is for people: what is wrong and what to do. */
export const errorAnswerSchema = {
  type: 'object',
  properties: {
    statusCode: { type: 'integer' },
    code: { type: 'string', description: 'For programs: a code of Fastify or of the file system' },
    error: { type: 'string', description: 'What HTTP calls the status' },
    message: { type: 'string' },
  },
  required: ['statusCode', 'error', 'message'],
};

export class HttpError extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
  }
}

const FULL = ['ENOSPC', 'EDQUOT'];
const INTERNAL = "an error of Outcry's own; what happened is in the server's log";

/** The status that `error` is answered with, and whether its message is for the client. */
export function statusOf(error: unknown): { status: number; known: boolean } {
  const known = (status: number) => ({ status, known: true });
  if (error instanceof RunExistsError) return known(409);
  if (error instanceof RecordError) return known(400);
  if (error instanceof StorageError) return known(FULL.includes(error.code) ? 507 : 500);
  if (error instanceof OutcryError && error.exitCode === EXIT.usage) return known(400);
  const { statusCode = 500 } = error as Partial<FastifyError>;
  return { status: statusCode, known: statusCode < 500 || error instanceof HttpError };
}

/** Answers a request with what was thrown; for `setErrorHandler` and `frameworkErrors`. */
export function answerError(error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply): void {
  const { status, known } = statusOf(error);
  // A client that is told to come again is no fault of the server, and thousands may be.
  if (status >= 500 && status !== 503) request.log.error(error);
  // Fastify would close the connection. With unread data in it that resets it, and the answer may be lost; Node drops what still comes.
  if (status === 413) reply.removeHeader('connection');
  const { code, message } = error;
  reply.status(status).send({
    statusCode: status,
    ...(known && code !== undefined ? { code } : {}),
    error: STATUS_CODES[status],
    message: known ? message : INTERNAL,
  });
}

const NO_PAGE = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="color-scheme" content="light dark" />
  <title>Outcry: no such page</title>
  <h1>There is no page at this address</h1>
  <p><a href="/">See the charts</a></p>
</html>
`;

/** Answers a request that no route is for: in a page for those who look, as JSON for programs. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  const { method, url, headers } = request;
  if (method === 'GET' && !url.startsWith('/api/') && headers.accept?.includes('text/html')) {
    reply.status(404).type('text/html; charset=utf-8').send(NO_PAGE);
    return;
  }
  answerError(new HttpError(404, `there is no ${method} ${url.split('?')[0]}`), request, reply);
}

/** For `schemaErrorFormatter`: Fastify's sentence, with the names that it leaves out. */
export function validationError([first]: FastifySchemaValidationError[], part: string): Error {
  const { instancePath = '', message = 'is not valid', params = {} } = first ?? {};
  const names = [params.additionalProperty ?? params.allowedValues ?? []].flat().join(', ');
  return new Error(`${part}${instancePath} ${message}${names && `: ${names.slice(0, 400)}`}`);
}
