/** Who may talk to the server: against DNS rebinding, cross-site writes and scripts that are not ours. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from './errors.ts';

/**
 * What the pages may load: only what this server serves. Charts and the API's documentation set styles on elements
 * (`'unsafe-inline'` for styles alone) and draw through `data:` and `blob:` images. Scripts need no `'unsafe-eval'`:
 * the chart merger reads its bindings without it (`chart-merger/page/view/bindings.ts`).
 */
export const PAGE_CSP = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': PAGE_CSP,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** `example.org:80` -> `example.org`; `[::1]:80` -> `[::1]`. */
function nameOf(hostHeader: string): string {
  return hostHeader.toLowerCase().replace(/:\d*$/, '');
}

function refuseOtherSites({ method, headers }: FastifyRequest): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return;
  const site = headers['sec-fetch-site'];
  const { origin, host } = headers;
  const own = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase());
  if (!own || (site !== undefined && site !== 'same-origin' && site !== 'none')) {
    throw new HttpError(403, 'only pages of this server may change something here');
  }
}

/** Sets the headers that every answer has. @throws HttpError (403) when the request is not to be answered */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * @param host the address the server is bound to
 * @param allowedHosts the names it may be called by; by default the loopback names when bound to loopback, else any
 */
export function guardOf(host: string, allowedHosts: readonly string[] | null): Guard {
  const bound = host.includes(':') ? `[${host}]` : host;
  const allowed = allowedHosts ?? (isLoopback(host) ? [...LOOPBACK_NAMES, bound] : null);
  return (request, reply) => {
    reply.headers(HEADERS);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    const called = nameOf(request.headers.host ?? '');
    // A page of another site can point its own name at this address; then that name is in the Host header.
    if (allowed && !allowed.includes(called)) {
      throw new HttpError(403, `this server answers to ${allowed.join(', ')} alone`);
    }
    refuseOtherSites(request);
  };
}
