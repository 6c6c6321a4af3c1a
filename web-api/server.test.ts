import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { mergeRuns } from '../chart-merger/merge/index.ts';
import { EXIT } from '../loadtests/errors.ts';
import { sampleRun } from './import/sample-files.ts';
import { sampleRecord } from './sample-record.ts';
import { buildServer, type ServerOptions } from './server.ts';

let folder: string;
let app: FastifyInstance;

async function serve(change: Partial<ServerOptions> = {}): Promise<FastifyInstance> {
  app = await buildServer({
    results: join(folder, 'results'),
    staticDir: join(folder, 'page'),
    host: '127.0.0.1',
    ...change,
  });
  return app;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-api-'));
  mkdirSync(join(folder, 'page', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'page', 'index.html'), '<title>Charts</title>');
  writeFileSync(join(folder, 'page', 'assets', 'main-1234.js'), '1;');
  writeFileSync(join(folder, 'page', '.built'), 'secret');
  writeFileSync(join(folder, 'outside.txt'), 'secret');
  await serve();
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = async (url: string) => {
  const response = await app.inject({ url });
  return { status: response.statusCode, body: response.json() };
};
const post = async (url: string, payload: InjectOptions['payload'], headers: Record<string, string> = {}) => {
  const response = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: response.statusCode, body: response.body === '' ? null : response.json() };
};

describe('POST /api/runs', () => {
  test('keeps a record and gives it back', async () => {
    expect(await post('/api/runs', sampleRecord())).toEqual({ status: 201, body: { id: 'shout-websocket-1' } });
    expect((await get('/api/runs/shout-websocket-1')).body).toEqual(sampleRecord());
  });

  test('refuses the same id twice with 409', async () => {
    await post('/api/runs', sampleRecord());
    expect(await post('/api/runs', sampleRecord())).toMatchObject({
      status: 409,
      body: { error: 'run-exists', field: 'id', message: expect.stringContaining('give the run another id') },
    });
  });

  // biome-ignore lint/suspicious/noExplicitAny: tests put wrong things into records
  test.each<[string, (record: any) => unknown, string]>([
    ['another schema', (r) => (r.schema = 'x'), 'schema'],
    ['a negative count', (r) => (r.perSecond.sentByClients[1] = -1), 'perSecond.sentByClients[1]'],
    ['a text as number', (r) => (r.identity.clients = '2'), 'identity.clients'],
    ['a path as id', (r) => (r.id = '../../outside'), 'id'],
    ['a path as session', (r) => (r.session.id = '..'), 'session.id'],
    ['an absolute path as session', (r) => (r.session.id = '/tmp'), 'session.id'],
    ['a reserved session', (r) => (r.session.id = 'example'), 'session.id'],
    ['a field too many', (r) => (r.extra = 1), 'extra'],
  ])('refuses %s and names the field', async (_, change, field) => {
    const answer = await post('/api/runs', sampleRecord(change));
    expect(answer).toMatchObject({ status: 400, body: { error: 'bad-record', field } });
    expect(Object.keys(answer.body).sort()).toEqual(['error', 'field', 'message']);
    expect(readdirSync(folder).sort()).toEqual(['outside.txt', 'page']);
  });

  test('names the field, line and column of NaN and other JSON that is none', async () => {
    const text = JSON.stringify(sampleRecord()).replace('[10.5,8,9]', '[10.5,NaN,9]');
    const { status, body } = await post('/api/runs', text);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'bad-json', field: 'perSecond.latencySum[1]' });
    expect(body.message).toMatch(/expected a value, found "NaN" \(line 1, column \d+\)$/);
    expect(await post('/api/runs', '')).toMatchObject({ status: 400 });
    expect(await post('/api/runs', 'null')).toMatchObject({ status: 400, body: { error: 'bad-record' } });
  });

  test('takes no __proto__ for a field', async () => {
    const text = JSON.stringify(sampleRecord()).replace('{"schema"', '{"__proto__":{"polluted":1},"schema"');
    expect(await post('/api/runs', text)).toMatchObject({ status: 400, body: { field: '__proto__' } });
  });

  test('refuses other content types, so that no form of another page gets through', async () => {
    const answer = await post('/api/runs', 'a=b', { 'content-type': 'text/plain' });
    expect(answer).toMatchObject({ status: 415, body: { field: 'content-type' } });
  });

  test('says that the folder cannot be written, without a stack', async () => {
    writeFileSync(join(folder, 'results'), 'a file');
    const { status, body } = await post('/api/runs', sampleRecord());
    expect(status).toBe(500);
    expect(body).toEqual({ error: 'storage', message: expect.stringContaining('a file is in the place of a folder') });
  });
});

