/** Many imports at once, over real connections. */
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { sampleRecord } from '../records/testing/sample-record.ts';
import { testServer } from './testing/test-server.ts';

const api = testServer();
let port: number;
beforeEach(async () => {
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  port = (api.app.server.address() as AddressInfo).port;
});

interface Answer {
  status: number;
  retryAfter: string | undefined;
}

/** Posts a record. @returns null when the connection ended without an answer */
function post(record: object, signal?: AbortSignal): Promise<Answer | null> {
  return new Promise((resolve) => {
    const options = { port, host: '127.0.0.1', path: '/api/import?name=one.json', method: 'POST', signal };
    const posted = request(options, (response) => {
      response.resume().once('end', () => {
        resolve({ status: response.statusCode!, retryAfter: response.headers['retry-after'] });
      });
    });
    posted.once('error', () => resolve(null)).end(JSON.stringify(record));
  });
}

/** A client that says how much it will send, and sends nothing. @returns ends it */
function halfSent(bytes: number): () => void {
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST /api/import?name=x.json HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${bytes}\r\n\r\n`);
  return () => socket.destroy();
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise(setImmediate);
}

const filesOf = (folder: string) => readdirSync(folder, { recursive: true }) as string[];
const unfinished = () => filesOf(join(api.folder, 'results')).filter((name) => /\.(tmp|claim)$/.test(name));
const withId = (id: string) => sampleRecord((record) => Object.assign(record, { id }));

test('are refused with 503 and Retry-After while too much is under way, and taken again afterwards', async () => {
  const clients = Array.from({ length: 2 }, () => halfSent(50 * 1024 * 1024));
  clients.push(...Array.from({ length: 28 }, () => halfSent(10)));
  let refused: Answer | null = null;
  await until(async () => {
    const answer = await post(withId('one'));
    if (answer?.status === 503) refused = answer;
    return refused !== null;
  });
  expect(refused).toEqual({ status: 503, retryAfter: '2' });
  expect((await api.get('/healthz')).status).toBe(200);
  for (const end of clients) end();
  await until(async () => (await post(withId('one')))?.status === 200);
});

test('of clients that have gone are dropped, and leave no file behind', async () => {
  const clients = Array.from({ length: 100 }, () => new AbortController());
  const posts = clients.map(({ signal }, i) => post(withId(`run-${i}`), signal));
  await Promise.race(posts);
  for (const client of clients) client.abort();
  const answers = await Promise.all(posts);
  expect(answers).toContain(null);
  // It comes after all that is still worked on.
  await until(async () => (await post(withId('last')))?.status === 200);
  await until(async () => unfinished().length === 0);
  const { body: runs } = await api.get('/api/runs');
  expect(runs.length).toBeLessThan(101);
});

test('of one id keep one record, and answer all', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => post(withId('same'))));
  expect(answers.map((answer) => answer?.status)).toEqual(Array(100).fill(200));
  expect((await api.get('/api/runs')).body).toHaveLength(1);
  expect(unfinished()).toEqual([]);
});
