/** What the reaper of a process runs when that one is gone: see `processes.ts`. */
import { cleanUpLeftovers } from './leftovers.ts';
import { cleanUpOrphans } from './processes.ts';

await cleanUpOrphans();
await cleanUpLeftovers();
