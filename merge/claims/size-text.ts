/** The size of a part of a plan, for people. */

import { counted } from '../../metrics/numbers.ts';
import { paramTexts, type ScenarioAbout } from '../../protocol/scenario-charts.ts';
import type { StudySize } from '../../protocol/study-session.ts';
import type { Evidence, Part, PartSize } from './types.ts';

/** Returns the size of the part under `size`; a sentence if the size skips it. */
export const plannedSize = (part: Part, size: StudySize): PartSize | string =>
  part[size] ?? `the ${size} size goes without it`;

/** `the whole study`, `the quick size`. */
export const sizeName = (size: StudySize): string => (size === 'whole' ? 'the whole study' : `the ${size} size`);

function swarmText({ swarm, clients, browsers, clientsPerBrowser, browser }: PartSize): string {
  if (swarm === 'console') return counted(clients ?? 0, 'console client');
  return `${browsers ?? 1} ${browser ?? 'firefox'} with ${counted(clientsPerBrowser ?? 1, 'client')} each`;
}

/**
 * `60 console clients, 30 messages, 10 rounds`; with the whole size behind it, where another one is given.
 * @param part with its own parameters
 * @param scenarios those that are known, for what they call their parameters
 */
export function sizeText(
  part: Pick<Part, 'scenario' | 'params'>,
  size: PartSize,
  whole: PartSize | null,
  scenarios: readonly ScenarioAbout[],
): string {
  const text = [
    swarmText(size),
    ...paramTexts(scenarios, part.scenario, { ...part.params, ...size.params }),
    roundsText(size.runs),
    ...Object.entries(size.conditions ?? {}).map(([name, value]) => `${name} ${value}`),
    ...(size.wire ? ['bytes counted'] : []),
  ].join(', ');
  return whole === null ? text : `${text} (whole: ${sizeText(part, whole, null, scenarios)})`;
}

/** `3 rounds`. */
export const roundsText = (rounds: number): string => counted(rounds, 'round');

/** `the runs that come with Outcry`, with their size where it is another than that of `evidence`. */
export function keptName({ size, kept }: Pick<Evidence, 'size' | 'kept'>): string {
  const other = kept === null || kept.size === size ? null : kept.size;
  return `the runs that come with Outcry${other === null ? '' : ` (${sizeName(other)})`}`;
}
