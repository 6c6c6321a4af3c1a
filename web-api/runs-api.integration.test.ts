import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { mergeRuns } from '../merge/index.ts';
import type { ScenarioAbout } from '../protocol/scenario-charts.ts';
import { sampleRecord } from '../records/testing/sample-record.ts';
import { testServer } from './testing/test-server.ts';

const api = testServer();

describe('POST /api/runs', () => {
  test('keeps a record and gives it back', async () => {
    expect(await api.post('/api/runs', sampleRecord())).toEqual({ status: 201, body: { id: 'shout-websocket-1' } });
    expect((await api.get('/api/runs/shout-websocket-1')).body).toEqual(sampleRecord());
  });

  test('refuses the same id twice with 409', async () => {
    await api.post('/api/runs', sampleRecord());
    expect(await api.post('/api/runs', sampleRecord())).toMatchObject({
      status: 409,
      body: { error: 'Conflict', message: expect.stringContaining('give the run another id') },
    });
  });

  // biome-ignore lint/suspicious/noExplicitAny: tests put wrong things into records
  test.each<[string, (record: any, metrics: any) => unknown, string]>([
    ['another schema', (r) => (r.schema = 'x'), 'schema'],
    ['a negative count', (_, m) => (m.sentByClients.series[1] = -1), 'metrics.sentByClients.series[1]'],
    ['a text as number', (r) => (r.identity.clients = '2'), 'identity.clients'],
    ['a path as id', (r) => (r.id = '../../outside'), 'id'],
    ['a path as session', (r) => (r.session.id = '..'), 'session.id'],
    ['an absolute path as session', (r) => (r.session.id = '/tmp'), 'session.id'],
    ['a reserved session', (r) => (r.session.id = 'example'), 'session.id'],
    ['the name of a session’s file as session', (r) => (r.session.id = 'session'), 'session.id'],
    ['a reserved id', (r) => (r.id = 'session'), 'id'],
    ['a field too many', (r) => (r.extra = 1), 'extra'],
  ])('refuses %s and names the field', async (_, change, field) => {
    const answer = await api.post('/api/runs', sampleRecord(change));
    expect(answer.status).toBe(400);
    expect(answer.body.message.startsWith(`${field}: `)).toBe(true);
    expect(Object.keys(answer.body).sort()).toEqual(['error', 'message', 'statusCode']);
    expect(readdirSync(api.folder).sort()).toEqual(['outside.txt', 'page']);
  });

  test('names line and column of NaN and other JSON that is none', async () => {
    const text = JSON.stringify(sampleRecord()).replace('[10.5,8,9]', '[10.5,NaN,9]');
    const { status, body } = await api.post('/api/runs', text);
    expect(status).toBe(400);
    expect(body.message).toBe(`line 1, column ${text.indexOf('NaN') + 1}: not JSON: unexpected "NaN"`);
    expect(await api.post('/api/runs', '')).toMatchObject({ status: 400 });
    expect(await api.post('/api/runs', 'null')).toMatchObject({ status: 400 });
  });

  test('refuses deep nesting before it is read, and says where it is', async () => {
    const parse = JSON.parse;
    const texts: unknown[] = [];
    JSON.parse = (text: string, ...more) => {
      texts.push(text);
      return parse(text, ...more);
    };
    try {
      for (const deep of ['[{"a":'.repeat(100_000), `${'['.repeat(101)}${']'.repeat(101)}`]) {
        const { status, body } = await api.post('/api/runs', deep);
        expect(status).toBe(400);
        expect(body.message).toContain('nested deeper than 100 levels');
        expect(texts.includes(deep)).toBe(false);
      }
    } finally {
      JSON.parse = parse;
    }
  });

  test('takes no __proto__ for a field', async () => {
    const text = JSON.stringify(sampleRecord()).replace('{"schema"', '{"__proto__":{"polluted":1},"schema"');
    expect(await api.post('/api/runs', text)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^__proto__: /) },
    });
  });

  test('refuses other content types, so that no form of another page gets through', async () => {
    const answer = await api.post('/api/runs', 'a=b', { 'content-type': 'text/plain' });
    expect(answer).toMatchObject({ status: 415 });
  });

  test('says that the folder cannot be written, without a stack', async () => {
    writeFileSync(join(api.folder, 'results'), 'a file');
    const { status, body } = await api.post('/api/runs', sampleRecord());
    expect(status).toBe(500);
    expect(body).toMatchObject({
      statusCode: 500,
      message: expect.stringContaining('a file is in the place of a folder'),
    });
    expect(Object.keys(body).sort()).toEqual(['code', 'error', 'message', 'statusCode']);
  });
});

