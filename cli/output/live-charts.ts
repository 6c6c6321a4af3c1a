/** Serves the charts during a session and posts its progress. A session goes on without charts. */
import type { EventEmitter } from 'node:events';
import type { SessionEvents } from '../../loadtests/session/session-events.ts';
import { nameOf } from '../../setup/apps/versions/app-versions.ts';
import { onExit } from '../../system/processes.ts';
import { chartsLink } from '../commands/charts.ts';
import { startChartsServer } from './charts-server.ts';
import type { Say } from './print.ts';

export interface LiveCharts {
  /** Posts the session’s progress to the web API. @param runs how many there will be; null: that is not known */
  follow(events: EventEmitter<SessionEvents>, runs: number | null): void;
  stop(): Promise<void>;
}

/** Null when the web API cannot start; the reason is printed. */
export async function startLiveCharts(
  results: string,
  session: string,
  say: Say,
  apps?: string[],
): Promise<LiveCharts | null> {
  try {
    const server = await startChartsServer(results, '127.0.0.1', 0, say, apps);
    const forget = onExit(() => server.stop());
    say(`Live charts: ${chartsLink(server.url, session)}`);
    let last = 0;
    const post = (body: object): void => {
      // Lost progress only delays a display: it is not sent again.
      void fetch(`${server.url}/api/progress`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ session, at: new Date().toISOString(), ...body }),
        signal: AbortSignal.timeout(2_000),
      }).catch(() => {});
    };
    return {
      follow(events, runs) {
        let state: object = { run: 0, runs, framework: null, transport: null, repetition: null, step: 'launching' };
        events.on('swarm', (swarm) => {
          if (Date.now() - last < 1_000) return;
          last = Date.now();
          post({ ...state, ...swarm });
        });
        events.on('step', ({ run, step, number }) => {
          state = {
            run: number,
            runs,
            framework: nameOf(run.app),
            transport: run.transport,
            repetition: run.repetition,
            step,
          };
          post(state);
        });
        events.on('record', () => post({ ...state, step: 'finished' }));
      },
      async stop() {
        forget();
        await server.stop();
      },
    };
  } catch (error) {
    say(`no live charts: ${(error as Error).message}`);
    return null;
  }
}
