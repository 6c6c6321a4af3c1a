import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNodeSupported } from '../../setup/doctor/doctor.ts';
import { ROOT } from '../../system/root.ts';
import { countsIn, NODE_LINES } from './node-lines.ts';

test('what a command came to is its last line of that kind', () => {
  expect(countsIn('bare: ok\n3 passed, 1 failed\n\n12 passed, 0 failed, 2 skipped\n')).toEqual({
    passed: 12,
    failed: 0,
    skipped: 2,
  });
  expect(countsIn('240 passed, 0 failed')).toEqual({ passed: 240, failed: 0, skipped: 0 });
  expect(countsIn('outcry: npm ci failed')).toBeNull();
});

test('the lines that are tested are those that the README names, and package.json allows them', () => {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } };
  expect(engines.node).toBe('^20.19.0 || >=22.16.0');
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(
    `tested on ${NODE_LINES.slice(0, -1).join(', ')} and ${NODE_LINES.at(-1)}`,
  );
  for (const line of NODE_LINES) expect(isNodeSupported(`${line}.99.0`)).toBe(true);
});
