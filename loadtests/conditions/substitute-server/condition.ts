/** A substitute replaces a part of the framework. The server reports it, so a run learns of it. */
import type { Condition } from '../condition.ts';

/** As much of the sentence as a row's name has room for. */
const MARK_LENGTH = 60;

const markOf = (sentence: string): string =>
  `(${sentence.length > MARK_LENGTH ? `${sentence.slice(0, MARK_LENGTH - 1)}…` : sentence})`;

const condition = {
  name: 'substitute-server',
  prepare: async () => ({
    ofServer: ({ standIn }) =>
      standIn === null
        ? null
        : {
            identity: { value: standIn, text: standIn, mark: markOf(standIn), unranked: 'substitute' },
            flags: [{ code: 'stand-in', level: 'warning', message: standIn }],
          },
  }),
} satisfies Condition<null>;

export default condition;
