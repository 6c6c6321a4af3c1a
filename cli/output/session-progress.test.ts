import { EventEmitter } from 'node:events';
import { TimeEstimate } from '../../loadtests/session/plan/time-estimate.ts';
import type { SessionEvents } from '../../loadtests/session/session-events.ts';
import { StepBar } from './progress-bar.ts';
import { showProgress } from './session-progress.ts';

test('a preflight check that found nothing says why', () => {
  const written: string[] = [];
  const bar = new StepBar(new TimeEstimate(), { write: (text) => written.push(text) });
  const events = new EventEmitter<SessionEvents>();
  showProgress(events, bar, []);
  events.emit('checking', 5);
  events.emit('notChecked', "the monitor's process ended (exit code 1)");
  expect(written).toContain("No preflight check: the monitor's process ended (exit code 1)\n");
});
