/** Which fault is done to which session at which moment: all of it from the seed. Pure. */

import type { Transport } from '../../metrics/transports.ts';
import { seededRandom } from '../../protocol/random.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { pick, whole } from '../reliability/seeded-random.ts';
import type { Fault, Scene } from './fault.ts';

/** A framework over a transport, and the scenes that it can play. */
export interface Lane {
  framework: string;
  transport: Transport;
  scenes: readonly Scene[];
  /** Names of the faults on which its server does not come up. */
  cannot: readonly string[];
}

/** When a fault happens: so long after the session has begun, or has said that a run is starting or measuring. */
export interface Moment {
  after: 'begun' | 'starting' | 'measuring';
  /** 1 for the first; of no meaning for `begun`. */
  run: number;
  ms: number;
}

export interface Trial {
  /** 1, 2, 3 ... */
  number: number;
  fault: string;
  scene: Scene;
  framework: string;
  transport: Transport;
  /** Whether its runs warm up, for {@link WARM_SECONDS}, which the moment may fall into. */
  warm: boolean;
  moment: Moment;
  /** Of what the fault itself leaves to chance. */
  seed: number;
}

/** Runs of each session. */
export const RUNS = 2;
/** Seconds of warm-up of those runs that have one. */
export const WARM_SECONDS = 1;
/** One session in this many has warm-ups. */
const WARM_OF = 3;

/** How long each part of a session takes, ms, on a quiet machine: moments lie within. */
const LONGEST_MS = { begun: 1_000, starting: 1_000, measuring: 2_500 } as const;
/** The warm-up, and the second in which what it left runs out, lie between a run's start and its measurement. */
const LONGEST_WARM_MS = { ...LONGEST_MS, starting: 1_000 + WARM_SECONDS * 1_000 + 1_000 } as const;

/** Most of the time of a session is its measurements, and warm-ups where there are any. */
const OFTEN: readonly Moment['after'][] = ['begun', 'starting', 'measuring', 'measuring', 'measuring'];
const OFTEN_WARM: readonly Moment['after'][] = ['begun', 'starting', 'starting', 'measuring', 'measuring'];

function momentFrom(warm: boolean, random: () => number): Moment {
  const after = pick(warm ? OFTEN_WARM : OFTEN, random)!;
  const longest = warm ? LONGEST_WARM_MS : LONGEST_MS;
  return { after, run: whole(1, RUNS, random), ms: whole(0, longest[after], random) };
}

const plays = ({ scenes, cannot }: Lane, fault: Fault, scene: Scene): boolean =>
  scenes.includes(scene) && !cannot.includes(fault.name);

/**
 * The trials of a campaign.
 * @param scenes those that are wanted
 * @throws OutcryError (missing) when no fault can be done here
 */
export function planCampaign(
  { faults: count, seed }: { faults: number; seed: number },
  faults: readonly Fault[],
  lanes: readonly Lane[],
  scenes: readonly Scene[],
): Trial[] {
  const possible = faults.flatMap((fault) => {
    const playable = fault.scenes.filter(
      (scene) => scenes.includes(scene) && lanes.some((lane) => plays(lane, fault, scene)),
    );
    return playable.length === 0 ? [] : [{ fault, playable }];
  });
  if (possible.length === 0) throw new OutcryError('no fault can be injected on this machine', EXIT.missing);
  return Array.from({ length: count }, (_, index) => {
    const random = seededRandom(seed, index + 1);
    // Going round, so that a short campaign has as many kinds as it can; the seed says where it begins.
    const { fault, playable } = possible[(index + seed) % possible.length]!;
    const scene = pick(playable, random)!;
    const lane = pick(
      lanes.filter((one) => plays(one, fault, scene)),
      random,
    )!;
    const { framework, transport } = lane;
    const warm = whole(1, WARM_OF, random) === 1;
    const moment = momentFrom(warm, random);
    return {
      number: index + 1,
      fault: fault.name,
      scene,
      framework,
      transport,
      warm,
      moment,
      seed: whole(0, 2 ** 31, random),
    };
  });
}
