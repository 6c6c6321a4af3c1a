import { sharedFacts } from './shared-facts.ts';

test('facts that all texts begin with are split off', () => {
  expect(sharedFacts(['today, 2 cores, Outcry 1', 'today, 2 cores, Outcry 2'])).toEqual({
    shared: 'today, 2 cores',
    own: ['Outcry 1', 'Outcry 2'],
  });
});

test('a fact after one that differs is not shared', () => {
  expect(sharedFacts(['today, Outcry 1', 'yesterday, Outcry 1'])).toEqual({
    shared: '',
    own: ['today, Outcry 1', 'yesterday, Outcry 1'],
  });
});

test('each text keeps its last fact, and one alone keeps all', () => {
  expect(sharedFacts(['a, b', 'a, b'])).toEqual({ shared: 'a', own: ['b', 'b'] });
  expect(sharedFacts(['a, b', 'a'])).toEqual({ shared: '', own: ['a, b', 'a'] });
  expect(sharedFacts(['a, b'])).toEqual({ shared: '', own: ['a, b'] });
  expect(sharedFacts([])).toEqual({ shared: '', own: [] });
});
