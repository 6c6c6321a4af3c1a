/** Calls of services that there are not: the house refuses and counts them, as it does unknown events and requests elsewhere. */
import type { NullableId } from '@feathersjs/feathers';
import type { House } from '../../kits/node/house.ts';
import { asCaller, type CallParams, type Connection, type ServerApp } from './callers.ts';
import { answered } from './hooks.ts';

const PATH = 'unknown';
/** The name for every unknown path: no request has it. */
const NAME = '/';

/**
 * Has every path that is no service's lead to one that the house refuses; configured after all the others. So the framework's router
 * is never asked for such a path: it keeps them in plain objects, and finds `constructor` there. The service has all of Feathers' methods,
 * since over Socket.IO Feathers leaves a method unanswered that no service has.
 */
export function unknown(house: House<Connection>) {
  const refuse = (data: unknown, params: CallParams) =>
    asCaller(house, params, (caller) => house.request(caller, NAME, data));
  const refuseById = (_id: NullableId, params: CallParams) => refuse({}, params);
  const refuseChange = (_id: NullableId, data: unknown, params: CallParams) => refuse(data, params);
  return (app: ServerApp): void => {
    app.use(PATH, {
      find: (params: CallParams) => refuse({}, params),
      get: refuseById,
      create: refuse,
      update: refuseChange,
      patch: refuseChange,
      remove: refuseById,
    });
    const service = app.service(PATH);
    service.hooks({ around: { all: [answered] } });
    const paths = new Set(Object.keys(app.services));
    const lookup = app.lookup.bind(app);
    app.lookup = (path) => (paths.has(path?.replace(/^\/+|\/+$/g, '')) ? lookup(path) : { service, params: {} });
  };
}
