import { paramText } from './param-label.ts';

test.each([
  [2, { text: '{}/s' }, '2/s'],
  [0, { text: '{}/s', except: { '0': 'as fast as it goes' } }, 'as fast as it goes'],
  ['before', { text: 'connecting included', except: { before: '' } }, ''],
  ['themselves', { text: 'connecting included', except: { before: '' } }, 'connecting included'],
  ['$&', { text: 'steps {}' }, 'steps $&'],
  ['constructor', { text: '{}', except: {} }, 'constructor'],
  [2, undefined, 'rate 2'],
] as const)('the value %j with the label %j is called "%s"', (value, label, text) => {
  expect(paramText('rate', value, label)).toBe(text);
});
