import { renamed } from './new.ts';

const EXAMPLE = "import type { MurmurParams } from './murmur.ts';\nconst murmur = { name: 'murmur' };\n";

test.each([
  ['small-talk', 'SmallTalkParams', './small-talk.ts', "const smallTalk = { name: 'small-talk' }"],
  ['murmur2', 'Murmur2Params', './murmur2.ts', "const murmur2 = { name: 'murmur2' }"],
  ['a-murmur', 'AMurmurParams', './a-murmur.ts', "const aMurmur = { name: 'a-murmur' }"],
])('the example becomes %s', (name, type, file, code) => {
  expect(renamed(EXAMPLE, 'murmur', name)).toBe(`import type { ${type} } from '${file}';\n${code};\n`);
});
