/** The time limit of each unit test: 30 s on an idle machine. jest knows no limit per project, so this runs before each test file. */
import { relative } from 'node:path';
import { expect, jest } from '@jest/globals';
import { ROOT } from '../../system/root.ts';
import { slowness } from '../../system/slowness.ts';

const LIMIT_MS = 30_000;
/** Simulations of many sessions, and the page made of all kept records. */
const LONGER_MS = 300_000;
const LONGER: ReadonlySet<string> = new Set([
  'cli/commands/findings.test.ts',
  'merge/compare/same-against-same.test.ts',
  'merge/gate/judge.test.ts',
  'merge/statistics/change-points.test.ts',
  'merge/statistics/coverage.test.ts',
  'merge/statistics/sample-size.test.ts',
]);

const file = relative(ROOT, expect.getState().testPath ?? '');
jest.setTimeout((LONGER.has(file) ? LONGER_MS : LIMIT_MS) * slowness());
