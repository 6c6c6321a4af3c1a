/** Decides which fault is done to which session at which moment: all of it follows from the seed. Pure. */

import type { Transport } from '../../../metrics/transports.ts';
import { pick, seededRandom, whole } from '../../../protocol/random.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import type { Fault, Kind } from './fault.ts';

/** A framework over a transport, and what can be done with it here. */
export interface Candidate {
  framework: string;
  transport: Transport;
  kinds: readonly Kind[];
  /** Names of the faults on which its server does not start. */
  cannot: readonly string[];
}

/** So long after the session has begun, or has said that a run is starting or measuring. */
export interface Moment {
  after: 'begun' | 'starting' | 'measuring';
  /** 1 for the first; of no meaning for `begun`. */
  run: number;
  ms: number;
}

export interface Planned {
  /** 1, 2, 3 ... */
  number: number;
  fault: string;
  kind: Kind;
  framework: string;
  transport: Transport;
  /** Its runs warm up, for {@link WARM_SECONDS}, which the moment may fall into. */
  warm: boolean;
  moment: Moment;
  /** Of what the fault itself leaves to chance. */
  seed: number;
}

export const RUNS = 2;
export const WARM_SECONDS = 1;
/** One session in this many has warm-ups. */
const WARM_OF = 3;

/** The duration of each part of a session, ms, on a quiet machine. */
const LONGEST_MS = { begun: 1_000, starting: 1_000, measuring: 2_500 } as const;
/** The warm-up, and the second in which what it left runs out, lie between a run's start and its measurement. */
const STARTING_WARM_MS = LONGEST_MS.starting + WARM_SECONDS * 1_000 + 1_000;

/** Most of the time of a session is its measurements, and warm-ups where there are any. */
const OFTEN = ['begun', 'starting', 'measuring', 'measuring', 'measuring'] as const;
const OFTEN_WARM = ['begun', 'starting', 'starting', 'measuring', 'measuring'] as const;

function momentFrom(warm: boolean, random: () => number): Moment {
  const after = pick<Moment['after']>(warm ? OFTEN_WARM : OFTEN, random)!;
  const longest = warm && after === 'starting' ? STARTING_WARM_MS : LONGEST_MS[after];
  return { after, run: whole(1, RUNS, random), ms: whole(0, longest, random) };
}

/** @throws OutcryError (missing) when no fault can be done here */
export function planCampaign(
  { faults: count, seed }: { faults: number; seed: number },
  faults: readonly Fault[],
  candidates: readonly Candidate[],
): Planned[] {
  const possible = faults.flatMap((fault) => {
    const able = candidates.filter(({ cannot }) => !cannot.includes(fault.name));
    const kinds = fault.kinds.filter((kind) => able.some((candidate) => candidate.kinds.includes(kind)));
    return kinds.length === 0 ? [] : [{ fault, able, kinds }];
  });
  if (possible.length === 0) throw new OutcryError('no fault can be injected on this machine', EXIT.missing);
  return Array.from({ length: count }, (_, index): Planned => {
    const random = seededRandom(seed, index + 1);
    // In turn, so that a short campaign has as many faults as it can; the seed says which is first.
    const { fault, able, kinds } = possible[(index + seed) % possible.length]!;
    const kind = pick(kinds, random)!;
    const suited = able.filter((candidate) => candidate.kinds.includes(kind));
    const { framework, transport } = pick(suited, random)!;
    const warm = whole(1, WARM_OF, random) === 1;
    const moment = momentFrom(warm, random);
    const own = { number: index + 1, fault: fault.name, kind, framework, transport };
    return { ...own, warm, moment, seed: whole(0, 2 ** 31, random) };
  });
}
