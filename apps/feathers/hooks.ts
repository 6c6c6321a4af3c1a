/** Hooks around the methods of services. */
import { BadRequest, FeathersError, GeneralError, MethodNotAllowed } from '@feathersjs/errors';
import type { HookContext, NextFunction } from '@feathersjs/feathers';
import type { Reply } from '../../protocol/socket.ts';
import { errorOf } from './refusals.ts';

/** A mistake of ours is logged, and shown to nobody. */
export async function mistakes(_context: HookContext, next: NextFunction): Promise<void> {
  try {
    await next();
  } catch (error) {
    if (error instanceof FeathersError) throw error;
    console.error(error);
    throw new GeneralError('Something went wrong on our side.');
  }
}

/** No service takes a query. A query that had no effect would mislead the client, so it is refused as Feathers' adapters refuse one. */
export async function withoutQuery({ params }: HookContext, next: NextFunction): Promise<void> {
  const [name] = Object.keys(params.query ?? {});
  if (name !== undefined) throw new BadRequest(`Invalid query parameter ${name}`);
  await next();
}

/** Refuses a call over REST: it has no login, and limits of its own each time, so what needs either is for connections. */
export async function connected({ params, path, method }: HookContext, next: NextFunction): Promise<void> {
  if (params.connection === undefined) throw new MethodNotAllowed(`${method} of ${path} is for connections`);
  await next();
}

/** Turns a reply of the house into the result of the method, or the error that it is refused with. */
export async function answered(context: HookContext, next: NextFunction): Promise<void> {
  await next();
  const { ok, ...result } = context.result as Reply;
  if (!ok) throw errorOf(context.result);
  context.result = result;
}

/** Feathers would tell of a change when its answer is ready; the house has told of it before, in the order of the changes. */
export async function told(context: HookContext, next: NextFunction): Promise<void> {
  context.event = null;
  await next();
}
