/** What measuring a framework against itself says of the machine, in sentences. */
import type { Noise, SameAgainstSame } from './same-against-same.ts';
import { POWER } from './sample-size.ts';

/** Two digits or so. */
const n = (value: number): string => String(Number(value.toPrecision(value >= 100 ? 3 : 2)));

const listed = (items: string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

const nameOf = ({ frameworkLabel, transport }: SameAgainstSame['row']['combination']): string =>
  `${frameworkLabel.replace(/ \([ab]\)$/, '')} ${transport}`;

/** What two halves say, or the reason why they say nothing. */
export function noiseText(noise: Noise): string[] {
  if (!('unknown' in noise)) return [halvesText(noise), resolutionText(noise)];
  return [`${nameOf(noise.row.combination)} against itself says nothing of the noise: ${noise.unknown}.`];
}

/** How the two halves came out. */
function halvesText({ row, rounds, ratio, claimed, claims, noisePercent }: SameAgainstSame): string {
  const verdict = claimed ? 'a difference is claimed where there is none' : 'no difference is claimed';
  return (
    `${nameOf(row.combination)} against itself in ${rounds} rounds: ${n(ratio.value)} times (${n(ratio.low)} to ${n(ratio.high)}), ` +
    `${verdict}; with the names of the two swapped in every other way one would be in ${n(100 * claims)} of 100, where 5 are to be expected. ` +
    `Two runs of a round differ by ${n(noisePercent)} % (standard deviation).`
  );
}

/** What the machine can tell apart. */
function resolutionText({ row, shows }: SameAgainstSame): string {
  const { scenario, clients } = row.combination;
  const parts = shows.map(({ runs, percent }) => `${n(percent)} % with ${runs} runs`);
  return `This machine can tell differences of ${listed(parts)} of each, in ${100 * POWER} of 100 tries (${scenario}, ${clients} clients).`;
}
