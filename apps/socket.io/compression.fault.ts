/** Answers to polls are compressed for clients that take it, as browsers do, if the server is asked to. */
import { readApp } from '../../setup/apps/manifest/manifest.ts';
import { startServer } from '../../setup/apps/places/server-process.ts';

/** The encoding of the answer to a client's first poll, some hundred bytes. */
async function encodingOf(env: Record<string, string>): Promise<string | null> {
  const server = await startServer(readApp(import.meta.dirname), { env });
  try {
    const answer = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling`, {
      headers: { 'accept-encoding': 'gzip, deflate' },
    });
    expect(await answer.text()).toMatch(/^0\{"sid"/);
    return answer.headers.get('content-encoding');
  } finally {
    await server.stop();
  }
}

test('a small answer to a poll is compressed only by a server that is asked to', async () => {
  expect(await encodingOf({ COMPRESSION: 'deflate' })).toBe('gzip');
  expect(await encodingOf({})).toBeNull();
});
