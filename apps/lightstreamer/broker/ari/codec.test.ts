import {
  AriError,
  decodeString,
  encodeString,
  entryValues,
  integerValue,
  LineTokens,
  MAX_TOKENS,
  MAX_VALUE_CHARACTERS,
  modeValue,
  quoteLine,
  stringValue,
  writeLine,
} from './codec.ts';

const STRINGS: readonly (readonly [string | null, string])[] = [
  [null, '#'],
  ['', '$'],
  ['#', '%23'],
  ['$', '%24'],
  ['load', 'load'],
  ['a b', 'a+b'],
  ['a+b', 'a%2Bb'],
  ['100%|a\r\n', '100%25%7Ca%0D%0A'],
  ['€ 😀', '%E2%82%AC+%F0%9F%98%80'],
  ['constructor', 'constructor'],
];

describe('strings', () => {
  test.each(STRINGS)('%j is %j on the wire, both ways', (value, encoded) => {
    expect(encodeString(value)).toBe(encoded);
    expect(decodeString(encoded)).toBe(value);
  });

  test('half a surrogate pair, which has no UTF-8, becomes the replacement character', () => {
    expect(decodeString(encodeString('a\ud800 b'))).toBe('a\ufffd b');
  });

  test.each(['', '%', '%4', '%zz', '%ff', '%C3', 'a%E2%82'])('%j is not a value', (token) => {
    expect(() => decodeString(token)).toThrow(AriError);
  });

  test('a value may be long, but not too long', () => {
    expect(decodeString('x'.repeat(MAX_VALUE_CHARACTERS))).toHaveLength(MAX_VALUE_CHARACTERS);
    expect(() => decodeString('x'.repeat(MAX_VALUE_CHARACTERS + 1))).toThrow(
      `longer than ${MAX_VALUE_CHARACTERS} characters`,
    );
  });
});

describe('lines', () => {
  test('what is written is read again', () => {
    const line = writeLine('7', 'ALL', [
      stringValue('a|b'),
      stringValue(null),
      integerValue(-3),
      'D|2.5',
      'B|1',
      modeValue('COMMAND'),
      ...entryValues([['name', 'a value']]),
    ]);
    expect(line).toBe('7|ALL|S|a%7Cb|S|#|I|-3|D|2.5|B|1|M|C|S|name|S|a+value\n');
    const tokens = new LineTokens(line.trimEnd());
    expect([tokens.id, tokens.method]).toEqual(['7', 'ALL']);
    expect(tokens.text('one')).toBe('a|b');
    expect(tokens.string('two')).toBeNull();
    expect(tokens.integer('three')).toBe(-3);
    expect(tokens.double('four')).toBe(2.5);
    expect(tokens.boolean('five')).toBe(true);
    expect(tokens.modes('six')).toEqual(['COMMAND']);
    expect(tokens.list(() => tokens.text('the rest'))).toEqual(['name', 'a value']);
    tokens.end();
  });

  test.each(['1e3', '1.', '.5', '-0.25', '+2', '7E-2'])('%s is a number', (token) => {
    expect(new LineTokens(`1|A|D|${token}`).double('it')).toBe(Number(token));
  });

  test.each(['', ' 1', '0x10', 'NaN', 'Infinity', '1e999', '1,5', '#', '--1'])('%j is no number', (token) => {
    expect(() => new LineTokens(`1|A|D|${token}`).double('it')).toThrow(AriError);
  });

  test.each(['', '1.5', '1e3', '#', 'one', '9999999999999999'])('%j is no integer', (token) => {
    expect(() => new LineTokens(`1|A|I|${token}`).integer('it')).toThrow(AriError);
  });

  test.each(['', '2', 'true', '#'])('%j is no boolean', (token) => {
    expect(() => new LineTokens(`1|A|B|${token}`).boolean('it')).toThrow(AriError);
  });

  test.each(['', 'r', 'RMDCR', 'RX', '%52'])('%j are no modes', (token) => {
    expect(() => new LineTokens(`1|A|M|${token}`).modes('it')).toThrow(AriError);
  });

  test('null is refused where a value is needed', () => {
    expect(() => new LineTokens('1|A|S|#').text('the name')).toThrow('the name is null, in the line "1|A|S|#"');
  });

  test('an empty list is one empty token, and nothing else is', () => {
    const readList = (line: string) => {
      const tokens = new LineTokens(line);
      const values = tokens.list(() => tokens.text('an item'));
      tokens.end();
      return values;
    };
    expect(readList('1|A|')).toEqual([]);
    expect(readList('1|A')).toEqual([]);
    expect(() => readList('1|A|S|a|')).toThrow('an item should have type S');
    expect(() => readList('1|A||')).toThrow('an item should have type S');
  });

  test.each(['', '|', '1', '1|', '|A'])('%j has no id or no method', (line) => {
    expect(() => new LineTokens(line)).toThrow('an id and a method are expected first');
  });

  test('a line may have many values, but not too many', () => {
    expect(new LineTokens('1|A'.padEnd(3 + MAX_TOKENS - 2, '|')).id).toBe('1');
    expect(() => new LineTokens('1|A'.padEnd(3 + MAX_TOKENS - 1, '|'))).toThrow('there are more than 20000 tokens');
  });
});

describe('what is said of a bad line', () => {
  test('quotes no more than 100 characters, and nothing that a terminal would obey', () => {
    expect(quoteLine('1|A|\u001b[2J')).toBe('"1|A|\\u001b[2J"');
    expect(quoteLine('x'.repeat(101))).toBe(`"${'x'.repeat(100)}"… (101 characters)`);
  });

  test('tells nothing of credentials', () => {
    expect(quoteLine('1|RAC|S|password|S|secret')).not.toContain('secret');
  });
});
