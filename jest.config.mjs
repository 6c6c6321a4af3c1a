// ES modules all the way: the sources use import.meta and the libraries are ESM only,
// so jest runs under --experimental-vm-modules (cli/dev/jest-suite.ts passes it).
const base = {
  extensionsToTreatAsEsm: ['.ts'],
  testEnvironment: '<rootDir>/cli/dev/jest-environment.mjs',
  transform: { '\\.ts$': '@swc/jest' },
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/.outcry/'],
  modulePathIgnorePatterns: ['/dist/', '/.outcry/'],
};

/** Fault tests that look at the whole machine or checkout; why. They run after the others, one at a time. */
const ALONE = [
  'e2e/commands/run-killed', // any other start would clean up in the place of the reaper
  'e2e/commands/toy-app', // adds a folder to apps/, which others would test too
  'loadtests/session/validity/cpu-by-others', // the other program that it looks for must be the busiest
  'loadtests/wire/capture/hops', // compares clocks to a tenth of a millisecond
];

export default {
  // No test asserts a time: this only ends tests that hang, on a busy machine too. Unit tests have a limit of their own, set below.
  testTimeout: 600_000,
  // For `test.concurrent`: more servers at once only wait for the processors.
  maxConcurrency: 3,
  testSequencer: '<rootDir>/cli/dev/long-first.mjs',
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: [...base.testPathIgnorePatterns, '\\.integration\\.test\\.ts$'],
      setupFilesAfterEnv: ['<rootDir>/cli/dev/unit-time-limit.ts'],
    },
    { ...base, displayName: 'integration', testMatch: ['**/*.integration.test.ts'] },
    {
      ...base,
      displayName: 'fault',
      testMatch: ['**/*.fault.ts'],
      testPathIgnorePatterns: [...base.testPathIgnorePatterns, ...ALONE.map((file) => `/${file}\\.fault\\.ts$`)],
    },
    { ...base, displayName: 'alone', testMatch: ALONE.map((file) => `<rootDir>/${file}.fault.ts`) },
    { ...base, displayName: 'page', testMatch: ['**/*.page.ts'] },
    { ...base, displayName: 'functional', testMatch: ['**/*.functional.ts'] },
    { ...base, displayName: 'containers', testMatch: ['**/*.containers.ts'] },
  ],
};
