/** The actions behind the routes. */
import type { Request, Response } from 'sails';
import type { Socket as Connection } from 'socket.io';
import type { House } from '../../kits/node/house.ts';
import type { Reply } from '../../protocol/socket.ts';
import type { Exchange } from './exchange.ts';
import { keptIn } from './kept-body.ts';
import { statusOf } from './refusals.ts';
import { EVENT_ROUTES, REQUEST_ROUTES, unwrap } from './routes.ts';

type Action = (request: Request, response: Response) => void;

/** The name for what there is not: no request has it. */
const NO_REQUEST = '/';

/** Returns Sails' routes with their actions. */
export function actionsOn(house: House<Connection>, exchange: Exchange): Record<string, object> {
  const event =
    (name: string): Action =>
    ({ socket, body }, response) => {
      const answer = exchange.receive(socket, name, (unwrap(keptIn(body)) as { body?: unknown } | undefined)?.body);
      if (answer === null) response.status(204).send();
      else if (answer.event === 'refused') refuse(response, answer.data as Refusal);
      else response.status(200).json(answer.data);
    };
  const request =
    (name: string): Action =>
    async ({ socket, body }, response) => {
      const { ok, ...answer } = await house.request(socket, name, unwrap(keptIn(body)));
      if (ok) response.status(200).json(answer);
      else refuse(response, answer as unknown as Refusal);
    };
  const actions = (routes: Record<string, string>, action: (name: string) => Action): [string, Action][] =>
    Object.entries(routes).map(([name, path]) => [`POST ${path}`, action(name)]);
  return Object.fromEntries([
    ...actions(EVENT_ROUTES, event),
    ...actions(REQUEST_ROUTES, request),
    // Sails puts it after all the others.
    ['/*', { fn: request(NO_REQUEST), skipAssets: false }],
  ]);
}

type Refusal = Omit<Extract<Reply, { ok: false }>, 'ok'>;

/** Refuses by a status, with what the house says in the body. `event`, if there is one, is known to the client. */
function refuse(response: Response, { event, ...refusal }: Refusal & { event?: unknown }): void {
  response.status(statusOf(refusal.code)).json(refusal);
}