describe('a body of 100 MB', () => {
  /** Sends a request head, then `chunk` until it is refused or all is sent. */
  async function flood(head: string, chunk: Buffer, times: number): Promise<{ answer: string; sent: number }> {
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const socket: Socket = connect(Number(new URL(address).port), '127.0.0.1');
    let answer = '';
    let sent = 0;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => {});
    socket.on('data', (data) => {
      answer += data;
    });
    socket.write(head);
    for (let i = 0; i < times && answer === '' && !socket.destroyed; i++) {
      sent += chunk.length;
      if (!socket.write(chunk)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    }
    socket.end();
    await closed;
    return { answer, sent };
  }
  const head = (line: string) =>
    `POST /api/runs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${line}\r\n\r\n`;
  const megabyte = Buffer.alloc(1024 * 1024, 0x20);

  test('is refused on its announced length, before any of it is read', async () => {
    const { answer } = await flood(head('Content-Length: 104857600'), Buffer.from('{'), 1);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('the body is larger than 20 MiB');
  });

  test('is refused at the limit when it came without a length', async () => {
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), megabyte, Buffer.from('\r\n')]);
    const { answer, sent } = await flood(head('Transfer-Encoding: chunked'), chunk, 100);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(sent).toBeLessThan(60 * 1024 * 1024);
    expect(readdirSync(folder)).not.toContain('results');
  });
});

