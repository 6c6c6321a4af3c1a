// ES modules all the way: the sources use import.meta and the libraries are ESM only,
// so jest runs under --experimental-vm-modules (cli/jest-suite.ts passes it).
const base = {
  extensionsToTreatAsEsm: ['.ts'],
  testEnvironment: 'node',
  transform: { '\\.ts$': '@swc/jest' },
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/.outcry/'],
  modulePathIgnorePatterns: ['/dist/', '/.outcry/'],
};

export default {
  // Nothing here asserts a time; this only ends what hangs, on a machine that has much else to do too.
  testTimeout: 600_000,
  // Of tests that say so: more servers at once than that only wait for the processors.
  maxConcurrency: 3,
  projects: [
    { ...base, displayName: 'unit', testMatch: ['**/*.test.ts'] },
    { ...base, displayName: 'fault', testMatch: ['**/*.fault.ts'] },
    { ...base, displayName: 'page', testMatch: ['**/*.page.ts'] },
    { ...base, displayName: 'functional', testMatch: ['**/*.functional.ts'] },
    { ...base, displayName: 'containers', testMatch: ['**/*.containers.ts'] },
  ],
};
