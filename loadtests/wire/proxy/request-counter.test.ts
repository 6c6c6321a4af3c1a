import { RequestCounter } from './request-counter.ts';

/** Requests counted in `text`, sent in pieces of `size` bytes. */
function counted(text: string, size = text.length): number {
  const counter = new RequestCounter();
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += size) counter.push(bytes.subarray(at, at + size));
  return counter.requests;
}

const GET = 'GET /a HTTP/1.1\r\nHost: x\r\n\r\n';
const POST = 'POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 29\r\n\r\nGET /no HTTP/1.1\r\nHost: x\r\n\r\n';
const CHUNKED = `POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1b;ext=1\r\n${GET.slice(0, 27)}\r\n3\r\nabc\r\n0\r\nTrailer: t\r\n\r\n`;
const UPGRADE = 'GET /ws HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

describe('HTTP requests on a connection are counted', () => {
  test.each([1, 2, 7, 1000])('one by one, whether they come whole or in pieces of %i bytes', (size) => {
    expect(counted(GET + GET + POST + GET + CHUNKED + GET, size)).toBe(6);
  });

  test('but not what looks like one in a body', () => {
    expect(counted(POST)).toBe(1);
    expect(counted(CHUNKED)).toBe(1);
  });

  test('and nothing after an upgrade', () => {
    expect(counted(`${UPGRADE}${GET}${GET}`)).toBe(1);
  });

  test('and empty lines between them are none', () => {
    expect(counted(`\r\n${GET}\r\n\r\n${GET}`)).toBe(2);
  });

  test('and what is no HTTP at all costs no memory without end', () => {
    expect(counted('x'.repeat(1_000_000))).toBe(0);
  });
});