describe('reading', () => {
  beforeEach(async () => {
    for (const [id, framework, session] of [
      ['a', 'shout', 's1'],
      ['b', 'murmur', 's1'],
      ['c', 'shout', 's2'],
    ]) {
      const record = sampleRecord((r) => {
        r.id = id!;
        r.identity.framework = framework!;
        r.session.id = session!;
        if (id === 'c') r.validity = [{ code: 'messages-lost', level: 'fatal', message: '3 lost' }];
      });
      await post('/api/runs', record);
    }
  });

  test('GET /api/runs gives summaries that fit the filter', async () => {
    const { body } = await get('/api/runs?framework=shout&session=s1&session=s2');
    expect(body.map(({ id }: { id: string }) => id)).toEqual(['a', 'c']);
    expect(body[0].latency.fromSent).toMatchObject({ count: 6 });
    expect(JSON.stringify(body)).not.toContain('"hdr"');
    expect(body[0].perSecond).toBeUndefined();
    expect((await get('/api/runs?kind=imported')).body).toEqual([]);
  });

  test.each([
    ['transport=pigeon', 'transport[0]'],
    ['transports=websocket', 'transports'],
    ['framework=', 'framework[0]'],
    ['kind=other', 'kind[0]'],
  ])('GET /api/runs?%s is refused with the parameter named', async (query, field) => {
    expect(await get(`/api/runs?${query}`)).toMatchObject({ status: 400, body: { error: 'bad-request', field } });
  });

  test.each(['/api/runs/%2e%2e%2f%2e%2e%2foutside', '/api/runs/..%2fa', '/api/runs/A', '/api/runs/a%00'])(
    'GET %s is refused',
    async (url) => {
      expect(await get(url)).toMatchObject({ status: 400, body: { field: 'id' } });
    },
  );

  test('GET of a run that is not there says where to look', async () => {
    expect(await get('/api/runs/zzz')).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('GET /api/runs') },
    });
  });

  test('GET /api/sessions lists them', async () => {
    const { body } = await get('/api/sessions');
    expect(
      body.map(({ id, runs, invalid }: { id: string; runs: number; invalid: number }) => [id, runs, invalid]),
    ).toEqual([
      ['s1', 2, 0],
      ['s2', 1, 1],
    ]);
  });

  test('GET /api/merges gives what the merge functions give', async () => {
    const records = [(await get('/api/runs/a')).body, (await get('/api/runs/b')).body];
    expect((await get('/api/merges?session=s1')).body).toEqual(mergeRuns(records));
    const runs = async (query: string) =>
      (await get(`/api/merges?framework=shout${query}`)).body.map((merge: { runs: number }) => merge.runs);
    expect(await runs('')).toEqual([1]);
    expect(await runs('&includeInvalid=true')).toEqual([2]);
  });

  test('GET /api/problems names files that are no records, and references that are none', async () => {
    writeFileSync(join(folder, 'results', 's1', 'broken.json'), '{');
    mkdirSync(join(folder, 'results', 'reference'));
    writeFileSync(join(folder, 'results', 'reference', 'odd.json'), '{"schema":"outcry/reference@1"}');
    const { body } = await get('/api/problems');
    expect(body.map(({ file }: { file: string }) => file)).toEqual(['s1/broken.json', 'reference/odd.json']);
  });

  test('anything else is 404 in the same shape', async () => {
    expect(await get('/api/nothing?x=<script>')).toEqual({
      status: 404,
      body: { error: 'not-found', message: 'GET /api/nothing: there is nothing; see /api/docs' },
    });
  });
});

describe('POST /api/import', () => {
  const text = JSON.stringify([sampleRun('Shout'), sampleRun('Shout')]);

  test('takes a raw file of any content type once', async () => {
    const first = await post('/api/import?name=websockets.json', text, { 'content-type': 'text/plain' });
    expect(first).toMatchObject({ status: 200, body: { already: [], sessions: ['import-websockets'], odd: [] } });
    expect(first.body.taken).toHaveLength(2);
    const second = await post('/api/import?name=websockets.json', text, { 'content-type': 'application/octet-stream' });
    expect(second.body).toMatchObject({ taken: [], already: first.body.taken });
    expect((await get('/api/merges?kind=imported')).body[0]).toMatchObject({ runs: 2 });
  });

  test('takes several files together', async () => {
    const figures = [{ Framework: 'Shout', Type: 'Median processor usage', Transport: 'Websockets', Data: [31, 33] }];
    const files = [
      { name: 'manualData.json', text: JSON.stringify(figures) },
      { name: 'websockets.json', text },
    ];
    const { body } = await post('/api/import', { files });
    const { body: run } = await get(`/api/runs/${body.taken[1]}`);
    expect(run.resources.serverCpuMedian).toBe(33);
  });

  test('says what was skipped of a broken file', async () => {
    const { status, body } = await post('/api/import?name=websockets.json', `${text.slice(0, -1)},{"Framework":`);
    expect(status).toBe(200);
    expect(body.taken).toHaveLength(2);
    expect(body.notes[0]).toMatch(/^websockets\.json: line 1, column \d+ \(\[2\]\.Framework\): expected a value/);
  });

  test.each([
    ['?name=../x.json', 'x', 'name'],
    ['?name=a%2Fb.json', 'x', 'name'],
    ['?name=', 'x', 'name'],
    ['', '{"files": []}', 'files'],
    ['', '{"files": [{"name": "../x", "text": ""}]}', 'files[0].name'],
    ['', '{"files": [{"name": "x", "text": 7}]}', 'files[0].text'],
    ['', '{"files": [', 'files[0]'],
  ])('refuses %s %s and names the field', async (query, body, field) => {
    expect(await post(`/api/import${query}`, body)).toMatchObject({ status: 400, body: { field } });
  });
});

