import { readArguments, USAGE } from './arguments.ts';

test('help is asked for, whatever else is', () => {
  expect(readArguments(['--help'])).toBeNull();
  expect(readArguments(['--faults', '7', '--help'])).toBeNull();
});

test('what is not said has its default', () => {
  expect(readArguments(['--only', '12', '--json'])).toEqual({
    faults: 100,
    seed: 1,
    parallel: 1,
    browser: false,
    only: 12,
    log: null,
    json: true,
    write: false,
  });
});

test('the help names every option that is taken', () => {
  for (const option of Object.keys(readArguments([])!)) expect(USAGE).toContain(`\n--${option} `);
});

test.each([
  [['--many'], /many/],
  [['--faults', 'all'], '--faults: expected a whole number, not "all"'],
])('%j is wrong use', (argv, message) => {
  expect(() => readArguments(argv)).toThrow(message);
});
