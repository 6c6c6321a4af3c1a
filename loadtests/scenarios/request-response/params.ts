import { PAYLOAD_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import type { Scenario } from '../scenario.ts';

export type RequestParams = {
  /** Requests of each client. */
  requests: number;
  /** `one-after-the-other`: each when the one before is answered. `at-once`: all of a client's together. */
  mode: string;
  /** Bytes of each reply's body. */
  bytes: number;
  /** `before`: all clients are connected when it begins. `themselves`: connecting is a part of it. */
  connect: string;
  /** Only to warm up: goes on asking until so many seconds have passed. No option, and no part of a run's identity. */
  seconds?: number;
};

/** What can be said of it on the command line. */
export const REQUEST_PARAMS: Scenario<Required<Omit<RequestParams, 'seconds'>>>['params'] = {
  requests: {
    type: 'whole',
    default: 50,
    least: 1,
    most: 100_000,
    about: 'requests of each client',
    label: { text: '{} requests', except: { '1': '1 request' } },
  },
  mode: {
    type: 'choice',
    default: 'one-after-the-other',
    choices: ['one-after-the-other', 'at-once'],
    about: 'each request when the one before is answered, or all of a client together',
    label: { text: '{}' },
  },
  bytes: {
    type: 'whole',
    default: 10,
    least: 0,
    most: PAYLOAD_LIMIT_BYTES,
    about: 'bytes of the body of each reply',
    label: { text: '{} B' },
  },
  connect: {
    type: 'choice',
    default: 'before',
    choices: ['before', 'themselves'],
    about: 'clients are connected before it begins, or connect themselves, which counts',
    label: { text: 'connecting included', except: { before: '' } },
  },
};
