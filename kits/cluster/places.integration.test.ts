import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newFolder, removeFolder, workerAt } from './places.ts';

describe('the folder for the sockets of a server', () => {
  const own = mkdtempSync(join(tmpdir(), 'o-'));
  afterAll(() => rmSync(own, { recursive: true }));

  it('is among the temporary files', () => {
    const folder = newFolder(own);
    expect(workerAt(folder, 1).startsWith(own)).toBe(true);
    removeFolder(folder);
    expect(existsSync(folder)).toBe(false);
  });

  it('is refused where paths of sockets would be cut off, and nothing of it is left', () => {
    const deep = join(own, 'a'.repeat(100));
    mkdirSync(deep);
    expect(() => newFolder(deep)).toThrow(/too long a path for sockets: set TMPDIR to one that is \d+ bytes shorter/);
    expect(readdirSync(deep)).toEqual([]);
  });
});
