/** What every server process answers over plain HTTP. */
import type { Check, CheckContext } from '../check.ts';
import { demand, show } from '../demand.ts';
import { type Answer, ask } from '../http.ts';

const get = ({ server, deadlineMs }: CheckContext, path: string): Promise<Answer> =>
  ask(server.url, { method: 'GET', path }, deadlineMs);

const HEALTH = 'the server must answer GET /healthz with 200';

/** The server runs and says so. Used by other checks after what might have killed it. */
export async function isHealthy(context: CheckContext): Promise<void> {
  demand(context.server.running(), `${HEALTH}, but its process has ended`);
  const answer = await get(context, '/healthz');
  demand(answer.status === 200, `${HEALTH}, but it answered ${answer.status}`);
}

export const serverChecks: Check[] = [
  {
    name: 'healthz',
    rule: 'GET /healthz answers 200 while the server runs.',
    scope: 'app',
    essential: true,
    run: async (context) => {
      await isHealthy(context);
      return undefined;
    },
  },
  {
    name: 'load page',
    rule: 'The server serves the load page at /load.html, and what the page asks for.',
    scope: 'app',
    run: async (context) => {
      const page = await get(context, '/load.html');
      demand(page.status === 200, `GET /load.html must answer 200, but answered ${page.status}`);
      demand(page.type.startsWith('text/html'), `/load.html must be text/html, but is ${show(page.type)}`);
      const assets = [...page.body.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="(\/[^"]+)"/g)].map(
        (found) => found[1]!,
      );
      demand(assets.length > 0, 'the load page must load a script, but /load.html names none');
      for (const asset of assets) {
        const { status, type } = await get(context, asset);
        demand(status === 200, `/load.html asks for ${asset}, which must answer 200, but answered ${status}`);
        demand(
          !asset.endsWith('.js') || /^(text|application)\/javascript/.test(type),
          `${asset} must be served as JavaScript for a browser to run it, but is ${show(type)}`,
        );
      }
      return undefined;
    },
  },
  {
    name: 'nothing but the pages',
    rule: 'Paths that lead out of the folder of the pages are refused with a 4xx, and the server lives on.',
    scope: 'app',
    run: async (context) => {
      const paths = [
        '/../package.json',
        '/%2e%2e/package.json',
        '/..%2fpackage.json',
        '/..%5cpackage.json',
        '/%00',
        '/%',
      ];
      for (const path of paths) {
        const { status } = await get(context, path);
        demand(status >= 400 && status < 500, `GET ${path} must be answered with a 4xx, but was with ${status}`);
        await isHealthy(context);
      }
      return undefined;
    },
  },
  {
    name: 'pages are only read',
    rule: 'Pages and /healthz are for GET and HEAD; another method is answered 405, with the methods that are allowed.',
    scope: 'app',
    run: async (context) => {
      for (const path of ['/healthz', '/load.html']) {
        const { status, body } = await ask(context.server.url, { method: 'HEAD', path }, context.deadlineMs);
        demand(status === 200 && body === '', `HEAD ${path} must answer 200 and no body, but answered ${status}`);
        for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
          const { status, allow } = await ask(context.server.url, { method, path, body: '' }, context.deadlineMs);
          demand(status === 405, `${method} ${path} must be answered with 405, but was with ${status}`);
          const methods = allow.split(/, */).sort().join(', ');
          demand(methods === 'GET, HEAD', `${method} ${path} must say "Allow: GET, HEAD", but says ${show(allow)}`);
        }
      }
      return undefined;
    },
  },
];
