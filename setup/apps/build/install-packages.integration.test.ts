import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import { needsNoSources } from './install-packages.ts';

const folder = temporaryFolder();

test('packages are installed before the sources, but for those of workspaces, whose folders come with them', () => {
  const isEarly = (manifest: object): boolean => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    return needsNoSources(folder);
  };
  expect(isEarly({ dependencies: { shout: '1.0.0' } })).toBe(true);
  expect(isEarly({ dependencies: { shout: '1.0.0' }, workspaces: ['broker'] })).toBe(false);
  expect(needsNoSources(join(folder, 'without-packages'))).toBe(true);
});
