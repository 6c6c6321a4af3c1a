/** Checks of the answers of every server process over plain HTTP. */
import { backlogHere } from '../backlog.ts';
import type { Check } from '../check.ts';
import type { Context } from '../context.ts';
import { demand, show } from '../demand.ts';
import { type Answer, ask } from '../http.ts';

const get = ({ server, deadlineMs }: Context, path: string): Promise<Answer> =>
  ask(server.url, { method: 'GET', path }, deadlineMs);

const HEALTH = 'the server must answer GET /healthz with 200';

/** The server runs and says so. Used by other checks after what might have killed it. */
export async function isHealthy(context: Context): Promise<void> {
  demand(context.server.running(), `${HEALTH}, but its process has ended`);
  const answer = await get(context, '/healthz');
  demand(answer.status === 200, `${HEALTH}, but it answered ${answer.status}`);
}

export const serverChecks: Check[] = [
  {
    name: 'healthz',
    rule: 'GET /healthz answers 200 while the server runs.',
    see: 'protocol/server-process.md',
    scope: 'app',
    essential: true,
    run: async (context) => {
      await isHealthy(context);
    },
    saboteurs: [['answers 503', { http: (path) => (path === '/healthz' ? 503 : null) }, /answered 503/]],
  },
  {
    name: 'load page',
    rule: 'The server serves the load page at /load.html, and what the page asks for.',
    see: 'protocol/server-process.md',
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
    },
    saboteurs: [
      ['lacks the page', { http: (path) => (path === '/load.html' ? 404 : null) }, /answered 404/],
      ['lacks its script', { http: (path) => (path === '/load.js' ? 404 : null) }, /asks for \/load\.js/],
    ],
  },
  {
    name: 'nothing but the pages',
    rule: 'Paths that lead out of the folder of the pages are refused with a 4xx, and the server lives on.',
    see: 'protocol/server-process.md',
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
    },
    saboteurs: [['serves every path', { http: () => 200 }, /must be answered with a 4xx, but was with 200/]],
  },
  {
    name: 'pages are only read',
    rule: 'Pages and /healthz are for GET and HEAD; another method is answered 405, with the methods that are allowed.',
    see: 'protocol/server-process.md',
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
    },
    saboteurs: [
      ['has no HEAD', { http: (_, method) => (method === 'HEAD' ? 405 : null) }, /HEAD .* answered 405/],
      ['takes all methods', { http: () => 200 }, /POST \/healthz must be answered with 405, but was with 200/],
      [
        'knows no PUT',
        { http: (_, method) => (method === 'PUT' ? 404 : null) },
        /PUT \/healthz must be answered with 405, but was with 404/,
      ],
      ['says nothing is allowed', { allow: '' }, /must say "Allow: GET, HEAD", but says ""/],
    ],
  },
];

/** As many as Linux lets wait by default. */
const BACKLOG = 4_096;

export const backlogChecks: Check[] = [
  {
    name: 'backlog',
    rule: `${BACKLOG} connections may wait for the server (the backlog of listen), or as many as the system allows.`,
    see: 'protocol/server-process.md',
    scope: 'app',
    run: async (context) => {
      const wanted = backlogHere(BACKLOG);
      const waiting = await context.servers.waitingConnections(context.server, wanted, context.deadlineMs);
      demand(
        waiting >= wanted,
        `while the server stands still ${wanted} connections must be made, to wait for it, but only ${waiting} were: what does it give listen?`,
      );
      await isHealthy(context);
    },
    saboteurs: [['lets five wait', { backlog: 5 }, /connections must be made, to wait for it, but only 5 were/]],
  },
];
