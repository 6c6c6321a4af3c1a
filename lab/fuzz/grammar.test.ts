import { seededRandom } from '../../protocol/random.ts';
import { readApps } from '../../setup/apps/manifest/manifest.ts';
import { checkGrammar, type Grammar, messageRule, readGrammar, textFrom } from './grammar.ts';
import { mutateText } from './mutate-text.ts';

const made = (rules: Grammar['rules'], rule: string, seed = 1): string =>
  textFrom({ messages: {}, rules }, rule, seededRandom(seed, 1));

test('a rule is replaced by its text: as it is, as a JSON string, as part of a URL', () => {
  const rules = { a: ['<b>|<"b">|<%b>|<<b>'], b: ['say "é"'] };
  expect(made(rules, 'a')).toBe('say "é"|"say \\"é\\""|say%20%22%C3%A9%22|<b>');
});

test('rules that call themselves come to an end', () => {
  expect(made({ list: ['end', 'x,<list>'] }, 'list', 5)).toMatch(/^(x,)*end$/);
});

test('a rule that is missing, and one without alternatives, are told', () => {
  expect(() => checkGrammar({ messages: { '*': 'a' }, rules: { a: ['<b>'] } }, 'file')).toThrow(
    'file: there is no rule "b"',
  );
  expect(() => checkGrammar({ messages: {}, rules: { a: [] } }, 'file')).toThrow('the rule "a" has no alternatives');
});

test('a transport has the rule of its name, or that of all others', () => {
  const grammar = { messages: { websocket: 'frame', '*': 'body' }, rules: {} };
  expect(['websocket', 'sse'].map((transport) => messageRule(grammar, transport))).toEqual(['frame', 'body']);
});

test('every app has a grammar that gives texts, the same for the same seed', () => {
  for (const { dir, id, transports } of readApps()) {
    const grammar = readGrammar(dir);
    if (grammar === null) throw new Error(`${id} has no testing/grammar.json`);
    for (const transport of Object.keys(transports)) {
      const rule = messageRule(grammar, transport)!;
      const texts = (seed: number) => {
        const random = seededRandom(seed, 1);
        return Array.from({ length: 200 }, () => textFrom(grammar, rule, random));
      };
      expect(texts(3)).toEqual(texts(3));
      expect(new Set(texts(3)).size).toBeGreaterThan(50);
    }
  }
});

test('a mutation follows from the seed, and most of them change the text', () => {
  const text = '{"e":"echo","d":{"n":1}}';
  const mutated = (seed: number) => {
    const random = seededRandom(seed, 1);
    return Array.from({ length: 500 }, () => mutateText(text, random, [text, '[]']));
  };
  expect(mutated(1)).toEqual(mutated(1));
  expect(mutated(1).filter((one) => one !== text).length).toBeGreaterThan(400);
});
