import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../system/root.ts';

interface LongFirst {
  LONG: string[];
  place(test: { path: string; context: { config: { rootDir: string } } }): number;
}

// Jest loads it as it is, without types.
const { LONG, place } = (await import(join(import.meta.dirname, 'long-first.mjs'))) as LongFirst;

const at = (file: string): number => place({ path: join(ROOT, file), context: { config: { rootDir: ROOT } } });

test.each(LONG)('%s is there', (file) => {
  expect(existsSync(join(ROOT, file))).toBe(true);
});

test('the longest come in their order, and all others after them', () => {
  expect(LONG.map(at)).toEqual(LONG.map((_, index) => index));
  expect(at('system/at-most.test.ts')).toBe(LONG.length);
});
