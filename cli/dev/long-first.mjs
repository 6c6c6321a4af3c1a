/**
 * Jest's order of test files, with the longest first: one that was begun last would keep a core idle while it ends. By itself jest goes by the
 * last durations on this machine, and on a fresh one by the files' sizes, though a short file may take every app.
 */
import Sequencer from '@jest/test-sequencer';

/** Paths below the root, the longest first; those of one project count among each other. */
export const LONG = [
  'lab/fuzz/second-share.fault.ts', // every other app
  'kits/node/auction/contention.fault.ts',
  'e2e/commands/fresh-machine.fault.ts', // fetches and builds with empty caches
  'lab/laboratory/campaign/campaign.fault.ts',
  'e2e/commands/machines.fault.ts',
  'e2e/conditions/compression-browser.fault.ts',
  'lab/fuzz/fuzz.fault.ts',
  'lab/message-bytes/message-bytes.fault.ts',
  'kits/schema/temporary-files.fault.ts',
  'e2e/commands/package.fault.ts',
  'client-launcher/browser/swarm.fault.ts',
  'e2e/conditions/front.fault.ts',
  'e2e/load/member.page.ts', // one app after the other
  'e2e/load/load.page.ts',
  'chart-merger/page/answer.page.ts',
  'chart-merger/page/charts.page.ts',
  'chart-merger/page/history.page.ts',
  'system/elsewhere/remote-machine.integration.test.ts', // waits for who does not answer
  'client-launcher/console/elsewhere/remote-workers.integration.test.ts',
  'setup/doctor/doctor.integration.test.ts',
  'client-launcher/console/swarm.integration.test.ts',
  'loadtests/verify/verify.test.ts', // waits for made-up servers
  'merge/compare/shared-scatter.test.ts',
  'loadtests/verify/broken-apps.test.ts',
  'cli/commands/findings.test.ts',
  'chart-merger/page/view/charts-page.test.ts',
  'merge/statistics/slice-bootstrap.test.ts',
];

/** The place of a file among the longest; after them all others. */
export function place({ path, context }) {
  const found = LONG.findIndex((each) => path === `${context.config.rootDir}/${each}`);
  return found === -1 ? LONG.length : found;
}

export default class extends Sequencer {
  /** @override */
  sort(tests) {
    // The sort is stable: the others keep jest's order.
    return [...super.sort(tests)].sort((a, b) => place(a) - place(b));
  }
}
