import { Command } from 'commander';
import { DEFAULT_RESULTS, withResults } from './common-options.ts';

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
