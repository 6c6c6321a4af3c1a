/**
 * Disturbs a run once. Where all clients are taken off the network it is for the same time, by the kernel's packet filter and not by their
 * library. Where the server is restarted, what it tells its clients still reaches them; from its end on there is no way to it, until the window is
 * over and the new one is up.
 */
import type { Flag } from '../../../protocol/run-record.ts';
import type { Change, DisturbanceScript, Disturbed, Handles } from '../disturbance-script.ts';
import { accountOf } from './account.ts';
import { type RecoverParams, SLOW_CLIENT } from './params.ts';

/** A window that is longer than asked for by more than this, ms, is another experiment. */
const LATE_MS = 250;

interface Kind {
  begin(handles: Handles): Promise<Change>;
  /** The server has to be started again. */
  again?: true;
  /** Default: the way of all clients to the server is opened. */
  end?(handles: Handles): Promise<Change>;
}

/** The disturbances with a window. */
const WINDOWS: Record<string, Kind> = {
  cut: { begin: ({ network }) => network.silence() },
  herd: { begin: ({ network }) => network.reset() },
  restart: { begin: ({ network, server }) => network.refuse().then(() => server.stop()), again: true },
  kill: { begin: ({ network, server }) => network.refuse().then(() => server.kill()), again: true },
  sleep: {
    begin: ({ clients, network }) => clients.stop().then(() => network.silence()),
    // The window ends by the network's time, as it does in the others.
    end: ({ clients, network }) => network.open().then((opened) => clients.go().then(() => opened)),
  },
  slow: { begin: ({ slow }) => slow!.hold(), end: ({ slow }) => slow!.release() },
};

const recover: DisturbanceScript<RecoverParams> = {
  serverEnvironment: ({ disturbance }): Record<string, string> =>
    disturbance === 'process' ? { REPLACEMENT: 'on' } : {},
  slowClient: ({ disturbance }) => (disturbance === 'slow' ? SLOW_CLIENT : null),
  switches: ({ disturbance }) => disturbance === 'switch',
  // A closed network has segments sent again.
  expects: ({ disturbance }) =>
    disturbance === 'sleep' ? ['segments-resent', 'process-stopped'] : ['segments-resent'],
  async disturb({ disturbance, before, window: seconds }, handles, startedAt) {
    const { server, next, until } = handles;
    const planned = startedAt + before * 1000;
    if (disturbance === 'switch') {
      const up = await next!.start();
      await until(planned);
      const { to } = await next!.switch();
      await next!.endFirst();
      return { window: { from: to, to }, flags: upLate(up.to - planned) };
    }
    await until(planned);
    if (disturbance === 'process') {
      // The way to the server stays open, so that the window has no length.
      const { to } = await server.killOne();
      return { window: { from: to, to }, flags: [] };
    }
    const { begin, again = false, end = ({ network }) => network.open() } = WINDOWS[disturbance]!;
    const began = await begin(handles);
    const flags: Flag[] = [];
    const up = again ? server.start().catch((error: Error) => void flags.push(notUp(error.message))) : null;
    await until(began.to + seconds * 1000);
    await up;
    const ended = await end(handles);
    const window = { from: began.to, to: ended.from };
    return { window, flags: [...flags, ...offWindow(window, seconds)] } satisfies Disturbed;
  },
  account: accountOf,
};

export default recover;

const notUp = (why: string): Flag => ({
  code: 'server-not-back',
  level: 'fatal',
  message: `the server did not come up again: ${why}`.slice(0, 1000),
});

/** @param late by how much the second server was up too late, ms */
function upLate(late: number): Flag[] {
  if (late <= 0) return [];
  const message = `the second server was up ${(late / 1000).toFixed(2)} s after it was to be switched to: choose a longer --before`;
  return [{ code: 'window-late', level: 'fatal', message }];
}

/** Compares the window with what was asked for. Pure. */
export function offWindow({ from, to }: Change, seconds: number): Flag[] {
  const late = to - from - seconds * 1000;
  if (late <= LATE_MS) return [];
  const message = `the window was of ${((to - from) / 1000).toFixed(2)} s instead of ${seconds} s, from ${from.toFixed(1)} to ${to.toFixed(1)} ms of the monotonic clock`;
  return [{ code: 'window-late', level: 'fatal', message }];
}
