/** How large a part of a plan is, for people. */
import { paramTexts, type ScenarioAbout } from '../../protocol/scenario-charts.ts';
import type { Part, PartSize } from './types.ts';

function swarmText({ swarm, clients, browsers, clientsPerBrowser, browser }: PartSize): string {
  if (swarm === 'console') return `${(clients ?? 0).toLocaleString('en-US')} console clients`;
  return `${browsers ?? 1} ${browser ?? 'firefox'} with ${clientsPerBrowser ?? 1} clients each`;
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
    `${size.runs} rounds`,
    ...(size.network === undefined ? [] : [`network ${size.network}`]),
    ...(size.wire ? ['bytes counted'] : []),
  ].join(', ');
  return whole === null ? text : `${text} (whole: ${sizeText(part, whole, null, scenarios)})`;
}
