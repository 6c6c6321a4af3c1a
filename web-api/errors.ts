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

const PAGE = (title: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${title}</title><h1>${title}</h1><p><a href="/">Charts of the runs here</a></p></html>\n`;

/** Answers where there is nothing: people get a page with the way back, programs JSON. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  const wantsPage = request.headers.accept?.includes('text/html') && !request.url.startsWith('/api/');
  reply.status(404);
  if (wantsPage) reply.type('text/html; charset=utf-8').send(PAGE('There is no such page'));
  else {
    const message = `there is nothing at ${request.method} ${request.url.slice(0, 200)}; GET /api/docs lists what there is`;
    reply.send({ statusCode: 404, error: STATUS_CODES[404], message });
  }
}

/** For `schemaErrorFormatter`: Fastify's sentence, with the names that it leaves out. */
export function validationError([first]: FastifySchemaValidationError[], part: string): Error {
  const { instancePath = '', message = 'is not valid', params = {} } = first ?? {};
  const names = [params.additionalProperty ?? params.allowedValues ?? []].flat().join(', ');
  return new Error(`${part}${instancePath} ${message}${names && `: ${names.slice(0, 400)}`}`);
}
