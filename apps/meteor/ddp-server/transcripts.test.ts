/** Each feature of the protocol as a conversation: `transcripts/` holds them, one file per feature. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Player } from './testing/transcript.ts';

const FOLDER = join(import.meta.dirname, 'transcripts');

for (const file of readdirSync(FOLDER).sort()) {
  test(file.replace(/\.txt$/, '').replaceAll('-', ' '), async () => {
    await new Player().play(readFileSync(join(FOLDER, file), 'utf8'));
  });
}

test('a conversation that went otherwise is told by its line', async () => {
  await expect(new Player().play('connect A\nA > {"msg":"ping"}\nA < {"msg":"ping"}')).rejects.toThrow('line 3');
  await expect(new Player().play('connect A\nA > {"msg":"ping"}')).rejects.toThrow('A was told more');
});
