/** The backend's own process: runs a scenario's `backend.ts`, and feeds what it says into the server. */

import { hostClock } from '../../../member/clock.ts';
import type { Params } from '../../../protocol/run-record.ts';
import { monotonicMs } from '../../../system/monotonic.ts';
import type { BackendScript } from '../../scenarios/backend-script.ts';
import { ControlClient } from '../measure/control-client.ts';
import { Feeding } from './feeding.ts';
import type { BackendCommand, BackendReport, BackendSays } from './ipc.ts';

const clock = hostClock(monotonicMs);
let feeding: Feeding | null = null;

/** A scenario's `backend.ts`. */
interface BackendModule {
  default: BackendScript;
  feedWaits?(params: Params): boolean;
  singly?: boolean;
}

async function obey(command: BackendCommand): Promise<BackendReport | undefined> {
  if (command.do === 'prepare') {
    const { script, control, test, clients } = command;
    const { default: backend, feedWaits = () => true, singly = false } = (await import(script)) as BackendModule;
    const waits = feedWaits(test.params);
    const client = new ControlClient(control);
    feeding = new Feeding(backend, test, clients, clock, {
      send: singly ? null : (lines, limitMs) => client.feed(lines, limitMs, waits),
      post: (body) => client.post(body),
      ping: () => client.ping(),
    });
    return undefined;
  }
  if (feeding === null) throw new Error('no test was prepared');
  if (command.do === 'report') return feeding.report();
  feeding.begin();
  return undefined;
}

process.on('message', async (command: BackendCommand) => {
  let says: BackendSays;
  try {
    const report = await obey(command);
    says = { error: null, ...(report === undefined ? {} : { report }) };
  } catch (error) {
    says = { error: (error as Error).message };
  }
  if (process.connected) process.send?.(says);
});

// The runner has let go, or died: nothing may be left running.
process.on('disconnect', () => process.exit(0));
