import { foldersOf, type Lock } from './locked-packages.ts';

const LOCK: Lock = {
  packages: {
    '': { dependencies: { server: '1', charts: '1' } },
    'node_modules/server': { dependencies: { parser: '2' }, optionalDependencies: { 'not-here': '1' } },
    'node_modules/server/node_modules/parser': { dependencies: { words: '1', '@made/up': '1' } },
    'node_modules/parser': {},
    'node_modules/words': { peerDependencies: { server: '1' } },
    'node_modules/@made/up': {},
    'node_modules/charts': {},
  },
};

describe('the folders that packages need', () => {
  test('are their own and those of their dependencies, the nearest first, and none besides', () => {
    expect(foldersOf(LOCK, ['server'])).toEqual([
      'node_modules/@made/up',
      'node_modules/server',
      'node_modules/server/node_modules/parser',
      'node_modules/words',
    ]);
  });

  test('are none for no package', () => expect(foldersOf(LOCK, [])).toEqual([]));

  test('of a package that nobody has locked are an error', () => {
    expect(() => foldersOf(LOCK, ['server', 'absent'])).toThrow('package-lock.json has no absent');
  });
});
