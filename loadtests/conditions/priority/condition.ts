/**
 * The server comes before the swarm on the CPU. Without that, Linux gives each browser as large a share as the server, and latencies under
 * a busy swarm are the scheduler's.
 */

import { MECHANISM_TEXT } from '../../../system/priority/current.ts';
import { takePriority } from '../../../system/priority/take.ts';
import type { Condition } from '../condition.ts';

const condition: Condition<boolean> = {
  name: 'priority',
  option: {
    flags: '--no-priority',
    about: 'do not put the server before the swarm on the CPU (default: by the best means that this machine allows)',
    key: 'priority',
    fallback: true,
  },
  async prepare(asked) {
    if (!asked) return null;
    const { mechanism, release } = takePriority();
    return {
      identity: { value: mechanism.name, text: `server before swarm, by ${MECHANISM_TEXT[mechanism.name]}` },
      beforeTest: (swarmPids) => mechanism.reassign(swarmPids, 'load'),
      flags: () => {
        const problem = mechanism.problem();
        return problem === null ? [] : [{ code: 'priority-lost', level: 'warning', message: problem }];
      },
      async end() {
        release();
      },
    };
  },
};

export default condition;
