/** The load test as a service. The house does, stamps and counts what its verbs ask for. */
import type { House } from '../../kits/node/house.ts';
import { asCaller, type CallParams, type Connection } from './callers.ts';
import type { Exchange } from './exchange.ts';

export function roomService(house: House<Connection>, exchange: Exchange) {
  const event = (name: string) => async (body: unknown, params: CallParams) =>
    exchange.receive(params.connection!, name, body);
  const request = (name: string) => (data: unknown, params: CallParams) =>
    asCaller(house, params, (caller) => house.request(caller, name, data));
  return {
    echo: event('echo'),
    broadcast: event('publish'),
    sink: event('sink'),
    ask: request('request'),
    join: request('join'),
    leave: request('leave'),
  };
}
