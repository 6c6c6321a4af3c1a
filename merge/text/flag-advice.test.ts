import { FLAG_CODES } from '../../protocol/run-record.ts';
import { type Advised, adviceOn } from './flag-advice.ts';
import { explain, flagSentences, flagWords } from './flags.ts';

const row = (swarm: 'browser' | 'console', runs = 3, placement?: Record<string, string>): Advised => ({
  runs,
  combination: { swarm, conditions: placement ? { placement: { value: placement, text: 'apart' } } : {} },
});

const ROWS = [row('browser'), row('console'), row('console', 9), row('console', 3, { server: 'elsewhere' })];

describe.each(Object.keys(FLAG_CODES))('%s', (code) => {
  test.each(ROWS)('is explained, with something to do about it', (each) => {
    const advice = adviceOn(code, each);
    expect(advice).toMatch(/^[A-Z].*\.$/);
    // Every sentence is short enough to be read beside a table.
    for (const sentence of advice.split('. ')) expect(sentence.split(' ').length).toBeLessThanOrEqual(30);
    expect(flagWords(code)).not.toBe('');
    expect(explain(code, each)).toMatch(/^[A-Z].*\. [A-Z].*\.$/);
    expect(flagSentences({ code, message: 'It was 3 ms.' }, each)).toMatch(/^.*\. It was 3 ms\. .*\.$/);
    expect(explain(code, each)).toContain(advice);
  });
});

test('what runs had already is not advised again', () => {
  expect(adviceOn('cpu-by-others', row('console'))).toContain('--retries 3');
  expect(adviceOn('cpu-by-others', row('console', 6))).toBe(
    'There are 6 rounds already, and more will not help: end the other programs, or measure on another machine.',
  );
  expect(adviceOn('swarm-saturated', row('console'))).toMatch(/--clients.*--pin.*--on ssh:HOST/);
  expect(adviceOn('swarm-saturated', row('browser'))).toMatch(/--browsers.*--pin.*--grid URL/);
  const pinned = { server: 'process', serverCpus: '0', swarmCpus: '1' };
  expect(adviceOn('swarm-saturated', row('console', 3, pinned))).toMatch(/^The cores are shared out already.*--on/);
  expect(adviceOn('server-waited', row('console', 3, { server: 'elsewhere' }))).not.toMatch(/--pin|--on|--server/);
});

test('a flag of a scenario says all by its message', () => {
  expect(adviceOn('of-its-own', row('console'))).toBe('');
  expect(flagSentences({ code: 'of-its-own', message: 'It was odd.' }, row('console'))).toBe('It was odd.');
});
