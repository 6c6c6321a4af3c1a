/**
 * The sessions of a study, told by their ids: `study-<study>-<size>-<attempt>.<part>`. A part of a study's plan is a session of its own;
 * an attempt is one start of `./outcry study`, and all that was done to finish it later. Runs whose bytes are counted are a session of their own
 * with `.bytes` behind it: a capture takes CPU from what is timed.
 */

export const STUDY_SIZES = ['whole', 'full-console', 'quick'] as const;
/**
 * `whole`: as the study did it. `full-console`: its load, by console clients in the place of browsers. `quick`: some minutes, with fewer
 * clients, messages and runs.
 */
export type StudySize = (typeof STUDY_SIZES)[number];

export interface StudySession {
  /** The study's letter, such as `A`. */
  study: string;
  size: StudySize;
  /** The time at which the attempt began, with something random: sorts by time. */
  attempt: string;
  /** The part of the study's plan that the session is. */
  part: string;
  /** Its runs are there for their bytes alone. */
  bytes?: boolean;
}

/** The form of a part's name in a plan. */
export const PART_PATTERN = '^[a-z][a-z0-9-]{0,39}$';

const SESSION =
  /^study-([a-z])-(whole|full-console|quick)-(\d{8}t\d{6}z-[0-9a-f]{4})\.([a-z][a-z0-9-]{0,39})(\.bytes)?$/;

/** The id of the session that is this part; matches `RUN_ID_PATTERN`. */
export function studySessionId({ study, size, attempt, part, bytes = false }: StudySession): string {
  return `study-${study.toLowerCase()}-${size}-${attempt}.${part}${bytes ? '.bytes' : ''}`;
}

/** Parses a session's id; null for one that is no study's. */
export function readStudySession(id: string): StudySession | null {
  const [, study, size, attempt, part, bytes] = SESSION.exec(id) ?? [];
  if (study === undefined) return null;
  const session = { study: study.toUpperCase(), size: size as StudySize, attempt: attempt!, part: part! };
  return bytes === undefined ? session : { ...session, bytes: true };
}
