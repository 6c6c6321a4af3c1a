/** A made-up GitHub on loopback: comments of one repository, pages of lists, tokens that may only read, and failures. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { PullRequest } from '../post-comment.ts';

export const REPOSITORY = 'someone/shout';
export const BOT = 'github-actions[bot]';

interface Comment {
  id: number;
  on: number;
  body: string;
  user: { login: string } | null;
}

interface Failure {
  status: number;
  headers?: Record<string, string>;
  /** It does what was asked, and fails after that. */
  late?: true;
}

export interface MadeUpGitHub {
  url: string;
  comments: Comment[];
  pulls: (PullRequest & { from: string })[];
  /** The answers to the next requests, in the place of the right ones. */
  failures: Failure[];
  /** `METHOD path` of each request. */
  requests: string[];
  add(on: number, body: string, login?: string): void;
  close(): Promise<void>;
}

const MESSAGES: Record<number, string> = {
  401: 'Bad credentials',
  403: 'Resource not accessible by integration',
  404: 'Not Found',
};

export async function startGitHub(): Promise<MadeUpGitHub> {
  const comments: Comment[] = [];
  const pulls: MadeUpGitHub['pulls'] = [];
  const failures: Failure[] = [];
  const requests: string[] = [];
  const add: MadeUpGitHub['add'] = (on, body, login = BOT) =>
    void comments.push({ id: comments.length + 1, on, body, user: { login } });

  /** The answer; a number is a status. */
  async function answerTo(request: IncomingMessage): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url!, 'http://made-up');
    requests.push(`${request.method} ${pathname}`);
    const token = request.headers.authorization;
    if (token !== 'Bearer writes' && token !== 'Bearer reads') return 401;
    const path = pathname.replace(`/repos/${REPOSITORY}`, '');
    const page = <T>(all: T[]): T[] => {
      const size = Number(searchParams.get('per_page') ?? 30);
      const from = (Number(searchParams.get('page') ?? 1) - 1) * size;
      return all.slice(from, from + size);
    };
    if (request.method === 'GET' && path === '/pulls')
      return page(pulls.filter(({ from }) => from === searchParams.get('head')));
    const [, on] = /^\/issues\/(\d+)\/comments$/.exec(path) ?? [];
    if (request.method === 'GET' && on !== undefined) return page(comments.filter((each) => each.on === Number(on)));
    if (token === 'Bearer reads') return 403;
    const { body } = (await json(request)) as { body: string };
    if (request.method === 'POST' && on !== undefined) {
      add(Number(on), body);
      return comments.at(-1);
    }
    const [, id] = /^\/issues\/comments\/(\d+)$/.exec(path) ?? [];
    const found = comments.find((each) => each.id === Number(id));
    if (request.method !== 'PATCH' || found === undefined) return 404;
    found.body = body;
    return found;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const failure = failures.shift();
    const answer = failure === undefined || failure.late ? await answerTo(request) : failure.status;
    const status = failure?.status ?? (typeof answer === 'number' ? answer : 200);
    const content = status < 400 ? answer : { message: MESSAGES[status] ?? 'Server Error' };
    response.writeHead(status, { 'content-type': 'application/json', ...failure?.headers });
    response.end(JSON.stringify(content));
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ comments, pulls, failures, requests, add },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
