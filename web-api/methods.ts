/** Tells a path that is not there from a method that it does not take, before anything of the body is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './answers.ts';

/** `/api/runs/:id` as an expression for paths. Routes with a `*` are files: what they take is theirs to say. */
function matcherOf(route: string): RegExp | null {
  if (route.includes('*')) return null;
  const escaped = route.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+');
  return new RegExp(`^${escaped}/?$`);
}

/** To be called before any route is added. */
export function refuseOtherMethods(app: FastifyInstance): void {
  const routes = new Map<string, { path: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const path = matcherOf(url);
    if (!path) return;
    const route = routes.get(url) ?? { path, methods: new Set() };
    for (const each of [method].flat()) route.methods.add(each);
    routes.set(url, route);
  });
  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    const path = request.url.split('?')[0]!;
    const asked = `${request.method} ${path.slice(0, 200)}`;
    const methods = [...routes.values()]
      .filter((route) => route.path.test(path))
      .flatMap((route) => [...route.methods]);
    if (methods.length === 0) throw new ApiError(404, 'not-found', `${asked}: there is nothing; see /api/docs`);
    const allowed = [...new Set(methods)].sort().join(', ');
    reply.header('allow', allowed);
    throw new ApiError(405, 'wrong-method', `${asked}: this takes ${allowed}; see /api/docs`);
  };
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) await refuse(request, reply);
  });
  // The page's files are one route for whatever is asked for; it comes here for what is no file.
  app.setNotFoundHandler(refuse);
}
