/** Tests of the choice of vectors that a transport plays. */
import { readVectors } from '../../../protocol/vectors.ts';
import { VERBS } from '../../../protocol/verbs.ts';
import { CHECKS } from './lanes.ts';
import { vectorsFor } from './vectors.ts';

const filesFor = (...verbs: Parameters<typeof vectorsFor>[0]): string[] => vectorsFor(verbs).map(([file]) => file);

test('all but those for kits, where it has every verb', () => {
  const files = readVectors().flatMap(([file, { kits }]) => (kits ? [] : [file]));
  expect(filesFor(...VERBS)).toEqual(files);
});

test('each belongs to a check', () => {
  const verbs = vectorsFor(VERBS).map(([, { verb }]) => verb);
  expect(CHECKS.map(({ name }) => name)).toEqual(expect.arrayContaining(verbs));
});

test('those of requests and of bodies, where it carries requests alone', () => {
  expect(filesFor('request')).toEqual([
    'control-begin-refused.json',
    'echo-body.json',
    'echo-depth.json',
    'echo-escaped-size.json',
    'echo-large.json',
    'echo-size.json',
    'echo-sum.json',
    'echo-unicode.json',
    'refusals-unknown-requests.json',
    'request-body.json',
    'request-bytes.json',
    'request-refused.json',
  ]);
  expect(new Set(vectorsFor(['request']).map(([, { verb }]) => verb))).toEqual(
    new Set(['control', 'request', 'refusals']),
  );
});

test('a body that is published in the place of an echo goes to all, and is counted for all', () => {
  const [, { steps, expect: said, counts }] = vectorsFor(['publish']).find(([file]) => file === 'echo-body.json')!;
  expect(steps[3]).toEqual({ at: 10, from: 'A', event: 'publish', data: { a: [1, { b: 'c' }], d: null } });
  expect(said[0]).toMatchObject({ at: 10, to: ['A', 'B'], event: 'publish' });
  expect(counts.verbs).toEqual({ publish: { received: [18], sent: [36] } });
});
