import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { JsonLines } from './json-lines.ts';

let file: string;
beforeEach(() => {
  file = join(temporaryFolder(), 'log.jsonl');
});

const open = (name: string | null = file) => new JsonLines<{ n: number }>(name, ['{"n":'], 'a trial');

test('lines of before are there again, without half a line of a program that was killed', () => {
  open().add({ n: 1 });
  appendFileSync(file, '{"n":2');
  const again = open();
  expect(again.lines).toEqual([{ n: 1 }]);
  again.add({ n: 3 });
  expect(open().lines).toEqual([{ n: 1 }, { n: 3 }]);
});

test.each(['what I want to keep', 'one line\nand another\n', '{"a": 1}\n', '{\n  "n": 1\n}', '{"n":1}\n{"n":\n'])(
  'another file is refused and stays as it is: %j',
  (text) => {
    writeFileSync(file, text);
    expect(open).toThrow('log.jsonl is no log of a trial; take another file');
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);

test('without a file lines are kept for this process alone', () => {
  const log = open(null);
  log.add({ n: 1 });
  expect(log.lines).toEqual([{ n: 1 }]);
});
