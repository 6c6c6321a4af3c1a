/**
 * The load test on the wire: what clients send and what servers say. `README.md` beside this file is the specification.
 * Times are milliseconds with fractions, by the server's monotonic clock.
 */

/** The verbs that `app.json` can claim for a transport. `join` is `join` and `leave` together. */
export const VERBS = ['echo', 'publish', 'sink', 'request', 'join', 'greet', 'feed'] as const;

export type Verb = (typeof VERBS)[number];

/** The kinds that a server counts, in the order in which `counts` gives them. */
export const COUNTED = ['echo', 'publish', 'sink', 'request', 'join', 'leave', 'greet', 'feed'] as const;

export type Counted = (typeof COUNTED)[number];

/** A text of this many UTF-8 bytes must be carried in a body. */
export const PAYLOAD_LIMIT_BYTES = 1_048_576;

/** A body whose JSON text is longer, in UTF-8 bytes, is refused with `too-large`: a payload, and room for fields around it. */
export const BODY_LIMIT_BYTES = PAYLOAD_LIMIT_BYTES + 65_536;

/** A body nested deeper is refused with `too-large`. A value that is no array or object has depth 0, `[]` has 1. */
export const BODY_DEPTH_LIMIT = 32;

/** Any single event over this many bytes may be answered by closing the connection. Transports are configured to it. */
export const TRANSPORT_LIMIT_BYTES = 4 * 1_048_576;

/** Longest name that can be joined under, UTF-16 units. */
export const NAME_LIMIT = 64;

/** The text that fills the body of a `request` for n bytes, repeated and cut. */
export const FILLING = 'etaoin shrdlucmfwypvbgkqjxz ETAOIN0123456789';

/** The times at which the server had it and began to hand it on: its clock, ms, to the microsecond. */
export type Hops = [received: number, handedOn: number];

/** The data of the events `echo`, `publish`, `greet` and `feed`. */
export interface Relayed {
  body: unknown;
  hops: Hops;
}

/** The data of the request `request`. */
export type Asked = { body: unknown } | { bytes: number };

/** Its reply, when it is not refused. */
export interface Answered extends Relayed {
  ok: true;
}

/** The data of the events `joined` and `left`. */
export interface Named extends Relayed {
  name: string;
}

/** The reasons of refusals. `reason` is for people, `code` for programs. */
export type RefusalCode =
  | 'bad-json' // not JSON, or not an envelope with an event name
  | 'unknown-event' // no such event or request
  | 'wrong-state' // `join` with a name already, `leave` without one
  | 'missing-field' // a required field is absent
  | 'wrong-type' // a field has the wrong JSON type
  | 'out-of-range' // a field has the right type and an impossible value
  | 'name-taken' // another connection has the name
  | 'too-large'; // over BODY_LIMIT_BYTES or BODY_DEPTH_LIMIT

/** Event `refused`, to the one who sent what cannot be taken. The connection stays, nothing is counted. */
export interface Refused {
  /** The event refused; null when it could not be read. */
  event: string | null;
  code: RefusalCode;
  reason: string;
}
