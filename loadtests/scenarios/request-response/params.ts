import { PAYLOAD_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import type { Scenario } from '../scenario.ts';
import { whole } from '../shared/params.ts';

export type RequestParams = {
  /** Requests of each client. */
  requests: number;
  /** `one-after-the-other`: each when the one before is answered. `at-once`: all of a client's together. */
  mode: string;
  /** Bytes of each reply's body. */
  bytes: number;
  /** `before`: all clients are connected when it begins. `themselves`: connecting is a part of it. */
  connect: string;
  /** Only to warm up: goes on asking for this many seconds. No option, and no part of a run's identity. */
  seconds?: number;
};

/** The parameters that can be set on the command line. */
export const REQUEST_PARAMS: Scenario<Required<Omit<RequestParams, 'seconds'>>>['params'] = {
  requests: whole(50, [1, 100_000], 'requests of each client', '{} requests', { '1': '1 request' }),
  mode: {
    type: 'choice',
    default: 'one-after-the-other',
    choices: ['one-after-the-other', 'at-once'],
    about: 'each request when the one before is answered, or all of a client together',
    label: { text: '{}' },
  },
  bytes: whole(10, [0, PAYLOAD_LIMIT_BYTES], 'bytes of the body of each reply', '{} B'),
  connect: {
    type: 'choice',
    default: 'before',
    choices: ['before', 'themselves'],
    about: 'clients are connected before it begins, or connect themselves, which counts',
    label: { text: 'connecting included', except: { before: '' } },
  },
};
