import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { tokenOf } from './worker.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

describe('the join token of --token-file', () => {
  test('is the first line of the file', () => {
    const file = join(folder, 'token');
    writeFileSync(file, ' 0123456789abcdef \nwho has it, and since when\n');
    expect(tokenOf(file)).toBe('0123456789abcdef');
  });

  test('is not looked for in a device, which may have no end, nor in a pipe, to which nobody may write', () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(() => tokenOf('/dev/null')).toThrow(/^\/dev\/null: is a device, not a file/);
    expect(() => tokenOf(pipe)).toThrow(/is a pipe, not a file/);
  });

  test('that cannot be read says which file it is', () => {
    expect(() => tokenOf(join(folder, 'nowhere'))).toThrow(/^cannot read .*nowhere: ENOENT/);
  });
});