describe('progress', () => {
  const event = {
    session: 'evening',
    at: '2026-01-02T20:00:00.000Z',
    run: 2,
    runs: 6,
    framework: 'shout',
    transport: 'websocket',
    repetition: 1,
    step: 'measuring',
    members: 3,
    membersUp: 3,
    clients: 6,
    clientsConnected: 5,
  };

  /** Follows the stream of the listening server; `next` gives its events one by one. */
  async function follow(url: string) {
    const stop = new AbortController();
    const response = await fetch(`${url}/api/progress`, { signal: stop.signal });
    const lines = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const next = async () => {
      while (!text.includes('\n\n')) {
        const { value, done } = await lines.read();
        if (done) return null;
        text += value;
      }
      const [frame] = text.split('\n\n', 1);
      text = text.slice(frame!.length + 2);
      return JSON.parse(frame!.replace(/^data: /, ''));
    };
    return { response, next, close: () => stop.abort() };
  }

  test('reaches those who follow and is told again to newcomers', async () => {
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const early = await follow(url);
    expect(early.response.headers.get('content-type')).toBe('text/event-stream');
    expect(early.response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await early.next()).toEqual({ session: null, text: '' });
    expect(await post('/api/progress', event)).toEqual({ status: 204, body: null });
    const told = { ...event, text: 'run 2 of 6: shout websocket #1: measuring, 3/3 up, 5/6 clients connected' };
    expect(await early.next()).toEqual(told);
    const late = await follow(url);
    expect(await late.next()).toEqual(told);
    early.close();
    await post('/api/progress', { ...event, step: 'stopping' });
    expect(await late.next()).toMatchObject({ step: 'stopping' });
  });

  test('ends with the server', async () => {
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const { next } = await follow(url);
    await next();
    await app.close();
    expect(await next()).toBeNull();
  });

  test('has room for 64 followers; the next is told so, and one more fits when one leaves', async () => {
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const follower = () =>
      new Promise<{ socket: Socket; status: string }>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.write('GET /api/progress HTTP/1.1\r\nHost: localhost\r\n\r\n');
        socket.once('data', (data) => resolve({ socket, status: data.toString().split(' ')[1]! }));
      });
    const followers = await Promise.all(Array.from({ length: 65 }, follower));
    expect(followers.map(({ status }) => status).sort()).toEqual([...Array(64).fill('200'), '503']);
    followers.find(({ status }) => status === '200')!.socket.destroy();
    let again = await follower();
    // The server learns of the leaving a moment later.
    while (again.status === '503') {
      again.socket.destroy();
      again = await follower();
    }
    expect(again.status).toBe('200');
    for (const { socket } of [again, ...followers]) socket.destroy();
  });

  test.each([
    ['a path as session', { session: '../x' }, 'session'],
    ['a text as number', { run: '2' }, 'run'],
    ['half a swarm', { members: undefined }, 'members'],
    ['a field too many', { extra: 1 }, 'extra'],
    ['no date', { at: 'now' }, 'at'],
  ])('is refused with %s', async (_, change, field) => {
    expect(await post('/api/progress', { ...event, ...change })).toMatchObject({ status: 400, body: { field } });
  });
});

