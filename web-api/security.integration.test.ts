import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { sampleRecord } from '../records/testing/sample-record.ts';
import { testServer } from './testing/test-server.ts';

const api = testServer();

describe('who is answered', () => {
  const from = (headers: Record<string, string>, options: InjectOptions = {}) =>
    api.app.inject({ url: '/api/sessions', headers, ...options });
  const write = (headers: Record<string, string>) =>
    from(
      { 'content-type': 'application/json', ...headers },
      { method: 'POST', url: '/api/runs', payload: sampleRecord() },
    );

  test.each(['localhost', '127.0.0.1:4800', '[::1]:4800', 'LOCALHOST:1'])('on loopback, calls for %s', async (host) => {
    expect((await from({ host })).statusCode).toBe(200);
  });

  test.each(['evil.example', '127.0.0.1.evil.example:4800', 'localhost.evil.example', '192.168.1.5'])(
    'on loopback, not calls for %s (DNS rebinding)',
    async (host) => {
      const response = await from({ host });
      expect(response.statusCode).toBe(403);
      expect(response.json()).toMatchObject({
        error: 'Forbidden',
        message: expect.stringContaining('this server answers to'),
      });
    },
  );

  test('beyond loopback, calls for any name, or for those allowed alone', async () => {
    await api.serve({ host: '0.0.0.0' });
    expect((await from({ host: 'outcry.example' })).statusCode).toBe(200);
    await api.serve({ host: '0.0.0.0', allowedHosts: ['outcry.example'] });
    expect((await from({ host: 'outcry.example:4800' })).statusCode).toBe(200);
    expect((await from({ host: 'evil.example' })).statusCode).toBe(403);
  });

  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'http://evil.example' }],
    ['another port of this machine', { origin: 'http://localhost:9999' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a request that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
  ])('no writes from %s', async (_, headers) => {
    const response = await write({ host: 'localhost:4800', ...headers });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({
      error: 'Forbidden',
      message: expect.stringContaining('only pages of this server'),
    });
  });

  test('writes from its own page and from programs', async () => {
    const own = await write({
      host: 'localhost:4800',
      origin: 'http://localhost:4800',
      'sec-fetch-site': 'same-origin',
    });
    expect(own.statusCode).toBe(201);
    expect((await write({ host: 'localhost:4800' })).statusCode).toBe(409);
  });
});

describe('the page', () => {
  test('is served with a policy that lets in nothing from elsewhere and no eval', async () => {
    const response = await api.app.inject({ url: '/' });
    expect(response.body).toBe('<title>Charts</title>');
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
    expect(response.headers['cache-control']).toBe('no-cache');
    expect((await api.app.inject({ url: '/assets/main-1234.js' })).headers['cache-control']).toContain('immutable');
  });

  test.each(['/.built', '/../outside.txt', '/%2e%2e/outside.txt', '/assets/..%2f..%2foutside.txt', '/results/'])(
    'does not give out %s',
    async (url) => {
      const response = await api.app.inject({ url });
      expect([403, 404]).toContain(response.statusCode);
      expect(response.body).not.toContain('secret');
    },
  );

  test('that is not built is said to be so', async () => {
    await api.serve({ staticDir: join(api.folder, 'nothing') });
    const response = await api.app.inject({ url: '/' });
    expect(response.statusCode).toBe(503);
    expect(response.body).toContain('./outcry charts builds it');
  });
});

describe('the documentation', () => {
  test('describes every route', async () => {
    const { body } = await api.get('/api/docs/json');
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths).sort()).toEqual([
      '/api/choice',
      '/api/footprints',
      '/api/import',
      '/api/merges',
      '/api/problems',
      '/api/progress',
      '/api/reference',
      '/api/runs',
      '/api/runs/{id}',
      '/api/scenarios',
      '/api/sessions',
      '/api/studies',
      '/healthz',
    ]);
  });

  test('loads nothing from elsewhere', async () => {
    const page = await api.app.inject({ url: '/api/docs/' });
    expect(page.statusCode).toBe(200);
    const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source!);
    expect(sources.length).toBeGreaterThan(3);
    for (const source of sources) {
      expect(source).toMatch(/^(\.\/|\/)/);
      const { pathname } = new URL(source, 'http://localhost/api/docs/');
      expect((await api.app.inject({ url: pathname })).statusCode).toBe(200);
    }
  });
});
