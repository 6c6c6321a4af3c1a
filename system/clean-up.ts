/** The program of a process's reaper, run when that process is gone: see `processes.ts`. */
import { cleanUpLeftovers } from './leftovers.ts';
import { cleanUpOrphans } from './processes.ts';

await cleanUpOrphans();
await cleanUpLeftovers();
