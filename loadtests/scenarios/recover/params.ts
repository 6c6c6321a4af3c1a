import { PAYLOAD_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import { amount, choice, type ValuesOf, whole } from '../shared/params.ts';

export const RECOVER_PARAMS = {
  disturbance: choice(
    ['cut', 'herd', 'sleep', 'restart', 'kill', 'process', 'slow', 'switch'],
    'what happens: the network is silent (cut), all connections are reset at once (herd), the machine of the clients sleeps (sleep), the server is restarted by SIGTERM (restart) or by SIGKILL (kill), one of its processes is killed (process), one client stops reading (slow), a front is pointed at another server (switch)',
    '{}',
  ),
  window: amount(5, [0.1, 600], 'seconds in which every client is offline, or one does not read', 'window {} s'),
  interval: amount(100, [1, 60_000], 'ms between two bodies', 'every {} ms', { '100': '' }),
  payload: whole(100, [0, PAYLOAD_LIMIT_BYTES], 'bytes of payload in each body', '{} B', { '100': '' }),
  before: amount(3, [0.5, 600], 'seconds of the feed before the disturbance', '{} s before', { '3': '' }),
  after: amount(10, [1, 3600], 'seconds of the feed after clients can be online again', '{} s after', { '10': '' }),
};
/** The client that stops reading, where one does. */
export const SLOW_CLIENT = 1;

export type RecoverParams = ValuesOf<typeof RECOVER_PARAMS>;

/** The planned duration of the feed, seconds. */
export const feedSeconds = ({ before, window, after }: RecoverParams): number => before + window + after;

/** The number of bodies of the feed. */
export const bodiesOf = (params: RecoverParams): number => Math.ceil((feedSeconds(params) * 1000) / params.interval);
