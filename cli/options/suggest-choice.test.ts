import { Command, Option } from 'commander';
import { withSuggestion } from './suggest-choice.ts';

/** The text that commander writes about `argv`. */
function complaint(...argv: string[]): string {
  let written = '';
  const command = new Command('outcry').exitOverride().configureOutput({
    writeErr: () => {},
    outputError: (text) => {
      written += withSuggestion(text);
    },
  });
  command.addOption(new Option('--swarm <kind>').choices(['browser', 'console'])).option('--runs <n>');
  expect(() => command.parse(argv, { from: 'user' })).toThrow();
  return written;
}

test('a wrong choice is answered with the one that was probably meant', () => {
  expect(complaint('--swarm', 'consle')).toMatch(/Allowed choices are browser, console\.; did you mean console\?\n$/);
});

test('one that is like none, and any other mistake, is answered as before', () => {
  expect(complaint('--swarm', 'herd')).toMatch(/Allowed choices are browser, console\.\n$/);
  expect(complaint('--runs')).toBe("error: option '--runs <n>' argument missing\n");
});
