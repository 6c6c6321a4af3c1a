/** Requests over REST, by Feathers' client for it, on the platform's fetch. */
import { feathers } from '@feathersjs/feathers';
import restClient from '@feathersjs/rest-client';
import { RequestSocket } from '../../kits/client/request-socket.ts';
import { type Client, callOfRequest } from './calls.ts';
import { refusalOf } from './refusals.ts';
import { ROOM_METHODS, type Services } from './services.ts';

/** Sees to it that there is a server where the services are at `base`. */
export async function openRest(base: string, timeout: AbortSignal): Promise<RequestSocket> {
  const found = await fetch(`${new URL(base).origin}/healthz`, { signal: timeout, cache: 'no-store' });
  if (!found.ok) throw new Error(`answered ${found.status}`);
  // A browser's fetch is not to be called as anybody's method.
  const connection = restClient<Services>(base).fetch((url: string, init: RequestInit) => fetch(url, init));
  const client: Client = feathers().configure(connection);
  client.use('room', connection.service('room'), { methods: [...ROOM_METHODS] });
  return new RequestSocket(async (request, data, signal) => {
    try {
      const options = { connection: { signal, cache: 'no-store' as const } };
      return { ok: true, ...(await callOfRequest(encodeURIComponent(request))(client, data, options)) };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      return refusal;
    }
  });
}
