import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, type OutcryError } from './errors.ts';
import { readInputFile } from './input-file.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const LIMIT = 4 * 1024 * 1024;
const WHAT = 'a file of runs';
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** Returns the message about a rejected path. */
function refusal(path: string): string {
  try {
    readInputFile(path, LIMIT, WHAT);
  } catch (error) {
    expect(error).toMatchObject({ exitCode: EXIT.usage });
    return (error as OutcryError).message;
  }
  throw new Error(`${path} was read`);
}

describe('a file that somebody names', () => {
  test.each([
    ['UTF-16 of PowerShell', Buffer.from('\ufeff[]', 'utf16le'), 'is UTF-16; save it as UTF-8'],
    ['UTF-16 of the other order', Buffer.from('feff005b005d', 'hex'), 'is UTF-16; save it as UTF-8'],
    ['gzip', Buffer.from('1f8b0800', 'hex'), 'is compressed by gzip; unpack it first'],
    ['ZIP', Buffer.from('504b03041400', 'hex'), 'is a ZIP archive; unpack it first'],
  ])('is refused in the encoding %s', (_, content, why) => {
    const path = join(folder, 'odd');
    writeFileSync(path, content);
    expect(refusal(path)).toContain(`${path}: ${why}`);
  });

  test('is read as text', () => {
    const path = join(folder, 'runs.json');
    writeFileSync(path, '["é"]');
    expect(readInputFile(path, LIMIT, WHAT)).toBe('["é"]');
  });

  test('may be one whose size the system does not know', () => {
    expect(readInputFile('/proc/self/status', LIMIT, WHAT)).toContain('Pid:');
  });

  test('is refused when it is a device without end', () => {
    expect(refusal('/dev/zero')).toBe('/dev/zero: is a device, not a file; save its content to a file first');
  });

  test('is refused when it is a pipe, also one that nobody writes to', () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    expect(refusal(path)).toContain('is a pipe, not a file');
  });

  test('is refused when it is a folder, is not there, or is too large', () => {
    mkdirSync(join(folder, 'sub'));
    expect(refusal(join(folder, 'sub'))).toContain('is a folder, not a file');
    expect(refusal(join(folder, 'nowhere.json'))).toMatch(/^cannot read .*nowhere\.json: ENOENT/);
    writeFileSync(join(folder, 'large'), '');
    truncateSync(join(folder, 'large'), LIMIT + 1);
    expect(refusal(join(folder, 'large'))).toContain('larger than 4 MiB; not a file of runs');
  });

  test('is refused when it grows while it is read', () => {
    const path = join(folder, 'growing.json');
    writeFileSync(path, 'x'.repeat(100));
    const appending = () => {
      appendFileSync(path, 'more');
      return Buffer.from('x'.repeat(100));
    };
    expect(() => readInputFile(path, LIMIT, WHAT, appending)).toThrow('is still being written');
  });
});
