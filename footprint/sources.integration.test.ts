import { join, relative } from 'node:path';
import { temporaryFolder, writeFile } from '../system/testing/temporary-folder.ts';
import { linesOf, sourceFiles } from './sources.ts';

let dir: string;
const write = (file: string, text = 'code\n'): void => writeFile(join(dir, file), text);

beforeEach(() => {
  dir = temporaryFolder();
});

test('code in every language is counted, wherever in the folder it is', () => {
  const code = ['server.ts', 'src/main/java/Server.java', 'server/Server.cs', 'page/part.mjs'];
  code.push('server.py', 'cmd/server/main.go', 'src/bin/server.rs');
  for (const file of [...code, 'README.md', 'pom.xml', 'app.json']) write(file);
  expect(
    sourceFiles(dir)
      .map((file) => relative(dir, file))
      .sort(),
  ).toEqual([...code].sort());
  expect(linesOf(sourceFiles(dir))).toBe(7);
});

test.each([
  'server.test.ts',
  'broker.fault.ts',
  'src/test/java/ServerTest.java',
  'tests/ServerTests.cs',
  'testing/fake.ts',
  'dist/server.mjs',
  'node_modules/library/index.js',
  'target/generated/Server.java',
  'room_test.go',
  'tests/vectors.rs',
  'src/tests.rs',
  'test_room.py',
  'room_test.py',
  'conftest.py',
  'dist/venv/lib/python3/site-packages/library.py',
  'venv/lib/library.py',
  '__pycache__/left.py',
])('%s is not counted: tests, what supports them, and what tools leave behind', (file) => {
  write(file);
  expect(sourceFiles(dir)).toEqual([]);
});

test('a package inside the folder is not the folder’s code', () => {
  write('broker/package.json', '{}');
  write('broker/broker.ts');
  expect(sourceFiles(dir)).toEqual([]);
});
