import { isTooDeep, MAX_DEPTH } from './json-depth.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('a JSON text', () => {
  test.each([
    ['nothing', ''],
    ['a value', '7'],
    ['as many levels as are allowed', nested(MAX_DEPTH)],
    ['many levels one after the other', `[${Array(1000).fill('{"a":[]}').join(',')}]`],
    ['brackets in a text', `{"a":"${'['.repeat(1000)}"}`],
    ['brackets in a field name', `{"${'{'.repeat(1000)}":1}`],
    ['brackets after an escaped quote', `["\\"${'['.repeat(1000)}"]`],
    ['brackets in a text that has no end', `["${'['.repeat(1000)}`],
  ])('of %s is not too deep', (_, text) => {
    expect(isTooDeep(text)).toBe(false);
  });

  test.each([
    ['one level more than is allowed', nested(MAX_DEPTH + 1)],
    ['levels that are never closed', '['.repeat(50_000_000)],
    ['objects', '{"a":'.repeat(MAX_DEPTH + 1)],
    ['arrays and objects by turns', '[{"a":'.repeat(MAX_DEPTH / 2 + 1)],
    ['levels after a text that ends in a backslash', `["\\\\",${nested(MAX_DEPTH)}]`],
    ['levels after others were closed that nobody opened', `${']'.repeat(1000)}${nested(MAX_DEPTH + 1)}`],
  ])('of %s is too deep', (_, text) => {
    expect(isTooDeep(text)).toBe(true);
  });

  test('is held against the depth that is asked for', () => {
    expect(isTooDeep(nested(3), 3)).toBe(false);
    expect(isTooDeep(nested(3), 2)).toBe(true);
  });
});
