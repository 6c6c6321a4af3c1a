/** The servers of a round are up together, so that what the machine does meanwhile happens to all of them alike. */
import type { Condition } from '../condition.ts';

const USUAL_SECONDS = 1;
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
      about: `keep the servers of a round up together, and load them in turn in random order; seconds of a slice (${USUAL_SECONDS})`,
      parse: wholeSeconds,
    },
  ],
  asked: async ({ interleaved }) => (interleaved === true ? USUAL_SECONDS : (interleaved as number)),
  plan: async (sliceSeconds) => (sliceSeconds === null ? {} : { sliceSeconds }),
  prepare: async (sliceSeconds) =>
    sliceSeconds === null
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
