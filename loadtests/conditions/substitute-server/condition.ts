/** A substitute replaces a part of the framework. The server reports it, so a run learns of it. */
import { substituteCondition } from '../../../protocol/conditions.ts';
import type { Condition } from '../condition.ts';

const condition = {
  name: 'substitute-server',
  prepare: async () => ({
    ofServer: ({ substitute }) =>
      substitute === null
        ? null
        : {
            identity: substituteCondition(substitute),
            flags: [{ code: 'substitute', level: 'warning', message: substitute }],
          },
  }),
} satisfies Condition<null>;

export default condition;
