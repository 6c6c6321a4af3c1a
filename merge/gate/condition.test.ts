import { EXIT, OutcryError } from '../../system/errors.ts';
import { parseCondition } from './condition.ts';

describe('a condition', () => {
  test.each([
    ['fromSent.p99 > 1.10 x baseline', { figure: 'fromSent.p99', more: true, included: false, limit: { times: 1.1 } }],
    ['fromSent.p99>1.10×baseline', { figure: 'fromSent.p99', more: true, limit: { times: 1.1 } }],
    ['serverCpu >= 2*baseline', { figure: 'serverCpu', more: true, included: true, limit: { times: 2 } }],
    ['receivedByClients.total < baseline', { figure: 'receivedByClients.total', more: false, limit: { times: 1 } }],
    ['lost > 0', { figure: 'lost', more: true, limit: { value: 0 } }],
    ['p99 > 1.5 s', { figure: 'p99', limit: { value: 1500, unit: 's', unitAt: 10 } }],
    [
      'serverMemory.max <= 200 MB',
      { figure: 'serverMemory.max', more: false, included: true, limit: { value: 200e6 } },
    ],
    ['  mean > 10 %  ', { figure: 'mean', text: 'mean > 10 %', limit: { value: 10 } }],
  ])('that reads "%s" is understood', (text, expected) => {
    expect(parseCondition(text)).toMatchObject(expected);
  });

  test.each([
    ['', 1, /expected a metric or a figure, such as serverCpu, p99 or lost, not the end/],
    ['> 3', 1, /expected a metric/],
    ['fromSent. > 3', 11, /expected a figure, such as mean or p99, not ">"/],
    ['fromSent.p99', 13, /expected >, >=, < or <=, not the end/],
    ['fromSent.p99 = 3', 14, /"=" has no place in a condition/],
    ['fromSent.p99 > fast', 16, /expected a number or "baseline", not "fast"/],
    ['fromSent.p99 > 1.1 x', 21, /expected "baseline", not the end/],
    ['fromSent.p99 > 1.1 x before', 22, /expected "baseline", not "before"/],
    ['fromSent.p99 > 0 x baseline', 16, /a multiple of the baseline is more than 0/],
    ['fromSent.p99 > 3 parsecs', 18, /expected "x baseline", or a unit \(ms, s, .*\), not "parsecs"/],
    ['lost > 0 or p99 > 3', 10, /expected "x baseline", or a unit/],
    ['fromSent.p99 > baseline x 2', 25, /expected nothing more, not "x"/],
    ['lost > -1', 8, /"-" has no place/],
  ])('that reads "%s" is refused at character %i, with what was expected', (text, character, message) => {
    const refusal = (): unknown => parseCondition(text);
    expect(refusal).toThrow(OutcryError);
    expect(refusal).toThrow(message);
    expect(refusal).toThrow(expect.objectContaining({ exitCode: EXIT.usage }));
    const [first, shown, pointer] = (() => {
      try {
        refusal();
      } catch (error) {
        return (error as Error).message.split('\n');
      }
      return [];
    })();
    expect(first).toContain(`--fail-if, character ${character}: `);
    expect(shown).toBe(`  ${text}`);
    expect(pointer!.indexOf('^')).toBe(character + 1);
  });
});
