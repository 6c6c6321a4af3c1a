/** Reads what is posted over REST. */
import { FeathersError } from '@feathersjs/errors';
import type { Middleware } from '@feathersjs/koa';
import { text } from 'co-body';
import type { House } from '../../kits/node/house.ts';
import { TRANSPORT_LIMIT_BYTES } from '../../protocol/verbs.ts';
import { asCaller, type Connection } from './callers.ts';
import type { Exchange } from './exchange.ts';

/**
 * The data of calls, as JSON. Feathers' own reader takes no field called `__proto__`, and turns no data into an empty object; a body is any
 * JSON, and carried as it is.
 */
export function postBody(house: House<Connection>, exchange: Exchange): Middleware {
  return async (context, next) => {
    if (context.method === 'POST') {
      const body = await text(context, { limit: TRANSPORT_LIMIT_BYTES }).catch((error) => {
        if (error.status === 413) context.set('connection', 'close'); // the rest of the body is not read
        throw new FeathersError(error.message, 'BadRequest', error.status ?? 400, 'bad-request', {
          code: error.status === 413 ? 'too-large' : 'bad-json',
        });
      });
      try {
        context.request.body = body === '' ? undefined : JSON.parse(body);
      } catch {
        await asCaller(house, undefined, (guest) => exchange.unreadable(guest));
      }
    }
    return next();
  };
}
