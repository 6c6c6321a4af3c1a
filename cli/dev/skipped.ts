/**
 * The apps and tests that `./outcry test` skipped. With the variable `CI` set, a skipped app or test fails the suite, except the few named
 * here: a warning would go unread.
 */

import { lacks } from '../../setup/apps/build/prepare-apps.ts';
import type { App } from '../../setup/apps/manifest/manifest.ts';
import { nameOf } from '../../setup/apps/versions/app-versions.ts';

/** A test that jest did not run. */
export interface SkippedTest {
  /** Path from the checkout's root. */
  file: string;
  name: string;
}

const NO_MOUNTS = 'the kernel may not let us mount a file system in a namespace, and containers seldom do';
const NO_NAMESPACES = 'the kernel may not let us make namespaces, and containers seldom do';
const NO_CAPTURE = 'capturing needs root or CAP_NET_RAW, which containers may not have';
const NOT_OURS = 'it reads the raw files of a study that are not part of this project';

/** The files whose tests may be skipped in CI too: what they need cannot be installed. */
export const PERMITTED: readonly { file: string; why: string }[] = [
  { file: 'records/store.fault.ts', why: NO_MOUNTS },
  { file: 'loadtests/session/plan/session-file.fault.ts', why: NO_MOUNTS },
  { file: 'system/process-owner.fault.ts', why: NO_NAMESPACES },
  { file: 'client-launcher/console/elsewhere/remote-workers.integration.test.ts', why: NO_NAMESPACES },
  { file: 'system/elsewhere/full-disk.fault.ts', why: NO_MOUNTS },
  { file: 'e2e/commands/machines.fault.ts', why: NO_NAMESPACES },
  { file: 'loadtests/wire/capture/hops.fault.ts', why: NO_CAPTURE },
  { file: 'loadtests/wire/capture/tshark.fault.ts', why: NO_CAPTURE },
  { file: 'web-api/import/study-a-files.test.ts', why: NOT_OURS },
  { file: 'e2e/studies/study-2014.test.ts', why: NOT_OURS },
];

/**
 * The apps of `chosen` that are not among `ready`, each with what it lacks and how to get that.
 * @param lacking the tools that an app lacks here; tests replace it
 */
export async function appsLeftOut(chosen: readonly App[], ready: readonly App[], lacking = lacks): Promise<string[]> {
  const skipped = chosen.filter((app) => !ready.includes(app));
  return Promise.all(skipped.map(async (app) => `${nameOf(app)}: ${(await lacking(app)).join('; ')}`));
}

/**
 * The reasons for CI to fail, as sentences for its log.
 * @param apps as {@link appsLeftOut} names them
 * @returns empty when nothing was skipped, except what is permitted
 */
export function demandAll(apps: readonly string[], skipped: readonly SkippedTest[]): string[] {
  const byFile = new Map<string, string[]>();
  for (const { file, name } of skipped) {
    if (PERMITTED.some((permitted) => permitted.file === file)) continue;
    byFile.set(file, [...(byFile.get(file) ?? []), name]);
  }
  return [
    ...apps.map((app) => `CI is set, and ${app.replace(':', ' was not tested:')}`),
    ...[...byFile].map(([file, names]) => {
      const many = names.length === 1 ? `1 test of ${file} was` : `${names.length} tests of ${file} were`;
      return `CI is set, and ${many} skipped, such as "${names[0]}": install what the file says it lacks; ./outcry doctor shows how to get each tool`;
    }),
  ];
}
