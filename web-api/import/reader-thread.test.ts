import { ReaderThread } from './reader-thread.ts';
import { sampleRun } from './testing/sample-files.ts';

const thread = new ReaderThread();
afterAll(() => thread.close());

const upload = (text: string) => ({ name: 'websockets.json', body: Buffer.from(text) });
const good = upload(JSON.stringify([sampleRun('Shout')]));
const slow = upload(`[${'{"Framework":['.repeat(50)}${' '.repeat(20_000_000)}`);
const never = new AbortController().signal;

test('reads one upload after the other', async () => {
  for (let i = 0; i < 2; i++) expect((await thread.read(good, never)).runs).toHaveLength(1);
});

test('refuses what is wrong as a whole with the field, and reads on', async () => {
  const wrong = { name: null, body: Buffer.from('{"files": []}') };
  await expect(thread.read(wrong, never)).rejects.toMatchObject({ status: 400, field: 'files' });
  expect((await thread.read(good, never)).runs).toHaveLength(1);
});

test('ends the reading of an upload whose client has gone, and reads the next', async () => {
  const client = new AbortController();
  const read = thread.read(slow, client.signal);
  client.abort(new Error('gone'));
  await expect(read).rejects.toThrow('gone');
  expect((await thread.read(good, never)).runs).toHaveLength(1);
});
