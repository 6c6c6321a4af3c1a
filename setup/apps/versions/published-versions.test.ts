import { newestPatches } from './published-versions.ts';

const SERVER = ['3.1.2', '4.0.0', '4.0.2', '4.0.10', '4.1.0', '4.2.0-beta.1', '4.2.0', '4.10.1', '5.0.0-alpha'];
const CLIENT = ['3.1.2', '4.0.0', '4.0.2', '4.0.10', '4.1.0', '4.10.1', '4.11.0'];

test.each([
  ['4.0', ['4.0.10', '4.1.0', '4.10.1']],
  ['4', ['4.0.10', '4.1.0', '4.10.1']],
  ['4.1.0', ['4.1.0', '4.10.1']],
  ['4.2', ['4.10.1']],
  ['6', []],
])('from %s on, the newest patch of each minor version that all packages have', (from, versions) => {
  expect(newestPatches([SERVER, CLIENT], from)).toEqual(versions);
});

test('of one minor version alone its patches, if they are many those far apart', () => {
  expect(newestPatches([SERVER, CLIENT], '4.10')).toEqual(['4.10.1']);
  expect(newestPatches([['4.0.0', '4.0.2', '4.0.10', '5.0.0-beta']], '4')).toEqual(['4.0.0', '4.0.2', '4.0.10']);
  const many = Array.from({ length: 22 }, (_, patch) => `5.0.${patch}`);
  const walked = [0, 3, 6, 9, 12, 15, 18, 21].map((patch) => `5.0.${patch}`);
  expect(newestPatches([many], '5.0')).toEqual(walked);
});

test('an app of one package has all of its own', () => {
  expect(newestPatches([SERVER], '4.1')).toEqual(['4.1.0', '4.2.0', '4.10.1']);
});
