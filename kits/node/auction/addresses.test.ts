import { readFileSync } from 'node:fs';
import { countedAs } from './addresses.ts';
import { SCHEMA_FOLDER } from './packages.ts';

test('addresses are counted as one where one customer has them, in whatever way they are written', () => {
  const groups: string[][] = JSON.parse(readFileSync(new URL('vectors/addresses.json', SCHEMA_FOLDER), 'utf8'));
  const counted = groups.map((same) => new Set(same.map(countedAs)));
  for (const keys of counted) expect([...keys]).toHaveLength(1);
  expect(new Set(counted.flatMap((keys) => [...keys])).size).toBe(counted.length);
});
