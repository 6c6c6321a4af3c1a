/** What lies in the results folder besides runs: published figures, and files that cannot be used. */
import type { FastifyInstance } from 'fastify';
import { readReferences } from '../reference.ts';
import type { RunStore } from '../store.ts';
import { failures, listOf } from './schemas.ts';

export function addReferenceRoutes(app: FastifyInstance, store: RunStore, referenceFolder: string): void {
  app.get(
    '/api/reference',
    {
      schema: {
        tags: ['reference'],
        summary: 'Figures that studies have published, with their source',
        response: { 200: listOf('One document per study'), ...failures },
      },
    },
    async () => (await readReferences(referenceFolder)).references,
  );

  app.get(
    '/api/problems',
    {
      schema: {
        tags: ['runs'],
        summary: 'Files in the results folder that cannot be used, and why',
        response: { 200: listOf('Problems'), ...failures },
      },
    },
    async () => [...(await store.problems()), ...(await readReferences(referenceFolder)).problems],
  );
}
