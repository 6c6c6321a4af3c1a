import { RequestSocket } from '../../kits/client/request-socket.ts';
import type { Adapter, Reply } from '../../protocol/socket.ts';

const adapter: Adapter = {
  id: 'letterbox',
  transports: ['rest'],
  async connect(url, { transport }) {
    if (transport !== 'rest') throw new Error(`letterbox has no transport ${transport}`);
    const found = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(20_000) });
    if (!found.ok) throw new Error(`${url} answers ${found.status}`);
    return new RequestSocket(async (request, data, signal) => {
      const path = `${url}/letterbox/${encodeURIComponent(request)}`;
      const response = await fetch(path, { method: 'POST', body: JSON.stringify(data), signal });
      return (await response.json()) as Reply;
    });
  },
};

export default adapter;
