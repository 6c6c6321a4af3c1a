/** How the web API answers when it cannot do what was asked: `{error, message, field?}`, never a stack trace. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RecordError, RunExistsError, StorageError } from '../../records/record-errors.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';

export interface ErrorAnswer {
  /** For programs. */
  error: string;
  /** For people: what is wrong and what to do. */
  message: string;
  /** The field, parameter or header that is wrong. */
  field?: string;
}

/** JSON Schema of an {@link ErrorAnswer}. */
export const errorAnswerSchema = {
  type: 'object',
  properties: { error: { type: 'string' }, message: { type: 'string' }, field: { type: 'string' } },
  required: ['error', 'message'],
};

/** An answer with its HTTP status. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly field?: string,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

const FULL = ['ENOSPC', 'EDQUOT'];

/** `/framework/0` within the query -> `framework[0]`. */
function validationAnswer(error: FastifyError): ErrorAnswer {
  const [first] = error.validation ?? [];
  const path = (first?.instancePath ?? '').split('/').slice(1);
  const extra = first?.params.additionalProperty ?? first?.params.missingProperty;
  const parts = extra === undefined ? path : [...path, String(extra).slice(0, 100)];
  const field = parts.map((part, i) => (/^\d+$/.test(part) ? `[${part}]` : i === 0 ? part : `.${part}`)).join('');
  const allowed = first?.params.allowedValues as string[] | undefined;
  const problem =
    first?.keyword === 'additionalProperties'
      ? 'is not known here'
      : `${first?.message ?? 'is not valid'}${allowed ? `: ${allowed.join(', ')}` : ''}`;
  return { error: 'bad-request', message: `${field || error.validationContext}: ${problem}`, field };
}

/** The status and answer for what was thrown; null for what is our fault and nobody else's business. */
export function answerTo(error: unknown, bodyLimit: number): { status: number; answer: ErrorAnswer } | null {
  if (error instanceof ApiError) {
    const { status, code, message, field } = error;
    return { status, answer: { error: code, message, ...(field === undefined ? {} : { field }) } };
  }
  if (error instanceof RunExistsError) {
    return { status: 409, answer: { error: 'run-exists', message: error.message, field: 'id' } };
  }
  if (error instanceof RecordError) {
    return { status: 400, answer: { error: 'bad-record', message: error.message, field: error.field } };
  }
  if (error instanceof StorageError) {
    return { status: FULL.includes(error.code) ? 507 : 500, answer: { error: 'storage', message: error.message } };
  }
  if (error instanceof OutcryError && error.exitCode === EXIT.usage) {
    return { status: 400, answer: { error: 'bad-request', message: error.message } };
  }
  const { statusCode = 500, code = '', validation } = error as FastifyError;
  if (validation) return { status: 400, answer: validationAnswer(error as FastifyError) };
  if (statusCode === 413) {
    const message = `the body is larger than ${bodyLimit / 1024 / 1024} MiB, the most that is taken here`;
    return { status: 413, answer: { error: 'too-large', message, field: 'body' } };
  }
  if (statusCode === 415) {
    const message = 'this content type is not taken here; send application/json';
    return { status: 415, answer: { error: 'wrong-content-type', message, field: 'content-type' } };
  }
  if (statusCode < 500) {
    const answer = {
      error: code.toLowerCase().replaceAll('_', '-') || 'bad-request',
      message: (error as Error).message,
    };
    return { status: statusCode, answer };
  }
  return null;
}

/** Answers a request with what was thrown. */
export function answerError(error: unknown, bodyLimit: number, request: FastifyRequest, reply: FastifyReply): void {
  const known = answerTo(error, bodyLimit);
  // A client that is told to come again is no fault of the server, and thousands may be.
  if (!known || (known.status >= 500 && known.status !== 503)) request.log.error(error);
  reply.status(known?.status ?? 500).send(
    known?.answer ?? {
      error: 'internal',
      message: "an error of Outcry's own; what happened is in the server's log",
    },
  );
}

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) =>
    answerError(error, request.routeOptions.bodyLimit ?? 0, request, reply),
  );
}
