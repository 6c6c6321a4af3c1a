import { noSuchSession } from './unknown-session.ts';

const IDS = ['20261126t220500z-0ee9', '20261125t014202z-e411', 'night'];

test.each([
  ['20261126t220500z-0ee8', 'there is no session "20261126t220500z-0ee8"; did you mean 20261126t220500z-0ee9?'],
  ['e411', 'there is no session "e411"; did you mean 20261125t014202z-e411?'],
  ['nigt', 'there is no session "nigt"; did you mean night?'],
  ['elsewhere', 'there is no session "elsewhere"; the newest are 20261126t220500z-0ee9, 20261125t014202z-e411, night'],
])('%s', (id, sentence) => {
  expect(noSuchSession(id, IDS)).toBe(sentence);
});

test('where there is one session, or none', () => {
  expect(noSuchSession('elsewhere', ['night'])).toBe('there is no session "elsewhere"; the newest is night');
  expect(noSuchSession('elsewhere', [])).toBe('there is no session "elsewhere", nor any other');
});
