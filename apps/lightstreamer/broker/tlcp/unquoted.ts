/**
 * How clients of version 8.0 write messages over a WebSocket, beyond the specification: `LS_unq=n&`, then n UTF-16 units without
 * percent-encoding. Their last parameter is the message, with any characters, even line breaks. (Seen with lightstreamer-client-node 8.0.5.)
 */
import { linesOf, MalformedRequest, type Params, parseParams } from './params.ts';

const UNQUOTED = /^LS_unq=(\d{1,8})&/;
const MESSAGE = '&LS_message=';

/** Reads the requests of a body one by one; each returned function throws {@link MalformedRequest} for a malformed one. */
export function* messageRequests(body: string): Generator<() => Params> {
  let rest = body;
  for (let head = UNQUOTED.exec(rest); head !== null; head = UNQUOTED.exec(rest)) {
    const end = head[0].length + Number(head[1]);
    const request = rest.slice(head[0].length, end);
    yield () => parseUnquoted(request);
    if (end >= rest.length) return;
    rest = rest.slice(end).replace(/^\r?\n/, '');
  }
  for (const text of linesOf(rest)) yield () => parseParams(text);
}

function parseUnquoted(request: string): Params {
  const at = request.indexOf(MESSAGE);
  if (at < 0) throw new MalformedRequest('LS_message is missing');
  return new Map([...parseParams(request.slice(0, at)), ['LS_message', request.slice(at + MESSAGE.length)]]);
}
