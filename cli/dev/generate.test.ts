import { readApps } from '../../setup/apps/manifest/manifest.ts';
import { outdated } from './generate.ts';

test('what is made from apps/ is up to date: ./outcry generate would write nothing', () => {
  expect(outdated(readApps()).map(({ file }) => file)).toEqual([]);
});
