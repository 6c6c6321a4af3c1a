/** Answers what the router gives up on, in the shape of all other answers. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, answerError } from './http-answers.ts';
import type { Guard } from './security.ts';

/**
 * For `frameworkErrors`: an address that cannot be read is refused before there is a route, and so before any hook.
 * @param guard what a hook does for other requests
 */
export function answerRouterErrors(guard: Guard) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    try {
      guard(request, reply);
      if (error.code !== 'FST_ERR_BAD_URL') throw error;
      throw new ApiError(400, 'bad-request', 'the address cannot be read: a "%" in it stands for no character');
    } catch (refusal) {
      answerError(refusal, 0, request, reply);
    }
  };
}
