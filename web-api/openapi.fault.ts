/**
 * The web API tried by its own OpenAPI document: Schemathesis makes requests that it allows and requests that it forbids, and holds
 * what is answered against it.
 */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import type { FastifyInstance } from 'fastify';
import { RunStore } from '../records/store.ts';
import { sampleRecord } from '../records/testing/sample-record.ts';
import { findTool } from '../setup/tools/find.ts';
import { temporaryFolder } from '../system/testing/temporary-folder.ts';
import { buildServer } from './server.ts';

const { path: schemathesis } = await findTool('schemathesis');
if (schemathesis === null) {
  if (process.env.CI) throw new Error('CI is set, and Schemathesis is not here; ./outcry test fault installs it');
  process.stderr.write('web API by its OpenAPI: skipped, Schemathesis is not here; ./outcry test fault installs it\n');
}

/** No answer is a 5xx, and each is one that the document describes: its status, its type, its fields. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
/** It never ends, which is no answer that could be checked; `progress.integration.test.ts` follows it. */
const ENDLESS = 'GET /api/progress';

const folder = temporaryFolder();
let app: FastifyInstance;

beforeAll(async () => {
  const results = join(folder, 'results');
  await new RunStore(results).add(sampleRecord());
  app = await buildServer({ results, staticDir: join(folder, 'page'), host: '127.0.0.1' });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

(schemathesis === null ? test.skip : test)(
  'every answer is one that its own document allows',
  async () => {
    const { port } = app.server.address() as AddressInfo;
    const argv = [
      'run',
      `http://127.0.0.1:${port}/api/docs/json`,
      '--checks',
      CHECKS.join(','),
      '--exclude-name',
      ENDLESS,
    ];
    const small = [
      '--seed',
      '1',
      '--max-examples',
      '10',
      '--no-shrink',
      '--request-timeout',
      '120',
      '--suppress-health-check',
      'all',
      '--warnings',
      'off',
    ];
    const { exitCode, stdout } = await execa(schemathesis!, [...argv, ...small], {
      cwd: folder,
      reject: false,
      all: true,
    });
    const tested = Number(/(\d+) generated/.exec(stdout)?.[1] ?? 0);
    expect([exitCode, exitCode === 0 ? '' : stdout.slice(-4_000)]).toEqual([0, '']);
    expect(tested).toBeGreaterThan(500);
  },
  900_000,
);
