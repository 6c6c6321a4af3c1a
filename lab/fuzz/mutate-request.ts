/** HTTP requests that nobody expects: what they carry, where they go, and how they are written. */
import { pick, whole } from '../../protocol/random.ts';
import { mutateText, type Random } from './mutate-text.ts';
import { encodeRequest, type RawRequest } from './requests.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'CONNECT', 'PRI', 'get', 'X'];
const FIELDS = [
  ...['content-type: text/plain', 'content-type: application/json; charset=klingon', 'content-encoding: gzip'],
  ...['transfer-encoding: chunked', 'transfer-encoding: identity, chunked', 'expect: 100-continue', 'upgrade: h2c'],
  ...['connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 99', 'sec-websocket-key: x', 'host: '],
  ...['authorization: Bearer x', 'content-length: -1', 'content-length: 9999999', 'content-length: 1, 2', ' folded: x'],
  ...['origin: null', 'accept: */*;q=9', 'cookie: a=\u0001', 'range: bytes=0-,-1', ': empty', 'nocolon'],
];

function mutateLine(line: string, random: Random): string {
  const [method = '', target = '', version = ''] = line.split(' ');
  switch (whole(0, 3, random)) {
    case 0:
      return `${pick(METHODS, random)} ${target} ${version}`;
    case 1:
      return `${method} ${target} ${pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', '', 'http/1.1'], random)}`;
    default:
      return `${method} ${mutateText(target, random, ['/../..', '?a=b&a=c', '%00%zz', '//', '/é']).replace(/[\r\n]/g, '')} ${version}`;
  }
}

function mutateHead(head: string, random: Random): string {
  const lines = head.split('\r\n');
  const index = whole(0, lines.length - 1, random);
  switch (whole(0, 4, random)) {
    case 0:
      lines.splice(Math.max(1, index), 1);
      break;
    case 1:
      lines.splice(Math.max(1, index), 0, pick(FIELDS, random)!);
      break;
    case 2:
      lines[index] = mutateText(lines[index]!, random, lines);
      break;
    default:
      lines[0] = mutateLine(lines[0]!, random);
  }
  return lines.join('\r\n');
}

export interface HostileRequest {
  bytes: Buffer;
  /** The request line and the fields are as recorded, so that what comes after it on the connection is read as another request. */
  isWhole: boolean;
}

/** A request made from a recorded one. @param body replaces its body */
export function hostileRequest(recorded: RawRequest, body: string, random: Random): HostileRequest {
  const carries = recorded.body !== '';
  // Most have their fault in what they carry: nothing behind a server's HTTP parser sees the others.
  if (carries && random() < 0.8) return { bytes: encodeRequest({ ...recorded, body }), isWhole: true };
  const head = mutateHead(recorded.head, random);
  const bytes = encodeRequest({ head, body: carries ? body : '' });
  if (random() < 0.8) return { bytes, isWhole: false };
  // Bytes, rather than texts, that are wrong.
  for (let times = whole(1, 8, random); times > 0; times--)
    bytes[whole(0, bytes.length - 1, random)] = whole(0, 255, random);
  return { bytes, isWhole: false };
}
