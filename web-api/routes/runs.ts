/** Run records: taking them in, listing them, giving them out. */
import type { FastifyInstance } from 'fastify';
import { RUN_ID_PATTERN } from '../../protocol/run-record.ts';
import { runRecordSchema } from '../../protocol/run-record-schema.ts';
import { RECORD_LIMIT_BYTES } from '../../records/record-text.ts';
import type { Page, RunFilter, RunStore } from '../../records/store.ts';
import { HttpError } from '../errors.ts';
import {
  answer,
  failure,
  failures,
  filterParameters,
  listOf,
  pageParameters,
  query,
  TOTAL,
  totalHeader,
  writeFailures,
} from './schemas.ts';

export function addRunRoutes(app: FastifyInstance, store: RunStore): void {
  app.post(
    '/api/runs',
    {
      bodyLimit: RECORD_LIMIT_BYTES,
      // The store checks all records: the schema here is for the documentation.
      validatorCompiler: () => () => true,
      schema: {
        tags: ['runs'],
        summary: 'Keep a run record',
        body: runRecordSchema,
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

  app.get<{ Querystring: RunFilter & Page }>(
    '/api/runs',
    {
      schema: {
        tags: ['runs'],
        summary: 'Runs without their series, samples and histograms, oldest first',
        description:
          'The runs that came with Outcry are only listed while there are no others, or when asked for by session. `limit` and `offset` ask for a part of the list; `X-Total-Count` says how many runs the whole has.',
        querystring: query({ ...filterParameters, ...pageParameters }),
        response: { 200: { ...listOf('Run summaries'), headers: totalHeader }, ...failures },
      },
    },
    async ({ query: { limit, offset, ...filter } }, reply) => {
      const { total, runs } = await store.page(filter, { limit, offset });
      reply.header(TOTAL, total);
      return runs;
    },
  );

  app.get<{ Params: { id: string } }>(
    '/api/runs/:id',
    {
      schema: {
        tags: ['runs'],
        summary: 'One whole run record',
        params: query({ id: { type: 'string', pattern: RUN_ID_PATTERN } }),
        response: {
          200: answer('The record as it was kept', runRecordSchema),
          ...failures,
          404: failure('No such run'),
        },
      },
    },
    async ({ params: { id } }) => {
      const record = await store.get(id);
      if (!record) throw new HttpError(404, `there is no run "${id}"; GET /api/runs lists all`);
      return record;
    },
  );

  app.get<{ Querystring: Page & { session?: string[] } }>(
    '/api/sessions',
    {
      schema: {
        tags: ['runs'],
        summary: 'Sessions, newest first',
        description:
          '`limit` and `offset` ask for a part of the list; `X-Total-Count` says how many sessions the whole has. With `session`, the list is of those of these sessions that there are.',
        querystring: query({ ...pageParameters, session: filterParameters.session }),
        response: { 200: { ...listOf('Sessions'), headers: totalHeader }, ...failures },
      },
    },
    async ({ query: { limit, offset = 0, session: named } }, reply) => {
      const all = await store.sessions();
      const sessions = named === undefined ? all : all.filter(({ id }) => named.includes(id));
      reply.header(TOTAL, sessions.length);
      return sessions.slice(offset, limit === undefined ? undefined : offset + limit);
    },
  );
}
