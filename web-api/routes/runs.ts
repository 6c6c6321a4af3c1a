/** Run records: taking them in, listing them, giving them out. */
import type { FastifyInstance } from 'fastify';
import { RUN_ID_PATTERN } from '../../protocol/run-record.ts';
import { runRecord1Schema } from '../../protocol/run-record-1-schema.ts';
import { runRecordSchema } from '../../protocol/run-record-schema.ts';
import { ApiError } from '../answers.ts';
import { RECORD_LIMIT_BYTES } from '../record-files.ts';
import type { RunFilter, RunStore } from '../store.ts';
import { answer, failure, failures, filterParameters, listOf, query, writeFailures } from './schemas.ts';

/** Records of the first schema are kept and given out as they are. */
const anyRunRecordSchema = { oneOf: [runRecordSchema, runRecord1Schema] };

export function addRunRoutes(app: FastifyInstance, store: RunStore): void {
  app.post(
    '/api/runs',
    {
      bodyLimit: RECORD_LIMIT_BYTES,
      // The store checks records, whoever adds them: the schema here is for the documentation.
      validatorCompiler: () => () => true,
      schema: {
        tags: ['runs'],
        summary: 'Keep a run record',
        body: anyRunRecordSchema,
        response: {
          201: answer('Kept', { type: 'object', properties: { id: { type: 'string' } } }),
          ...writeFailures,
          409: failure('A run of this id is kept already'),
        },
      },
    },
    async (request, reply) => {
      const { id } = await store.add(request.body);
      return reply.status(201).send({ id });
    },
  );

  app.get<{ Querystring: RunFilter }>(
    '/api/runs',
    {
      schema: {
        tags: ['runs'],
        summary: 'Runs without their series, samples and histograms, oldest first',
        description:
          'All are listed by today’s schema, whichever they are kept in. The runs that came with Outcry are only listed while there are no others, or when asked for by session.',
        querystring: query(filterParameters),
        response: { 200: listOf('Run summaries'), ...failures },
      },
    },
    async (request) => await store.list(request.query),
  );

  app.get<{ Params: { id: string } }>(
    '/api/runs/:id',
    {
      schema: {
        tags: ['runs'],
        summary: 'One whole run record',
        params: query({ id: { type: 'string', pattern: RUN_ID_PATTERN } }),
        response: {
          200: answer('The record as it was kept', anyRunRecordSchema),
          ...failures,
          404: failure('No such run'),
        },
      },
    },
    async ({ params: { id } }) => {
      const record = await store.asKept(id);
      if (!record) throw new ApiError(404, 'not-found', `there is no run "${id}"; GET /api/runs lists all`, 'id');
      return record;
    },
  );

  app.get(
    '/api/sessions',
    {
      schema: { tags: ['runs'], summary: 'Sessions, newest first', response: { 200: listOf('Sessions'), ...failures } },
    },
    async () => await store.sessions(),
  );
}
