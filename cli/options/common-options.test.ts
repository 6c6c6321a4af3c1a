import { Command } from 'commander';
import { DEFAULT_RESULTS, withPreflight, withResults, withRetries } from './common-options.ts';

describe('--results', () => {
  const resultsOf = (...args: string[]) => {
    const command = withResults(new Command('made-up'))
      .exitOverride()
      .configureOutput({ writeErr: () => {} });
    return command.parse(args, { from: 'user' }).opts().results as string;
  };

  test('is the folder that is named, or the one of the checkout', () => {
    expect(resultsOf('--results', 'elsewhere')).toBe('elsewhere');
    expect(resultsOf()).toBe(DEFAULT_RESULTS);
  });

  test.each(['', ' '])('is not the working directory for want of a name: %j', (value) => {
    expect(() => resultsOf('--results', value)).toThrow(/expected the path of a folder/);
  });
});

describe('options with a former name', () => {
  const command = () =>
    withRetries(withPreflight(new Command('made-up')), 2)
      .exitOverride()
      .configureOutput({ writeErr: () => {} });
  const optionsOf = (...args: string[]) => command().parse(args, { from: 'user' }).opts();

  test.each([
    [[], { look: 10 }],
    [['--preflight', '0', '--retries', '3'], { look: 0, again: 3 }],
    [['--look', '0', '--again', '3'], { look: 0, again: 3 }],
  ])('%j has the same values under both', (args, values) => {
    expect(optionsOf(...args)).toEqual(values);
  });

  test('check both alike, and help shows the present one alone', () => {
    for (const name of ['--look', '--preflight']) expect(() => optionsOf(name, 'soon')).toThrow(/expected a number/);
    expect(command().helpInformation()).toContain('--preflight');
    expect(command().helpInformation()).not.toMatch(/--look|--again/);
  });
});
