/** Requests that no route takes, or that do not come as far as one: how they are refused, and that the API's description says so. */
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { storageError } from '../records/record-errors.ts';
import { statusOf } from './errors.ts';
import { PAGE_CSP } from './security.ts';
import { testServer } from './testing/test-server.ts';

const api = testServer();

describe('refused', () => {
  test.each([
    ['GET', '/healthz/'],
    ['POST', '/api/import/'],
    ['POST', '/api/runs/'],
    ['PUT', '/api/runs/'],
    ['GET', '/nothing.js'],
    ['GET', '/api/docs/static/nothing.js'],
    ['DELETE', '/api/nothing'],
    ['PUT', '/api/runs'],
    ['OPTIONS', '/api/import'],
    ['PATCH', '/healthz'],
    ['POST', '/assets/main-1234.js'],
  ] as const)('%s %s is not there', async (method, url) => {
    for (const staticDir of [join(api.folder, 'page'), join(api.folder, 'nowhere')]) {
      await api.app.close();
      await api.serve({ staticDir });
      const response = await api.app.inject({ method, url });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ statusCode: 404, error: 'Not Found', message: expect.any(String) });
      expect(response.headers).toMatchObject({
        'content-security-policy': PAGE_CSP,
        'content-type': 'application/json; charset=utf-8',
      });
    }
  });

  test('a browser at an address without a page gets one that says so', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const page = await api.app.inject({ url: '/nothing', headers });
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.payload).toContain('There is no page at this address');
    expect((await api.app.inject({ url: '/api/nothing', headers })).json()).toMatchObject({ statusCode: 404 });
  });

  test('headers that are too large and what is no HTTP are answered in the same shape', async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = api.app.server.address() as AddressInfo;
    const answerTo = async (request: string) => {
      const socket = connect(port, '127.0.0.1');
      socket.write(request);
      const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
      return { status: Number(head.split(' ')[1]), ...JSON.parse(body) };
    };
    const large = `GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await answerTo(large)).toMatchObject({ status: 431, statusCode: 431, error: expect.any(String) });
    expect(await answerTo('shout\r\n\r\n')).toMatchObject({ status: 400, statusCode: 400, error: 'Bad Request' });
  });

  test('the API’s description has what any route may be refused with', async () => {
    const { body } = await api.get('/api/docs/json');
    for (const [path, operations] of Object.entries<Record<string, { responses: object }>>(body.paths)) {
      for (const { responses } of Object.values(operations)) {
        expect([path, Object.keys(responses)]).toEqual([
          path,
          expect.arrayContaining(['400', '403', '408', '431', '500']),
        ]);
      }
    }
  });

  test('a full disk is answered as the description has it, wherever records are written', async () => {
    const { body } = await api.get('/api/docs/json');
    const { status } = statusOf(storageError('cannot write', 'results', { code: 'ENOSPC' }));
    expect(status).toBe(507);
    for (const path of ['/api/runs', '/api/import'])
      expect(body.paths[path].post.responses).toHaveProperty(`${status}`);
    expect(body.paths['/api/progress'].post.responses).not.toHaveProperty(`${status}`);
  });

  test.each([
    ['an address that cannot be read', '/api/runs/%ff', 'FST_ERR_BAD_URL'],
    ['a file’s address that cannot be read', '/%ff', 'FST_ERR_BAD_URL'],
    ['the longest id that a request has room for', `/api/runs/${'a'.repeat(15_000)}`, 'FST_ERR_VALIDATION'],
    ['an id of 501 characters', `/api/runs/${'a'.repeat(501)}`, 'FST_ERR_VALIDATION'],
  ])('%s is refused in the same shape and with the same headers, page or no page', async (_, url, code) => {
    for (const staticDir of [join(api.folder, 'page'), join(api.folder, 'nowhere')]) {
      await api.app.close();
      await api.serve({ staticDir });
      const response = await api.app.inject({ url });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual({ statusCode: 400, code, error: 'Bad Request', message: expect.any(String) });
      expect(response.headers).toMatchObject({
        'content-security-policy': PAGE_CSP,
        'x-content-type-options': 'nosniff',
        'content-type': 'application/json; charset=utf-8',
      });
      const called = await api.app.inject({ url, headers: { host: 'evil.example' } });
      expect(called.json()).toMatchObject({ message: expect.stringContaining('this server answers to') });
      expect(called.statusCode).toBe(403);
    }
  });
});
