import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUpLeftovers, noteLeftover } from './leftovers.ts';
import { killedAfterLine } from './testing/program.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

let folder: string;
let notes: string;
beforeEach(() => {
  folder = temporaryFolder();
  notes = join(folder, 'notes');
});

/** Has a start of Outcry make `thing` and be killed; its note says to run `argv`. */
async function killedWith(argv: string[], thing: string): Promise<void> {
  const note = { label: `made-up ${thing}`, argv, env: { THING: thing } };
  const script = `
    import { noteLeftover } from './system/leftovers.ts';
    noteLeftover(${JSON.stringify(note)}, ${JSON.stringify(notes)});
    console.log('noted');
    setInterval(() => {}, 1000);`;
  await killedAfterLine(script);
  writeFileSync(thing, '');
}

describe('what a start has made that is no process', () => {
  test('is taken away by the next one when that start was killed', async () => {
    const thing = join(folder, 'thing');
    await killedWith(['sh', '-c', 'rm "$THING"'], thing);
    expect(await cleanUpLeftovers(notes)).toContain(`made-up ${thing}`);
    expect(existsSync(thing)).toBe(false);
  });

  test('is tried once, and nothing is said of it where that fails', async () => {
    const thing = join(folder, 'stubborn');
    await killedWith(['sh', '-c', 'echo tried >> "$THING"; false'], thing);
    expect(await cleanUpLeftovers(notes)).not.toContain(`made-up ${thing}`);
    await cleanUpLeftovers(notes);
    expect(readFileSync(thing, 'utf8')).toBe('tried\n');
  });

  test('is left alone while that start runs', async () => {
    const thing = join(folder, 'used');
    writeFileSync(thing, '');
    const forget = noteLeftover({ label: 'used', argv: ['rm', thing], env: {} }, notes);
    expect(await cleanUpLeftovers(notes)).not.toContain('used');
    expect(existsSync(thing)).toBe(true);
    forget();
  });
});
