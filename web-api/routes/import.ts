/** Taking in files: study A's raw files, and run records. */
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../answers.ts';
import { parseBody } from '../body.ts';
import type { ImportFile } from '../import/index.ts';
import { importInto } from '../import/store-step.ts';
import type { RunStore } from '../store.ts';
import { answer, query, writeFailures } from './schemas.ts';

const IMPORT_LIMIT_BYTES = 50 * 1024 * 1024;
const MAX_FILES = 100;

/** A name without folders: it becomes part of ids and of nothing else. */
const FILE_NAME = '^[^/\\\\\\u0000-\\u001f]{1,200}$';
const isFileName = new RegExp(FILE_NAME);

/** `{files: [{name, text}]}`: files that belong together, such as runs and their figures taken by hand. */
function filesOf(body: unknown): ImportFile[] {
  const { files } = (body ?? {}) as { files?: unknown };
  if (!Array.isArray(files) || files.length === 0 || files.length > MAX_FILES) {
    throw new ApiError(400, 'bad-request', `files: must be an array of 1 to ${MAX_FILES} files`, 'files');
  }
  return files.map((file: unknown, i) => {
    const { name, text } = (file ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || !isFileName.test(name)) {
      throw new ApiError(
        400,
        'bad-request',
        `files[${i}].name: must be a file name without folders`,
        `files[${i}].name`,
      );
    }
    if (typeof text !== 'string') {
      throw new ApiError(400, 'bad-request', `files[${i}].text: must be a text`, `files[${i}].text`);
    }
    return { name, text };
  });
}

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
      async ({ query: { name }, body }) => {
        const text = new TextDecoder().decode(body ?? undefined);
        return await importInto(store, name === undefined ? filesOf(parseBody(text)) : [{ name, text }]);
      },
    );
  });
}
