import { encodeRequest, type RawRequest, RequestReader } from './requests.ts';

function read(...pieces: string[]): { requests: RawRequest[]; rest: string } {
  const requests: RawRequest[] = [];
  let rest = '';
  const reader = new RequestReader(
    (request) => requests.push(request),
    (bytes) => {
      rest += bytes;
    },
  );
  for (const piece of pieces) reader.push(Buffer.from(piece));
  return { requests, rest };
}

const POST = 'POST /a HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nhello';

test('requests are found one after the other, in whatever pieces they come', () => {
  const { requests } = read(POST.slice(0, 30), `${POST.slice(30)}GET /b HTTP/1.1\r\nhost: x\r\n\r\n`);
  expect(requests.map(({ head, body }) => [head.split('\r\n')[0], body])).toEqual([
    ['POST /a HTTP/1.1', 'hello'],
    ['GET /b HTTP/1.1', ''],
  ]);
});

test('a chunked body is put together', () => {
  const head = 'POST /a HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n';
  const { requests } = read(`${head}3\r\nabc\r\n`, '2\r\nde\r\n0\r\n\r\n');
  expect(requests.map(({ body }) => body)).toEqual(['abcde']);
});

test('what comes after an upgrade is no request', () => {
  const { requests, rest } = read('GET /w HTTP/1.1\r\nUpgrade: websocket\r\n\r\n\x81', '\x80');
  expect(requests).toHaveLength(1);
  expect(Buffer.from(rest).length).toBeGreaterThan(1);
});

test('a request is as long as it says, whatever it said before', () => {
  const bytes = encodeRequest({
    head: 'POST /a HTTP/1.1\r\nContent-Length: 99\r\ntransfer-encoding: chunked',
    body: 'é',
  });
  expect(bytes.toString()).toBe('POST /a HTTP/1.1\r\ncontent-length: 2\r\n\r\né');
});
