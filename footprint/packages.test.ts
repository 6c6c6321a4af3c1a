import { productionPackages } from './packages.ts';

test('packages that are only there to develop are not counted, nor is the app itself', () => {
  const packages = {
    '': {},
    'node_modules/framework': {},
    'node_modules/framework/node_modules/parser': {},
    'node_modules/parser': {},
    'node_modules/types': { dev: true },
    'node_modules/compiler': { devOptional: true },
    '../shared': { link: true },
  };
  expect(productionPackages({ packages })).toBe(3);
});

test('a lock file without packages has none', () => {
  expect(productionPackages({})).toBe(0);
});
