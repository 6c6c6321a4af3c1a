/** The result of an A/A test in sentences. */
import { significant } from '../../metrics/numbers.ts';
import type { Noise, SameAgainstSame } from '../compare/same-against-same.ts';
import { POWER } from '../statistics/sample-size.ts';

/** Two digits or so. */
const n = (value: number): string => significant(value, value >= 100 ? 3 : 2);

const listed = (items: string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

const nameOf = ({ frameworkLabel, transport }: SameAgainstSame['row']['combination']): string =>
  `${frameworkLabel.replace(/ \([ab]\)$/, '')} ${transport}`;

/** The difference between two arms, or the reason why it is unknown. */
export function noiseText(noise: Noise): string[] {
  if (!('unknown' in noise)) return [halvesText(noise), resolutionText(noise)];
  return [`${nameOf(noise.row.combination)} against itself does not show the noise: ${noise.unknown}.`];
}

/** The difference between the two arms. */
function halvesText({ row, rounds, ratio, claimed, claims, error, noisePercent }: SameAgainstSame): string {
  const verdict = claimed ? 'a difference is claimed where there is none' : 'no difference is claimed';
  return (
    `${nameOf(row.combination)} against itself in ${rounds} rounds: ${n(ratio.value)} times (${n(ratio.low)} to ${n(ratio.high)}), ` +
    `${verdict}. With the names of the arms swapped in all other ways, a difference is claimed in ${n(100 * claims)} of 100; ${n(100 * error)} are expected. ` +
    `Two runs of a round differ by ${n(noisePercent)} % (standard deviation).`
  );
}

/** The smallest differences that the machine can show. */
function resolutionText({ row, shows }: SameAgainstSame): string {
  const { scenario, clients } = row.combination;
  const parts = shows.map(({ runs, percent }) => `${n(percent)} % with ${runs} runs`);
  return `This machine shows differences of ${listed(parts)} of each, in ${100 * POWER} of 100 tries (${scenario}, ${clients} clients).`;
}
