/** Taking in files: study A's raw files, and run records. */
import type { FastifyInstance } from 'fastify';
import { readInThread } from '../import/in-thread.ts';
import { FILE_NAME } from '../import/read-upload.ts';
import { keep } from '../import/store-step.ts';
import type { RunStore } from '../store.ts';
import { answer, query, writeFailures } from './schemas.ts';

const IMPORT_LIMIT_BYTES = 50 * 1024 * 1024;
export async function addImportRoutes(app: FastifyInstance, store: RunStore): Promise<void> {
  // A scope of its own: here any content type is a file.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body);
    scope.post<{ Querystring: { name?: string }; Body: Buffer | null }>(
      '/api/import',
      {
        bodyLimit: IMPORT_LIMIT_BYTES,
        schema: {
          tags: ['runs'],
          summary: 'Take in the runs of a file, or of several',
          description:
            'With `name`, the body is that file as it is. Without, it is `{"files": [{"name", "text"}]}`: figures taken by hand go into runs of the same import alone, so such files belong into one.',
          querystring: query({ name: { type: 'string', pattern: FILE_NAME } }),
          response: { 200: answer('What was taken, what was there already, and what is odd'), ...writeFailures },
        },
      },
      async ({ query: { name = null }, body }) =>
        await keep(store, await readInThread({ name, body: body ?? new Uint8Array() })),
    );
  });
}
