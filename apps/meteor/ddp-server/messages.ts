/** Clients' messages: JSON objects, told apart by `msg`. Everything in them is hostile. */
import { decode, isFields, NoEjson } from './ejson.ts';

/** The protocol's versions, the best first. */
export const VERSIONS = ['1', 'pre2', 'pre1'];

export type ClientMessage =
  | { msg: 'connect'; version: string; support: string[] }
  | { msg: 'ping' | 'pong'; id: string | undefined }
  | { msg: 'sub'; id: string; name: string; params: unknown[] }
  | { msg: 'unsub'; id: string }
  | { msg: 'method'; id: string; method: string; params: unknown[] };

/** A message that cannot be taken; the client is told why. */
export class Malformed extends Error {}

/** The message in `text`, its parameters decoded. Fields that are not known are skipped. @throws Malformed */
export function readMessage(text: string): ClientMessage {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new Malformed('Not JSON');
  }
  if (!isFields(message) || typeof message.msg !== 'string') throw new Malformed('Not a message: there is no msg');
  const { msg } = message;
  switch (msg) {
    case 'connect':
      return { msg, ...versionsIn(message) };
    case 'ping':
    case 'pong':
      return { msg, id: message.id === undefined ? undefined : textOf(message, 'id') };
    case 'sub':
      return { msg, id: textOf(message, 'id'), name: textOf(message, 'name'), params: paramsOf(message) };
    case 'unsub':
      return { msg, id: textOf(message, 'id') };
    case 'method':
      return { msg, id: textOf(message, 'id'), method: textOf(message, 'method'), params: paramsOf(message) };
    default:
      throw new Malformed('Unknown msg');
  }
}

/**
 * The version to speak with a client: the one it likes best of those that are spoken here, else the best of those here.
 * The client is held to it: when it proposed another, it has to connect again.
 */
export function bestVersion(support: readonly string[]): string {
  return support.find((version) => VERSIONS.includes(version)) ?? VERSIONS[0]!;
}

/** The versions in a `connect`. One that names no versions supports none, so that it is told one. */
function versionsIn({ version, support }: Record<string, unknown>): { version: string; support: string[] } {
  const isList = Array.isArray(support) && support.every((one) => typeof one === 'string');
  return typeof version === 'string' && isList ? { version, support } : { version: '', support: [] };
}

function textOf(message: Record<string, unknown>, field: string): string {
  const value = message[field];
  if (typeof value === 'string') return value;
  throw new Malformed(`Malformed ${message.msg}: ${field} must be a string`);
}

function paramsOf({ msg, params }: Record<string, unknown>): unknown[] {
  if (params === undefined) return [];
  if (!Array.isArray(params)) throw new Malformed(`Malformed ${msg}: params must be an array`);
  try {
    return decode(params) as unknown[];
  } catch (error) {
    if (error instanceof NoEjson) throw new Malformed(`Malformed ${msg}: ${error.message}`);
    throw error;
  }
}
