import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sampleRecord } from '../records/testing/sample-record.ts';
import { sampleRun } from './import/testing/sample-files.ts';
import { testServer } from './testing/test-server.ts';

const api = testServer();

describe('POST /api/import', () => {
  test('takes raw runs of study A once, by whatever name their file comes', async () => {
    const runs = [sampleRun('Shout'), sampleRun('Shout')];
    const first = await api.post('/api/import?name=websockets.json&transport=websocket', runs);
    expect(first).toMatchObject({ status: 200, body: { already: [], sessions: ['import-websockets'], odd: [] } });
    expect(first.body.taken).toHaveLength(2);
    const second = await api.post('/api/import?name=copy.json&transport=websocket', runs);
    expect(second.body).toMatchObject({ taken: [], already: first.body.taken, sessions: ['import-websockets'] });
    expect((await api.get('/api/merges?kind=imported')).body[0]).toMatchObject({ runs: 2 });
  });

  test.each<[string, string, string]>([
    ['noise', '\u008f\u0000', 'line 1, column 1: not JSON'],
    ['a file that is cut off', '[{"Framework":\n', 'line 2, column 1: not JSON: unexpected end'],
    ['nothing', '', 'line 1, column 1: not JSON: unexpected end'],
    ['an empty list', '[]', 'holds an empty list'],
    ['elements that are no runs', '[7]', '[0]: is neither a run record nor'],
    ['a text', '"x"', 'must be object'],
    ['raw runs without a transport', JSON.stringify([sampleRun('Shout')]), '--transport NAME'],
    ['deep nesting', '['.repeat(200), 'nested deeper than 100 levels'],
    ['a reserved id', JSON.stringify(sampleRecord((record) => Object.assign(record, { id: 'session' }))), 'reserved'],
  ])('refuses %s with the reason, and keeps nothing', async (_, body, reason) => {
    const answer = await api.post('/api/import?name=x.json', body);
    expect(answer).toMatchObject({ status: 400, body: { error: 'Bad Request' } });
    expect(answer.body.message).toContain(reason);
    expect((await api.get('/api/runs')).body).toEqual([]);
  });

  test.each([
    ['?name=../x.json', 'name'],
    ['?name=a%2Fb.json', 'name'],
    ['?name=', 'name'],
    ['', 'name'],
    ['?name=x&transport=pigeon', 'transport'],
    ['?name=x&names=y', 'names'],
  ])('refuses %s and names the parameter', async (query, named) => {
    const { status, body } = await api.post(`/api/import${query}`, sampleRecord());
    expect(status).toBe(400);
    expect(body.message).toContain(named);
  });

  test('refuses other content types, so that no form of another page gets through', async () => {
    expect(await api.post('/api/import?name=x', 'x', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
  });

  test('keeps one record of an id that a hundred clients send at once, and answers all', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => api.post('/api/import?name=x.json', sampleRecord())),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
    expect(answers.filter(({ body }) => body.taken.length === 1)).toHaveLength(1);
    expect((await api.get('/api/runs')).body).toHaveLength(1);
    const files = readdirSync(join(api.folder, 'results'), { recursive: true }) as string[];
    expect(files.filter((name) => /\.(tmp|claim)$/.test(name))).toEqual([]);
  });
});
