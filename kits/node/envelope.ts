/** The server's end of `protocol/envelope.ts`, for apps whose framework carries text and has no events of its own. */
import { frameOf, readFrame } from '../../protocol/envelope.ts';
import { isFields } from './fault.ts';
import type { House } from './house.ts';

/** An event, or a request where it has a number: an integer, 0 or more. */
interface Sent {
  e: string;
  d: unknown;
  id?: number;
}

export function encodeEvent(event: string, data: unknown): string {
  return frameOf({ e: event, d: data });
}

/** The envelope in `text`, or null when there is none. */
export function parseEnvelope(text: string): Sent | null {
  let envelope: unknown;
  try {
    envelope = readFrame(text);
  } catch {
    return null;
  }
  if (!isFields(envelope) || typeof envelope.e !== 'string') return null;
  const { id } = envelope;
  if (id !== undefined && !(Number.isInteger(id) && (id as number) >= 0)) return null;
  return envelope as unknown as Sent;
}

/** Hands the text that `connection` sent to the house; `write` sends a reply's text back. */
export function receiveText<Connection>(
  house: House<Connection>,
  connection: Connection,
  text: string,
  write: (connection: Connection, text: string) => void,
): void {
  const envelope = parseEnvelope(text);
  if (envelope === null) house.unreadable(connection);
  else if (envelope.id === undefined) house.receive(connection, envelope.e, envelope.d);
  else {
    const { id } = envelope;
    house.request(connection, envelope.e, envelope.d).then((reply) => {
      write(connection, frameOf({ r: id, d: reply }));
    });
  }
}
