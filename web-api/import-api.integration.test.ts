import { gzipSync } from 'node:zlib';
import { sampleRecord } from '../records/testing/sample-record.ts';
import { sampleRun } from './import/testing/sample-files.ts';
import { testServer } from './testing/test-server.ts';

const api = testServer();

describe('POST /api/import', () => {
  const text = JSON.stringify([sampleRun('Shout'), sampleRun('Shout')]);

  test('takes a raw file of any content type once', async () => {
    const first = await api.post('/api/import?name=websockets.json', text, { 'content-type': 'text/plain' });
    expect(first).toMatchObject({ status: 200, body: { already: [], sessions: ['import-websockets'], odd: [] } });
    expect(first.body.taken).toHaveLength(2);
    const second = await api.post('/api/import?name=websockets.json', text, {
      'content-type': 'application/octet-stream',
    });
    expect(second.body).toMatchObject({ taken: [], already: first.body.taken });
    expect((await api.get('/api/merges?kind=imported')).body[0]).toMatchObject({ runs: 2 });
  });

  test('takes several files together', async () => {
    const figures = [{ Framework: 'Shout', Type: 'Median processor usage', Transport: 'Websockets', Data: [31, 33] }];
    const files = [
      { name: 'manualData.json', text: JSON.stringify(figures) },
      { name: 'websockets.json', text },
    ];
    const { body } = await api.post('/api/import', { files });
    const { body: run } = await api.get(`/api/runs/${body.taken[1]}`);
    expect(run.metrics.serverCpu.median).toBe(33);
  });

  test('says what was skipped of a broken file', async () => {
    const { status, body } = await api.post('/api/import?name=websockets.json', `${text.slice(0, -1)},{"Framework":`);
    expect(status).toBe(200);
    expect(body.taken).toHaveLength(2);
    expect(body.notes[0]).toMatch(/^websockets\.json: line 1, column \d+ \(\[2\]\.Framework\): expected a value/);
  });

  test('is read beside the server, which answers others meanwhile', async () => {
    let read = false;
    // Elements inside each other, all broken at the far end.
    const slow = `[${'{"Framework":['.repeat(50)}${' '.repeat(20_000_000)}`;
    const imported = api.post('/api/import?name=slow.json', slow).finally(() => {
      read = true;
    });
    let answered = 0;
    while (!read) {
      await api.get('/healthz');
      answered++;
      // Injected requests alone would never let the thread's answer in.
      await new Promise(setImmediate);
    }
    expect(await imported).toMatchObject({ status: 422, body: { message: expect.stringContaining('given up') } });
    expect(answered).toBeGreaterThan(10);
  });

  test.each<[string, string | Buffer, string]>([
    ['noise', Buffer.from([0x8f, 0x00, 0xff, 0x13]), 'line 1, column 1: expected a value'],
    ['a packed file', gzipSync(text), 'is packed with gzip; unpack it first'],
    ['records in lines', '{"a": 1}\n{"a": 2}\n', 'holds several JSON values one after the other, the second at line 2'],
    ['nothing', '', 'expected a value, found the end'],
    ['an empty list', '[]', 'holds no runs'],
    ['elements that are no runs', '[7]', 'element [0] skipped: must be an object'],
  ])('refuses %s with the reason', async (_, body, reason) => {
    const answer = await api.post('/api/import?name=x.json', body, { 'content-type': 'application/octet-stream' });
    expect(answer).toMatchObject({ status: 422, body: { error: 'nothing-taken', field: 'body' } });
    expect(answer.body.message).toContain(`x.json: `);
    expect(answer.body.message).toContain(reason);
  });

  test('refuses a reserved id and takes the other records', async () => {
    const records = ['session', 'fine'].map((id) => sampleRecord((record) => Object.assign(record, { id })));
    const { status, body } = await api.post('/api/import?name=x.json', JSON.stringify(records));
    expect({ status, taken: body.taken }).toEqual({ status: 200, taken: ['fine'] });
    expect(body.notes).toEqual(['a run was skipped: id: "session" is reserved; use another name']);
    const alone = await api.post('/api/import?name=x.json', JSON.stringify(records[0]));
    expect(alone).toMatchObject({ status: 422, body: { message: expect.stringContaining('"session" is reserved') } });
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
    expect(await api.post(`/api/import${query}`, body)).toMatchObject({ status: 400, body: { field } });
  });
});
