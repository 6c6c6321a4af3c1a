import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needsNoSources } from './early-packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'outcry-packages-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('packages are installed before the sources, but for those of workspaces, whose folders come with them', () => {
  const isEarly = (manifest: object): boolean => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    return needsNoSources(folder);
  };
  expect(isEarly({ dependencies: { shout: '1.0.0' } })).toBe(true);
  expect(isEarly({ dependencies: { shout: '1.0.0' }, workspaces: ['broker'] })).toBe(false);
  expect(needsNoSources(join(folder, 'without-packages'))).toBe(true);
});
