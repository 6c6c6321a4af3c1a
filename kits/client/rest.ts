/** Requests over plain HTTP: each is a POST of its data, and what is answered is the reply. */
import type { Reply } from '../../protocol/socket.ts';
import { RequestSocket } from './request-socket.ts';

const HEADERS = { 'content-type': 'application/json' };

/** Sees to it that there is a server at `<base>/rest`; requests go to `<base>/rest/<request>`. */
export async function openRest(base: string, timeout: AbortSignal): Promise<RequestSocket> {
  const found = await fetch(`${base}/rest`, { signal: timeout, cache: 'no-store' });
  if (!found.ok) throw new Error(`answered ${found.status}`);
  return new RequestSocket(async (request, data, signal) => {
    const response = await fetch(`${base}/rest/${encodeURIComponent(request)}`, {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify(data),
      signal,
      cache: 'no-store',
    });
    return (await response.json()) as Reply;
  });
}
