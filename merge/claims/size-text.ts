/** How large a part of a plan is, for people. */
import type { Params, ParamValue } from '../../protocol/run-record.ts';
import type { PartSize } from './types.ts';

function swarmText({ swarm, clients, browsers, clientsPerBrowser, browser }: PartSize): string {
  if (swarm === 'console') return `${(clients ?? 0).toLocaleString('en-US')} console clients`;
  return `${browsers ?? 1} ${browser ?? 'firefox'} with ${clientsPerBrowser ?? 1} clients each`;
}

const paramText = (params: Params): string =>
  Object.entries(params)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/**
 * `60 console clients, messages 30, 10 rounds`; with the whole size behind it, where another one is given.
 * @param params the part's own parameters
 */
export function sizeText(
  size: PartSize,
  params: Record<string, ParamValue> = {},
  whole: PartSize | null = null,
): string {
  const all = { ...params, ...size.params };
  const text = [
    swarmText(size),
    ...(Object.keys(all).length > 0 ? [paramText(all)] : []),
    `${size.runs} rounds`,
    ...(size.network === undefined ? [] : [`network ${size.network}`]),
    ...(size.wire ? ['bytes counted'] : []),
  ].join(', ');
  return whole === null ? text : `${text} (whole: ${sizeText(whole, params)})`;
}
