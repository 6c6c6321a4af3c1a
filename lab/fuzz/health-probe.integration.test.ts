import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../../system/testing/eventually.ts';
import { HealthProbe, waitProblem } from './health-probe.ts';

let server: Server | null = null;
let probe: HealthProbe | null = null;

async function listening(answer: RequestListener): Promise<string> {
  const made = createServer(answer).listen(0, '127.0.0.1');
  server = made;
  await once(made, 'listening');
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
}

afterEach(async () => {
  await probe?.stop();
  server?.closeAllConnections();
  server?.close();
  probe = null;
  server = null;
});

test('an answer that comes late is the longest wait, whatever comes after it', async () => {
  let clock = 0;
  const asked: string[] = [];
  let held: ServerResponse | null = null;
  const url = await listening((request, response) => {
    asked.push(request.url!);
    if (asked.length === 2) held = response;
    else response.end('ok');
  });
  probe = new HealthProbe(url, () => clock);
  await eventually(() => held !== null, 'a second question');
  clock = 30_000;
  held!.end('ok');
  await eventually(() => asked.length > 3, 'questions after it');
  expect(await probe.stop()).toBe(30_000);
  expect(new Set(asked)).toEqual(new Set(['/healthz']));
});

test('an answer that has not come at all counts up to the end', async () => {
  let clock = 0;
  let isAsked = false;
  const url = await listening(() => {
    isAsked = true;
  });
  probe = new HealthProbe(url, () => clock);
  await eventually(() => isAsked, 'a question');
  clock = 12_345;
  expect(await probe.stop()).toBe(12_345);
});

test('another answer than 200, and a connection that ends, are no answers', async () => {
  let clock = 0;
  let asked = 0;
  const url = await listening((request, response) => {
    asked += 1;
    if (asked < 4) clock += 1_000;
    if (asked === 1) response.writeHead(503).end();
    else if (asked === 2) request.socket.destroy();
    else response.end('ok');
  });
  probe = new HealthProbe(url, () => clock);
  await eventually(() => asked > 3, 'a question after the answer');
  expect(await probe.stop()).toBe(3_000);
});

test('a server that is held up for half a minute is not healthy all the time, and one that takes a second is', () => {
  expect(waitProblem(30_000, 1)).toBe('/healthz was not answered for 30.0 s; 10 s are allowed');
  expect(waitProblem(30_000, 2)).toBe('/healthz was not answered for 30.0 s; 20 s are allowed');
  expect([waitProblem(1_000, 1), waitProblem(30_000, 4)]).toEqual([null, null]);
});
