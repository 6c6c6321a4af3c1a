/**
 * Envelopes as text, for transports that carry text and have no events of their own. `README.md` beside this file is the
 * specification; `kits/java` has the same in Java, and `envelopes.json` holds both to it.
 */

/** An event (`e`) or the reply (`r`) to the request of that number, with its data. An event with a number `id` is a request. */
export interface Envelope {
  e?: string;
  r?: number;
  /** The data; absent: there is none. */
  d?: unknown;
  id?: number;
}

/** The content type of envelopes, one per line. */
export const LINES = 'application/x-events';

/** The first character of a frame whose body is text. No JSON begins with it. */
const MARK = 'T';
/** The end of such a frame's head. JSON in one line has no tabulator. */
const HEAD_END = '\t';
const LINE_BREAK = /[\r\n]/;

/** The text of `envelope`. A body that is text comes last and as it is; everything else is JSON. */
export function frameOf(envelope: Envelope): string {
  const { d } = envelope;
  if (isText(d)) return textFrame({ ...envelope, d: undefined }, d);
  const body = isFields(d) ? d.body : undefined;
  if (!isText(body)) return JSON.stringify(envelope);
  const { body: _, ...fields } = d as Record<string, unknown>;
  return textFrame({ ...envelope, d: fields }, body);
}

/**
 * The value in `frame`: an envelope, if the sender is honest.
 * @throws SyntaxError when it is neither JSON nor a head with a text
 */
export function readFrame(frame: string): unknown {
  if (!frame.startsWith(MARK)) return JSON.parse(frame);
  const end = frame.indexOf(HEAD_END);
  const envelope: unknown = JSON.parse(frame.slice(MARK.length, Math.max(0, end)));
  if (!isFields(envelope)) throw new SyntaxError('the head is no JSON object');
  const text = frame.slice(end + HEAD_END.length);
  const { d } = envelope;
  if (d === undefined) envelope.d = text;
  else if (isFields(d)) d.body = text;
  else throw new SyntaxError('a body belongs to no data that is not an object');
  return envelope;
}

/** `frame` as one line, for transports that carry lines: a text with a line break is put into JSON. */
export function lineOf(frame: string): string {
  if (!frame.startsWith(MARK) || !LINE_BREAK.test(frame)) return frame;
  return JSON.stringify(readFrame(frame));
}

function textFrame(head: Envelope, text: string): string {
  return MARK + JSON.stringify(head) + HEAD_END + text;
}

/** UTF-8 cannot carry half of a surrogate pair, and JSON can. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed();
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