describe('who is answered', () => {
  const from = (headers: Record<string, string>, options: InjectOptions = {}) =>
    app.inject({ url: '/api/sessions', headers, ...options });
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
      expect(response.json()).toMatchObject({ error: 'wrong-host', field: 'host' });
    },
  );

  test('beyond loopback, calls for any name, or for those allowed alone', async () => {
    await serve({ host: '0.0.0.0' });
    expect((await from({ host: 'outcry.example' })).statusCode).toBe(200);
    await serve({ host: '0.0.0.0', allowedHosts: ['outcry.example'] });
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
    expect(response.json()).toMatchObject({ error: 'cross-origin' });
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
    const response = await app.inject({ url: '/' });
    expect(response.body).toBe('<title>Charts</title>');
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
    expect(response.headers['cache-control']).toBe('no-cache');
    expect((await app.inject({ url: '/assets/main-1234.js' })).headers['cache-control']).toContain('immutable');
  });

  test.each(['/.built', '/../outside.txt', '/%2e%2e/outside.txt', '/assets/..%2f..%2foutside.txt', '/results/'])(
    'does not give out %s',
    async (url) => {
      const response = await app.inject({ url });
      expect([403, 404]).toContain(response.statusCode);
      expect(response.body).not.toContain('secret');
    },
  );

  test('that is not built is said to be so', async () => {
    await serve({ staticDir: join(folder, 'nothing') });
    const response = await app.inject({ url: '/' });
    expect(response.statusCode).toBe(503);
    expect(response.body).toContain('./outcry charts builds it');
  });
});

describe('the documentation', () => {
  test('describes every route', async () => {
    const { body } = await get('/api/docs/json');
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths).sort()).toEqual([
      '/api/import',
      '/api/merges',
      '/api/problems',
      '/api/progress',
      '/api/reference',
      '/api/runs',
      '/api/runs/{id}',
      '/api/sessions',
      '/healthz',
    ]);
    expect(body.paths['/api/runs'].post.requestBody.content['application/json'].schema.properties.schema).toEqual({
      enum: ['outcry/run@1'],
    });
  });

  test('loads nothing from elsewhere', async () => {
    const page = await app.inject({ url: '/api/docs/' });
    expect(page.statusCode).toBe(200);
    const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source!);
    expect(sources.length).toBeGreaterThan(3);
    for (const source of sources) {
      expect(source).toMatch(/^(\.\/|\/)/);
      const { pathname } = new URL(source, 'http://localhost/api/docs/');
      expect((await app.inject({ url: pathname })).statusCode).toBe(200);
    }
  });
});

describe('the process', () => {
  let child: ChildProcess;
  afterEach(() => child.kill('SIGKILL'));
  const start = (env: Record<string, string>, args: string[] = []) => {
    child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'main.ts'), ...args], {
      env: { ...process.env, RESULTS_DIR: join(folder, 'results'), STATIC_DIR: join(folder, 'page'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const line = new Promise<string>((resolve) => createInterface({ input: child.stdout! }).once('line', resolve));
    let errors = '';
    child.stderr!.on('data', (data) => {
      errors += data;
    });
    return { exited, line, errors: () => errors };
  };

  test('says when it is ready, serves, and stops on SIGTERM though a page follows', async () => {
    const { exited, line } = start({ PORT: '0' }, ['--results', join(folder, 'elsewhere')]);
    const { ready, port } = JSON.parse(await line);
    expect(ready).toBe(true);
    const url = `http://127.0.0.1:${port}`;
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true });
    const kept = await fetch(`${url}/api/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sampleRecord()),
    });
    expect(kept.status).toBe(201);
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['evening']);
    await fetch(`${url}/api/progress`);
    child.kill('SIGTERM');
    expect(await exited).toBe(EXIT.ok);
  });

  test('says that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const { exited, errors } = start({ PORT: String(port) });
    expect(await exited).toBe(EXIT.missing);
    expect(errors()).toBe(`cannot listen on 127.0.0.1 port ${port}: EADDRINUSE: it is taken; give another as PORT\n`);
    other.close();
  });

  test('refuses a port that is none and an option that it has not', async () => {
    const wrong = start({ PORT: '99999' });
    expect(await wrong.exited).toBe(EXIT.usage);
    expect(wrong.errors()).toContain('PORT: "99999" is no port');
    const unknown = start({ PORT: '0' }, ['--result', 'x']);
    expect(await unknown.exited).toBe(EXIT.usage);
  });
});
