/** The adapter of the example app: requests alone, each an HTTP POST. */

import { RequestSocket } from '../../kits/client/request-socket.ts';
import type { Adapter, Reply } from '../../protocol/socket.ts';

const CONNECT_MS = 20_000;

const adapter: Adapter = {
  id: 'python-http',
  transports: ['rest'],
  async connect(url, { transport }) {
    if (transport !== 'rest') throw new Error(`python-http has no transport ${transport}`);
    const found = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(CONNECT_MS) });
    if (!found.ok) throw new Error(`${url} answers ${found.status}`);
    return new RequestSocket(async (request, data, signal) => {
      const path = `${url}/request/${encodeURIComponent(request)}`;
      const response = await fetch(path, { method: 'POST', body: JSON.stringify(data), signal });
      return (await response.json()) as Reply;
    });
  },
};

export default adapter;
