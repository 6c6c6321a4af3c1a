/** A web API on a folder of its own, for tests. */
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { temporaryFolder, writeFile } from '../../system/testing/temporary-folder.ts';
import { buildServer, type ServerOptions } from '../server.ts';

export interface TestServer {
  app: FastifyInstance;
  /** Holds `page/`, the results as `results/` once there are some, and `outside.txt`, which nobody may get. */
  folder: string;
  /** Builds the server anew with other options. */
  serve(change?: Partial<ServerOptions>): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: tests know what they asked for
  get(url: string): Promise<{ status: number; body: any }>;
  post(
    url: string,
    payload: InjectOptions['payload'],
    headers?: Record<string, string>,
    // biome-ignore lint/suspicious/noExplicitAny: tests know what they asked for
  ): Promise<{ status: number; body: any }>;
}

/** Sets up a fresh server before each test of the file. */
export function testServer(): TestServer {
  const api: TestServer = {
    app: undefined as unknown as FastifyInstance,
    folder: '',
    async serve(change = {}) {
      const { folder } = api;
      const options = { results: join(folder, 'results'), staticDir: join(folder, 'page'), host: '127.0.0.1' };
      api.app = await buildServer({ ...options, ...change });
    },
    async get(url) {
      const response = await api.app.inject({ url });
      return { status: response.statusCode, body: response.json() };
    },
    async post(url, payload, headers = {}) {
      const response = await api.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': 'application/json', ...headers },
      });
      return { status: response.statusCode, body: response.body === '' ? null : response.json() };
    },
  };
  beforeEach(async () => {
    api.folder = temporaryFolder();
    writeFile(join(api.folder, 'page', 'index.html'), '<title>Charts</title>');
    writeFile(join(api.folder, 'page', 'assets', 'main-1234.js'), '1;');
    writeFile(join(api.folder, 'page', '.built'), 'secret');
    writeFile(join(api.folder, 'outside.txt'), 'secret');
    await api.serve();
  });
  afterEach(() => api.app.close());
  return api;
}
