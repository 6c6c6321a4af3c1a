/** The routes for data besides runs: published figures, the apps' footprints, and files that cannot be used. */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readReferences } from '../../records/reference.ts';
import type { RunStore } from '../../records/store.ts';
import { readStudies, STUDIES } from '../../records/study-files.ts';
import { readFootprints } from '../footprints.ts';
import { listRoute } from './schemas.ts';

export function addReferenceRoutes(
  app: FastifyInstance,
  store: RunStore,
  referenceFolder: string,
  footprintsFile: string | null,
): void {
  app.get(
    '/api/reference',
    listRoute('reference', 'Figures that studies have published, with their source', 'One document per study'),
    async () => (await readReferences(referenceFolder)).references,
  );

  app.get(
    '/api/footprints',
    listRoute(
      'reference',
      'Client code, lines of code and packages of each app, as last measured on this machine',
      'One entry per app; none when nothing was measured',
    ),
    async () => readFootprints(footprintsFile),
  );

  app.get(
    '/api/problems',
    listRoute('runs', 'Files and symbolic links in the results folder that cannot be used, and why', 'Problems'),
    async () => [
      ...(await store.problems()),
      ...(await readReferences(referenceFolder)).problems,
      ...(await readStudies(join(referenceFolder, STUDIES))).problems,
    ],
  );
}
