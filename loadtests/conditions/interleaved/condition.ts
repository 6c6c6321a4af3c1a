/** The servers of a round are up together, so that what the machine does meanwhile happens to all of them alike. */
import { EXIT, OutcryError } from '../../../system/errors.ts';
import type { Condition } from '../condition.ts';

/** Seconds of a slice, asked for as such; none at all. */
const USUAL_SECONDS = 1;
const ONE_AT_A_TIME = 0;
const MOST_SECONDS = 60;

function wholeSeconds(text: string): number {
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= MOST_SECONDS) return seconds;
  throw new Error(`expected whole seconds from 1 to ${MOST_SECONDS}`);
}

const condition = {
  name: 'interleaved',
  options: [
    {
      flags: '--interleaved [seconds]',
      about: `keep the servers of a round up together, and load them in turn in random order; seconds of a slice (${USUAL_SECONDS}); usual where a test can be cut`,
      parse: wholeSeconds,
    },
    { flags: '--one-at-a-time', about: 'have one server up at a time, which is loaded for the whole test' },
  ],
  async asked({ interleaved, oneAtATime }) {
    if (interleaved === undefined) return ONE_AT_A_TIME;
    if (oneAtATime) throw new OutcryError('--interleaved and --one-at-a-time contradict each other', EXIT.usage);
    return interleaved === true ? USUAL_SECONDS : (interleaved as number);
  },
  usual: ({ cuttable }) => (cuttable ? USUAL_SECONDS : null),
  plan: async (sliceSeconds) => (sliceSeconds ? { sliceSeconds } : {}),
  prepare: async (sliceSeconds) =>
    !sliceSeconds
      ? null
      : {
          identity: {
            value: sliceSeconds,
            text: `servers of a round up together, loaded in turn in slices of ${sliceSeconds} s`,
            mark: 'interleaved',
            otherwise: 'one server at a time',
          },
        },
} satisfies Condition<number>;

export default condition;
