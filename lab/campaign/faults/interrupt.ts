/** Ctrl-C and its relatives: the command is asked to end, and does. */

import { pick } from '../../reliability/seeded-random.ts';
import { type Fault, justNow } from '../fault.ts';

const fault: Fault = {
  name: 'command interrupted',
  about: 'SIGINT, SIGTERM or SIGHUP to ./outcry',
  scenes: ['plain', 'fed', 'captured', 'charts', 'browser'],
  endsWith: [130, 'SIGINT', 'SIGTERM', 'SIGHUP'],
  async inject({ pid }, random) {
    const signal = pick(['SIGINT', 'SIGTERM', 'SIGHUP'] as const, random)!;
    process.kill(pid, signal);
    return { to: `./outcry, by ${signal}`, when: justNow() };
  },
};

export default [fault];
