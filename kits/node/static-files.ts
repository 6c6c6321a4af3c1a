/** Serves the files of one folder over HTTP, and nothing outside it. */
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream';

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** A name with its content's hash in it, as the page build gives to assets: it never changes what it means. */
const HASHED = /-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$/;

/** Answers a GET or HEAD with the file that its path names in `root`, or with 404. `/` is `index.html`. */
export async function serveStatic(root: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const file = await find(root, request.url ?? '/');
  if (file === null) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('not found\n');
    return;
  }
  response.writeHead(200, {
    'content-type': CONTENT_TYPES[extname(file.path)] ?? 'application/octet-stream',
    'content-length': file.size,
    'cache-control': HASHED.test(file.path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  if (request.method === 'HEAD') response.end();
  else pipeline(createReadStream(file.path), response, () => {});
}

/** The file behind `url`, when it is one and lies in `root` with all links followed. */
async function find(root: string, url: string): Promise<{ path: string; size: number } | null> {
  try {
    const name = decodeURIComponent(url.split('?', 1)[0]!);
    if (name.includes('\0')) return null;
    const folder = await realpath(root);
    const path = await realpath(join(folder, name.endsWith('/') ? `${name}index.html` : name));
    if (!path.startsWith(folder + sep)) return null;
    const stats = await stat(path);
    return stats.isFile() ? { path, size: stats.size } : null;
  } catch {
    return null;
  }
}