describe('a body of 100 MB', () => {
  /** Sends a request head, then `chunk` until it is refused or all is sent. */
  async function flood(head: string, chunk: Buffer, times: number): Promise<{ answer: string; sent: number }> {
    const address = await api.app.listen({ host: '127.0.0.1', port: 0 });
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
  });

  test('is refused at the limit when it came without a length', async () => {
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), megabyte, Buffer.from('\r\n')]);
    const { answer, sent } = await flood(head('Transfer-Encoding: chunked'), chunk, 100);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(sent).toBeLessThan(60 * 1024 * 1024);
    expect(readdirSync(api.folder)).not.toContain('results');
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
      await api.post('/api/runs', record);
    }
  });

  test('GET /api/runs gives summaries that fit the filter', async () => {
    const { body } = await api.get('/api/runs?framework=shout&session=s1&session=s2');
    expect(body.map(({ id }: { id: string }) => id)).toEqual(['a', 'c']);
    expect(body[0].metrics.fromSent.distribution).toMatchObject({ count: 6 });
    expect(body[0].metrics.serverCpu).toMatchObject({ kind: 'gauge', intervalMs: 100 });
    expect(JSON.stringify(body)).not.toContain('"hdr"');
    expect(JSON.stringify(body)).not.toMatch(/"(series|samples)"/);
    expect((await api.get('/api/runs?kind=imported')).body).toEqual([]);
  });

  test.each([
    ['', 3, ['b', 'a', 'c']],
    ['limit=2', 3, ['b', 'a']],
    ['limit=2&offset=2', 3, ['c']],
    ['offset=1', 3, ['a', 'c']],
    ['limit=1&offset=1&framework=shout', 2, ['c']],
    ['offset=9007199254740991', 3, []],
  ])('GET /api/runs?%s gives that part of the list, and how long the whole is', async (query, total, ids) => {
    const response = await api.app.inject({ url: `/api/runs?${query}` });
    expect(response.headers['x-total-count']).toBe(String(total));
    expect(response.json().map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  test('GET /api/sessions gives a part of the list too', async () => {
    const response = await api.app.inject({ url: '/api/sessions?limit=1&offset=1' });
    expect(response.headers['x-total-count']).toBe('2');
    expect(response.json()).toMatchObject([{ id: 's2' }]);
  });

  test('GET /api/sessions?session= gives those that are named, wherever they stand', async () => {
    const response = await api.app.inject({ url: '/api/sessions?session=s2&session=gone' });
    expect(response.headers['x-total-count']).toBe('1');
    expect(response.json()).toMatchObject([{ id: 's2' }]);
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=many', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=0.5', 'offset'],
    ['transport=pigeon', 'transport/0'],
    ['transports=websocket', 'transports'],
    ['framework=', 'framework/0'],
    ['kind=other', 'measured, imported'],
  ])('GET /api/runs?%s is refused with the parameter named', async (query, named) => {
    const { status, body } = await api.get(`/api/runs?${query}`);
    expect([status, body.code]).toEqual([400, 'FST_ERR_VALIDATION']);
    expect(body.message).toContain(named);
  });

  test.each(['/api/runs/%2e%2e%2f%2e%2e%2foutside', '/api/runs/..%2fa', '/api/runs/A', '/api/runs/a%00'])(
    'GET %s is refused',
    async (url) => {
      expect(await api.get(url)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('params/id') },
      });
    },
  );

  test('GET of a run that is not there says where to look', async () => {
    expect(await api.get('/api/runs/zzz')).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('GET /api/runs') },
    });
  });

  test('GET /api/sessions lists them', async () => {
    const { body } = await api.get('/api/sessions');
    expect(
      body.map(({ id, runs, invalid }: { id: string; runs: number; invalid: number }) => [id, runs, invalid]),
    ).toEqual([
      ['s1', 2, 0],
      ['s2', 1, 1],
    ]);
  });

  test('GET /api/merges gives what the merge functions give', async () => {
    const records = [(await api.get('/api/runs/a')).body, (await api.get('/api/runs/b')).body];
    expect((await api.get('/api/merges?session=s1')).body).toEqual(mergeRuns(records));
    const runs = async (query: string) =>
      (await api.get(`/api/merges?framework=shout${query}`)).body.map((merge: { runs: number }) => merge.runs);
    expect(await runs('')).toEqual([1]);
    expect(await runs('&includeInvalid=true')).toEqual([2]);
    expect(await runs('')).toEqual([1]);
    await api.post('/api/runs', { ...records[0], id: 'd' });
    expect(await runs('')).toEqual([2]);
  });

  test('GET /api/scenarios gives those that the server was started with', async () => {
    expect((await api.get('/api/scenarios')).body).toEqual([]);
    const charts = {
      compare: { metric: 'a', better: 'less', words: { better: 'b', worse: 'c' } },
      columns: [],
      graphs: [],
    };
    const scenarios: ScenarioAbout[] = [{ name: 'made-up', about: 'Made up.', charts: { ...charts } as never }];
    await api.app.close();
    await api.serve({ scenarios });
    expect((await api.get('/api/scenarios')).body).toEqual(scenarios);
  });

  test('GET /api/docs/json describes run records', async () => {
    const { body } = await api.get('/api/docs/json');
    const { schema } = body.paths['/api/runs'].post.requestBody.content['application/json'];
    const { const: only, enum: several } = schema.properties.schema;
    expect([only ?? several].flat()).toEqual(['outcry/run@3']);
  });

  test('GET /api/problems names files that are no records, and references that are none', async () => {
    writeFileSync(join(api.folder, 'results', 's1', 'broken.json'), '{');
    mkdirSync(join(api.folder, 'results', 'reference'));
    writeFileSync(join(api.folder, 'results', 'reference', 'odd.json'), '{"schema":"outcry/reference@1"}');
    const { body } = await api.get('/api/problems');
    expect(body.map(({ file }: { file: string }) => file)).toEqual(['s1/broken.json', 'reference/odd.json']);
  });
});
