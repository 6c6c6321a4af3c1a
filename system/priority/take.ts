/** Priority for as long as something lasts; it ends with this process at the latest. */
import { onExit } from '../processes.ts';
import { beginPriority, endPriority, type PriorityMechanism } from './current.ts';

/** The best mechanism that there is, in force until `release`. */
export function takePriority(): { mechanism: PriorityMechanism; release(): void } {
  const mechanism = beginPriority();
  const forget = onExit(endPriority);
  const release = (): void => {
    forget();
    endPriority();
  };
  return { mechanism, release };
}

/** Does `work` with the best mechanism that there is. */
export async function underPriority<T>(work: () => Promise<T>): Promise<T> {
  const { release } = takePriority();
  try {
    return await work();
  } finally {
    release();
  }
}
