import { optionName, paramFault, readParams } from './param-values.ts';
import type { ParamSpec } from './scenario.ts';

const params: Record<string, ParamSpec> = {
  rate: { type: 'amount', default: 2, least: 0.5, most: 10, about: 'a', label: { text: '{}/s' } },
  messages: { type: 'whole', default: 30, least: 1, about: 'b' },
  phase: { type: 'choice', default: 'spread', choices: ['spread', 'together'], about: 'c', label: { text: '{}' } },
  joinFirst: { type: 'flag', default: false, about: 'd' },
  note: { type: 'text', default: '', about: 'e', label: { text: '{}' } },
};
const scenario = { name: 'made-up', params };

describe('parameters', () => {
  test('are read from text, and have their defaults where nothing is given', () => {
    expect(readParams(scenario, { rate: '2.5', joinFirst: true, phase: 'together' })).toEqual({
      params: { rate: 2.5, messages: 30, phase: 'together', joinFirst: true, note: '' },
    });
  });

  test.each([
    [{ rate: '11' }, '--rate: expected a number from 0.5 to 10, not "11"'],
    [{ rate: '' }, '--rate: expected a number from 0.5 to 10, not ""'],
    [{ messages: '1.5' }, '--messages: expected a whole number from 1, not "1.5"'],
    [{ messages: 'Infinity' }, '--messages: expected a whole number from 1, not "Infinity"'],
    [{ phase: 'waning' }, '--phase: expected one of spread, together, not "waning"'],
    [{ joinFirst: 'perhaps' }, '--join-first: expected true or false, not "perhaps"'],
  ])('%j are refused with a sentence', (given, wrong) => {
    expect(readParams(scenario, given)).toEqual({ wrong });
  });

  test('are options with dashes', () => {
    expect(optionName('clientsPerRoom')).toBe('--clients-per-room');
  });

  test('of text have a length that an identity can carry', () => {
    expect(paramFault(params.note!, 'x'.repeat(200))).toBeNull();
    expect(paramFault(params.note!, 'x'.repeat(201))).toMatch(/at most 200 characters/);
  });
});
