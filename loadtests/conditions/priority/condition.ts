/**
 * The server comes before the swarm on the CPU. Without that, Linux gives each browser as large a share as the server, and latencies under
 * a busy swarm are the scheduler's.
 */
import { getPriority } from 'node:os';
import { MECHANISM_TEXT } from '../../../system/priority/current.ts';
import { takePriority } from '../../../system/priority/take.ts';
import { processTree } from '../../../system/process-tree.ts';
import type { Condition } from '../condition.ts';

/** Nice value of process `pid`; null when it has ended. */
function niceOf(pid: number): number | null {
  try {
    return getPriority(pid);
  } catch {
    return null;
  }
}

/** Describes a server's change of its own priority, which the load's does not follow; null: it made none. */
export function ownPriority(server: number): string | null {
  const usual = getPriority();
  const changed = processTree(server).find((pid) => (niceOf(pid) ?? usual) !== usual);
  return changed === undefined
    ? null
    : `the server gave its process ${changed} a nice value of ${niceOf(changed)} itself`;
}

const condition = {
  name: 'priority',
  options: [
    {
      flags: '--no-priority',
      about: 'do not put the server before the swarm on the CPU (default: by the best means that this machine allows)',
    },
  ],
  fallback: true,
  async prepare(asked) {
    if (!asked) return null;
    const { mechanism, release } = takePriority();
    let ofServer: string | null = null;
    return {
      identity: { value: mechanism.name, text: `server before swarm, by ${MECHANISM_TEXT[mechanism.name]}` },
      async beforeTest({ server, swarm }) {
        ofServer = server === null ? null : ownPriority(server);
        await mechanism.reassign(swarm, 'load');
      },
      flags() {
        const problems = [mechanism.problem(), ofServer].filter((problem) => problem !== null);
        return problems.length === 0 ? [] : [{ code: 'priority-lost', level: 'warning', message: problems.join('; ') }];
      },
      end: async () => release(),
    };
  },
} satisfies Condition<boolean>;

export default condition;
