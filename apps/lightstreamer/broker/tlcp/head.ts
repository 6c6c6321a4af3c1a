/** How a session's connection begins: the client's wishes within the broker's limits. */
import type { Limits } from './limits.ts';
import { decimalText, line } from './lines.ts';
import { flag, integer, type Params } from './params.ts';
import type { Binding } from './pulse.ts';
import type { Session } from './session.ts';
import type { Stream } from './stream.ts';

const SERVER_NAME = 'Outcry open TLCP broker';

const NOTHING = line('NOOP', 'sending placeholder data');
/** Browsers and systems may hold back this many bytes of a response. */
const HELD_BACK_BYTES = 2_048;
/** The beginning of streams over HTTP, so that the rest is not held back. */
export const PADDING = NOTHING.repeat(Math.ceil(HELD_BACK_BYTES / NOTHING.length));

/** Reads how the connection is to be used. */
export function readBinding(params: Params, limits: Limits): Binding {
  const polling = flag(params, 'LS_polling', false);
  const keepalive = integer(params, 'LS_keepalive_millis', limits.keepalive);
  return {
    polling: polling
      ? {
          pause: Math.min(integer(params, 'LS_polling_millis', 0), limits.polling),
          idle: Math.min(integer(params, 'LS_idle_millis', 0), limits.idle),
        }
      : null,
    keepalive: Math.min(Math.max(keepalive, limits.leastKeepalive), limits.mostKeepalive),
    inactivity: integer(params, 'LS_inactivity_millis', 0),
    sync: flag(params, 'LS_send_sync', true),
  };
}

/** Bytes that an HTTP response may hold. */
export function contentLength(params: Params, limits: Limits): number {
  return Math.max(integer(params, 'LS_content_length', limits.contentLength), limits.leastContentLength);
}

/** The first lines on a connection. @param progressive where the flow starts, when the client asked to recover */
export function headLines(
  session: Session,
  binding: Binding,
  limits: Limits,
  request: { isCreation: boolean; short: boolean; stream: Stream; progressive: number | null },
): string {
  const { stream } = request;
  const inTime = binding.polling ? binding.polling.idle : binding.keepalive;
  let text = request.isCreation || !request.short ? line('CONOK', session.id, limits.toldRequest, inTime, '*') : '';
  if (request.isCreation && !request.short) text += line('SERVNAME', SERVER_NAME) + line('CLIENTIP', stream.address);
  if (stream.mayBeHeldBack && !binding.polling) text += PADDING;
  // A client that creates a session to poll it gets them with the first binding.
  if (!session.reduceHead && !(request.isCreation && binding.polling)) text += constraintsLine(session);
  if (request.progressive !== null) text += line('PROG', request.progressive);
  return text;
}

export function constraintsLine(session: Session): string {
  const { limit } = session.bandwidth;
  return line('CONS', limit === Number.POSITIVE_INFINITY ? 'unlimited' : decimalText(limit));
}
