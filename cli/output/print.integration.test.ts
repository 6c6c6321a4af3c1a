import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { isOnePlace } from './print.ts';

test('what goes to one file is read by one reader, what goes to two is not', () => {
  const folder = temporaryFolder();
  const opened = ['a', 'a', 'b'].map((name) => openSync(join(folder, name), 'a'));
  const [one, same, other] = opened as [number, number, number];
  expect(isOnePlace(one, same)).toBe(true);
  expect(isOnePlace(one, other)).toBe(false);
  for (const file of opened) closeSync(file);
  expect(isOnePlace(one, same)).toBe(false);
});
