/** The routes for data besides runs: published figures, the apps' footprints, and files that cannot be used. */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readReferences } from '../../records/reference.ts';
import type { RunStore } from '../../records/store.ts';
import { readStudies, STUDIES } from '../../records/study-files.ts';
import { readFootprints } from '../footprints.ts';
import { failures, listOf } from './schemas.ts';

export function addReferenceRoutes(
  app: FastifyInstance,
  store: RunStore,
  referenceFolder: string,
  footprintsFile: string | null,
): void {
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
    '/api/footprints',
    {
      schema: {
        tags: ['reference'],
        summary: 'Client code, lines of code and packages of each app, as last measured on this machine',
        response: { 200: listOf('One entry per app; none when nothing was measured'), ...failures },
      },
    },
    async () => readFootprints(footprintsFile),
  );

  app.get(
    '/api/problems',
    {
      schema: {
        tags: ['runs'],
        summary: 'Files and symbolic links in the results folder that cannot be used, and why',
        response: { 200: listOf('Problems'), ...failures },
      },
    },
    async () => [
      ...(await store.problems()),
      ...(await readReferences(referenceFolder)).problems,
      ...(await readStudies(join(referenceFolder, STUDIES))).problems,
    ],
  );
}
