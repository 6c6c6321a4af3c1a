/** Tells a path that is not there from a method that it does not take, before anything of the body is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './http-answers.ts';

/** `/api/runs/:id` as an expression for paths, `/api/docs/static/*` as one for all below it. What lies under `/api/` is none of the page's files. */
function matcherOf(route: string): RegExp {
  if (route === '/*') return /^\/(?!api(\/|$))/;
  const escaped = route
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[^/]+/g, '[^/]+')
    .replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`);
}

/** To be called before any route is added. */
export function refuseOtherMethods(app: FastifyInstance): void {
  const routes = new Map<string, { path: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { path: matcherOf(url), methods: new Set() };
    for (const each of [method].flat()) route.methods.add(each);
    routes.set(url, route);
  });
  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    const path = request.url.split('?')[0]!;
    const asked = `${request.method} ${path.slice(0, 200)}`;
    const methods = [...routes.values()]
      .filter((route) => route.path.test(path))
      .flatMap((route) => [...route.methods]);
    // A route that takes the method has refused this very path: such as a file that is not there.
    if (methods.length === 0 || methods.includes(request.method))
      throw new ApiError(404, 'not-found', `${asked}: there is nothing; see /api/docs`);
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
