/** Keeps from Sails what is none of its requests: it would throw, log an error for each, or not answer. */
import { parse } from 'node:url';
import type { Sails } from 'sails';
import type { Socket as Connection } from 'socket.io';
import type { House } from '../../kits/node/house.ts';
import { canBeMerged, keep } from './kept-body.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'options', 'head'];
/** Versions of the client that Sails speaks with: 0.11 and newer. One that says none counts as 0.9. */
const VERSION = /^(?:[1-9]\d*\.\d+|0\.(?:1[1-9]|[2-9]\d))\.\d+$/;

/** Has what `connection` sends refused unless it is a request as Sails' client makes them. */
export function guard(sails: Sails, house: House<Connection>, connection: Connection): void {
  const speaks = VERSION.test(String(sails.getSDKMetadata(connection.handshake).version));
  connection.use(([method, message, answer], next) => {
    if (speaks && METHODS.includes(method) && typeof answer === 'function' && isRequest(message)) {
      message.data = keep(message.data);
      // Another name of the data, which the client does not use.
      delete message.params;
      next();
    } else house.unreadable(connection);
  });
}

function isRequest(message: unknown): message is { data?: unknown; params?: unknown } {
  const { url, headers } = Object(message) as { url?: unknown; headers?: unknown };
  if (typeof url !== 'string' || !url.startsWith('/')) return false;
  if (typeof headers !== 'object' && headers !== undefined) return false;
  // Sails merges them like a body.
  if (!canBeMerged(headers)) return false;
  try {
    parse(url);
    return true;
  } catch {
    return false;
  }
}
