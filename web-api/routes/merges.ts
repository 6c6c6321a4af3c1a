/** Runs of one combination, averaged: what the charts show. */
import type { FastifyInstance } from 'fastify';
import type { RunFilter, RunStore } from '../../records/store.ts';
import { MergeCache } from '../merge-cache.ts';
import { failures, filterParameters, listOf, query } from './schemas.ts';

interface MergeQuery extends RunFilter {
  includeInvalid?: boolean;
}

export function addMergeRoutes(app: FastifyInstance, store: RunStore): void {
  const merges = new MergeCache(store);
  app.get<{ Querystring: MergeQuery }>(
    '/api/merges',
    {
      schema: {
        tags: ['merges'],
        summary: 'Merged runs with series per second, latency distributions and figures',
        description: 'Runs with fatal flags are skipped and named, unless `includeInvalid` is true.',
        querystring: query({ ...filterParameters, includeInvalid: { type: 'boolean' } }),
        response: { 200: listOf('One merge per combination'), ...failures },
      },
    },
    async ({ query: { includeInvalid = false, ...filter } }, reply) =>
      reply.type('application/json; charset=utf-8').send(await merges.answer(filter, includeInvalid)),
  );
}
