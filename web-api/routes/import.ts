/** Taking in a file of others: run records, or raw runs of study A. */
import type { FastifyInstance } from 'fastify';
import { TRANSPORTS, type Transport } from '../../metrics/transports.ts';
import type { RunStore } from '../../records/store.ts';
import { HttpError } from '../errors.ts';
import { IMPORT_LIMIT_BYTES, importFiles, keep } from '../import/index.ts';
import { answer, query, writeFailures } from './schemas.ts';

export function addImportRoute(app: FastifyInstance, store: RunStore): void {
  app.post<{ Querystring: { name: string; transport?: Transport }; Body: unknown }>(
    '/api/import',
    {
      bodyLimit: IMPORT_LIMIT_BYTES,
      schema: {
        tags: ['runs'],
        summary: 'Import the runs of a file',
        description: 'The file is taken whole, or refused with the first thing that is wrong with it.',
        querystring: {
          ...query({
            name: { type: 'string', pattern: '^[^/\\\\\\u0000-\\u001f]{1,200}$', description: 'Of the file' },
            transport: { enum: TRANSPORTS, description: 'Of raw runs of study A, which do not say it' },
          }),
          required: ['name'],
        },
        body: { anyOf: [{ type: 'object' }, { type: 'array' }] },
        response: { 200: answer('Imported runs, known runs, and flags'), ...writeFailures },
      },
    },
    async ({ query: { name, transport }, body }) => {
      const imported = importFiles([{ name, data: body }], transport ?? null);
      const [refused] = imported.refused;
      if (refused) throw new HttpError(400, refused.problem);
      return await keep(store, imported);
    },
  );
}
