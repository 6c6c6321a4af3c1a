import { describeCapture } from './describe-capture.ts';

const before = process.env.CI;
afterEach(() => {
  if (before === undefined) delete process.env.CI;
  else process.env.CI = before;
});

test('tests of the capture are not skipped in CI for want of what could be installed', () => {
  process.env.CI = 'true';
  expect(() => describeCapture('tcpdump is not installed')).toThrow(
    'CI is set, and tcpdump is not installed; ./outcry test fault installs it',
  );
});

test('they are where nothing can be done about it, and elsewhere', () => {
  process.env.CI = 'true';
  expect(describeCapture('tcpdump may not capture here: made up')).toBe(describe.skip);
  delete process.env.CI;
  expect(describeCapture('tcpdump is not installed')).toBe(describe.skip);
  expect(describeCapture(null)).toBe(describe);
});
