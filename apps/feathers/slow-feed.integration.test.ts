import { TrialServer } from './testing/trial-server.ts';

const LINE = `"${'x'.repeat(65_536)}"\n`;
const LINES = 64;
/** Lines: more than a client may fall behind a feed, and fewer than there are. */
const SOME = LINES / 2;

let server: TrialServer;

beforeEach(async () => {
  server = await TrialServer.start();
  await server.begin();
});

afterEach(() => server.stop());

test('a client that does not poll slows a feed down, is not cut off, and gets every line', async () => {
  const address = `${server.url}/socket.io/?EIO=4&transport=polling`;
  const opening = await (await fetch(address)).text();
  const session = `${address}&sid=${JSON.parse(opening.slice(1)).sid}`;
  await fetch(session, { method: 'POST', body: '40' });
  const poll = async () => (await fetch(session)).text();
  expect(await poll()).toMatch(/^40/);

  const fed = server.feed(LINE.repeat(LINES));
  const sent = async () => (await server.counts()).verbs.feed.sent.reduce((a, b) => a + b, 0);
  // The server has had its turns, and would long have taken in what it could.
  for (let turn = 0; turn < 200; turn++) await sent();
  expect(await sent()).toBeGreaterThan(0);
  expect(await sent()).toBeLessThan(SOME);

  let got = 0;
  while (got < LINES) got += (await poll()).split('"room feed"').length - 1;
  expect(got).toBe(LINES);
  expect(await fed).toEqual({ lines: LINES, sent: LINES });
});
