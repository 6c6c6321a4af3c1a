/** Taking in files: study A's raw files, and run records. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RunStore } from '../../records/store.ts';
import { ApiError } from '../http/http-answers.ts';
import { ImportPlaces, Turns } from '../import/import-queue.ts';
import { FILE_NAME, readUpload, type Upload } from '../import/read-upload.ts';
import { ReaderThread } from '../import/reader-thread.ts';
import { type ImportOutcome, keep } from '../import/store-step.ts';
import { answer, failure, query, writeFailures } from './schemas.ts';

const IMPORT_LIMIT_BYTES = 50 * 1024 * 1024;
/** A smaller upload is read in a few milliseconds, whatever is in it; a larger one is read in a thread. */
const SMALL_BYTES = 256 * 1024;
/** Small imports wait for the disk more than for the processor. */
const SMALL_AT_ONCE = 8;
/** After that time a full queue of plain records is empty again. */
const RETRY_AFTER_S = 2;

/** Aborted when the client goes before it has its answer. */
const clientGone = Symbol('clientGone');
type ImportRequest = FastifyRequest & { [clientGone]: AbortSignal };

/** Takes a place for the request until its answer has been sent or its client has gone. @throws ApiError (503) */
function admit(places: ImportPlaces, request: FastifyRequest, reply: FastifyReply): void {
  const length = Number(request.headers['content-length'] ?? IMPORT_LIMIT_BYTES);
  const leave = places.take(Math.min(length, IMPORT_LIMIT_BYTES));
  if (leave === null) {
    reply.header('retry-after', RETRY_AFTER_S);
    throw new ApiError(503, 'busy', `too many imports are under way; send this one again in ${RETRY_AFTER_S} s`);
  }
  const gone = new AbortController();
  Object.assign(request, { [clientGone]: gone.signal });
  reply.raw.once('close', () => {
    leave();
    if (!reply.raw.writableEnded) gone.abort(new ApiError(499, 'client-gone', 'the client has gone'));
  });
}

/** Reads what was posted and keeps it. */
function importer(store: RunStore, thread: ReaderThread) {
  const small = new Turns(SMALL_AT_ONCE);
  const large = new Turns(1);
  return async (upload: Upload, signal: AbortSignal): Promise<ImportOutcome> => {
    if (upload.body.byteLength <= SMALL_BYTES) return await small.run(signal, () => keep(store, readUpload(upload)));
    const imported = await large.run(signal, () => thread.read(upload, signal));
    return await small.run(signal, () => keep(store, imported));
  };
}

/** @throws ApiError (422) when nothing was in the files that could be taken */
function demandRuns({ taken, already, notes }: ImportOutcome): void {
  if (taken.length + already.length > 0) return;
  throw new ApiError(422, 'nothing-taken', notes.slice(0, 20).join('; '), 'body');
}

export async function addImportRoutes(app: FastifyInstance, store: RunStore): Promise<void> {
  const places = new ImportPlaces();
  const thread = new ReaderThread();
  const importUpload = importer(store, thread);
  app.addHook('onClose', () => thread.close());
  // A scope of its own: here any content type is a file.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body);
    scope.post<{ Querystring: { name?: string }; Body: Buffer | null }>(
      '/api/import',
      {
        bodyLimit: IMPORT_LIMIT_BYTES,
        onRequest: async (request, reply) => admit(places, request, reply),
        schema: {
          tags: ['runs'],
          summary: 'Import the runs of one or several files',
          description:
            'With `name`, the body is the file itself. Without, it is `{"files": [{"name", "text"}]}`. Figures taken by hand join runs of the same import only, so send such files together.',
          querystring: query({ name: { type: 'string', pattern: FILE_NAME } }),
          response: {
            200: answer('Imported runs, known runs, and oddities'),
            ...writeFailures,
            422: failure('No run could be imported; `message` says why'),
            503: {
              ...failure('Too many imports are under way'),
              headers: { 'Retry-After': { type: 'integer', description: 'Seconds to wait before sending it again' } },
            },
          },
        },
      },
      async (request) => {
        const {
          query: { name = null },
          body,
        } = request;
        const { [clientGone]: signal } = request as unknown as ImportRequest;
        const outcome = await importUpload({ name, body: body ?? new Uint8Array() }, signal);
        demandRuns(outcome);
        return outcome;
      },
    );
  });
}
