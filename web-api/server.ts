/** The web API: takes run records in, keeps them, serves them, the charts' series and the chart merger's page. */
import { existsSync } from 'node:fs';
import { maxHeaderSize } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { Ajv, type ValidateFunction } from 'ajv';
import fastify, { type FastifyInstance } from 'fastify';
import type { ScenarioAbout } from '../protocol/scenario-charts.ts';
import { RunStore } from '../records/store.ts';
import { answerError, answerNotFound, validationError } from './errors.ts';
import { parseJson } from './json.ts';
import { ProgressHub } from './progress.ts';
import { addImportRoute } from './routes/import.ts';
import { addMergeRoutes } from './routes/merges.ts';
import { addProgressRoutes } from './routes/progress.ts';
import { addReferenceRoutes } from './routes/reference.ts';
import { addRunRoutes } from './routes/runs.ts';
import { addScenarioRoutes } from './routes/scenarios.ts';
import { answer, failures } from './routes/schemas.ts';
import { addStudyRoutes } from './routes/studies.ts';
import { guardOf } from './security.ts';

export interface ServerOptions {
  /** Folder of the run records. */
  results: string;
  /** Folder of the published figures; by default `reference` in the results folder. */
  reference?: string;
  /** File of the apps' footprints; null: none are served. */
  footprints?: string | null;
  /** The known scenarios, for tables and graphs; by default none: then these are made from the runs' metrics. */
  scenarios?: ScenarioAbout[];
  staticDir: string;
  /** The address that the server will listen on: decides whom it answers. */
  host: string;
  /** Names it may be called by (Host header); null: the loopback names when on loopback, otherwise any. */
  allowedHosts?: readonly string[] | null;
  /** True to log errors to stderr. */
  log?: boolean;
}

const DOCS = '/api/docs';

/** Queries are texts, so numbers and lists are read from them; bodies must have the right types already. */
function validators(): (schema: object, part: string | undefined) => ValidateFunction {
  const common = { strict: false, allErrors: false } as const;
  const forTexts = new Ajv({ ...common, coerceTypes: 'array' });
  const forBodies = new Ajv(common);
  forBodies.addFormat('date-time', (text: string) => Number.isFinite(Date.parse(text)));
  return (schema, part) => (part === 'body' ? forBodies : forTexts).compile(schema);
}

async function addDocs(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Outcry web API',
        description: 'Takes run records in, keeps them, and serves them merged for charts. Times are ms, memory bytes.',
        version: '1',
      },
    },
  });
  await app.register(fastifySwaggerUi, { routePrefix: DOCS, uiConfig: { validatorUrl: null } });
}

async function addPage(app: FastifyInstance, staticDir: string): Promise<void> {
  if (existsSync(join(staticDir, 'index.html'))) {
    await app.register(fastifyStatic, {
      root: staticDir,
      dotfiles: 'deny',
      cacheControl: false,
      // The build puts a hash into the names of assets; the page itself is asked for anew each time.
      setHeaders: (response, path) => {
        const hashed = path.startsWith(join(staticDir, 'assets'));
        response.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    return;
  }
  app.get('/', { schema: { hide: true } }, async (_, reply) =>
    reply
      .status(503)
      .type('text/plain')
      .send(`The chart merger is not built; ./outcry charts builds it. ${DOCS} works.`),
  );
}

/** Builds the server; `listen` or `inject` is the caller's. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { results, staticDir, host, allowedHosts = null, log = false } = options;
  const guard = guardOf(host, allowedHosts);
  const app = fastify({
    logger: log ? { level: 'warn', stream: process.stderr } : false,
    // No part of an address is too long for the router, so that the route's schema says what is wrong with it.
    routerOptions: { maxParamLength: maxHeaderSize },
    // An address that cannot be read is refused before there is a route, and so before any hook.
    frameworkErrors: (error, request, reply) => {
      try {
        guard(request, reply);
        answerError(error, request, reply);
      } catch (refusal) {
        answerError(refusal as Error, request, reply);
      }
    },
    schemaErrorFormatter: validationError,
    requestTimeout: 120_000,
  });
  const store = new RunStore(results);
  await store.prepare();
  const progress = new ProgressHub();
  const compile = validators();
  app.setValidatorCompiler<object>(({ schema, httpPart }) => compile(schema, httpPart));
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setErrorHandler<Error>(answerError);
  app.setNotFoundHandler(answerNotFound);
  app.addHook('onRequest', async (request, reply) => guard(request, reply));
  // JSON is the only content type taken, so no form of another page reaches a route.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: unknown, text: string) =>
    parseJson(text),
  );
  await addDocs(app);

  app.get(
    '/healthz',
    {
      schema: {
        tags: ['health'],
        summary: 'Whether the server answers',
        response: { 200: answer('It does'), ...failures },
      },
    },
    async () => ({ ok: true }),
  );
  addRunRoutes(app, store);
  addMergeRoutes(app, store);
  addImportRoute(app, store);
  const reference = options.reference ?? join(store.folder, 'reference');
  addReferenceRoutes(app, store, reference, options.footprints ?? null);
  addStudyRoutes(app, store, reference, options.scenarios ?? []);
  addScenarioRoutes(app, options.scenarios ?? []);
  addProgressRoutes(app, progress);
  await addPage(app, staticDir);

  // Streams never end by themselves; without this, closing the server would wait for them.
  app.addHook('preClose', async () => progress.close());
  return app;
}
