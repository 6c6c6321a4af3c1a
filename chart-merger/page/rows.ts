/** Rows: what stands before the figures, and what runs say of themselves. */
import { floorText } from '../../merge/floor-sentences.ts';
import { lookText } from '../../merge/look-sentences.ts';
import type { Merge } from '../../merge/types.ts';
import { conditionsText } from '../../protocol/conditions.ts';
import { networkText } from '../../protocol/network.ts';
import { placementText } from '../../protocol/placement.ts';
import { paramTexts, type ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { explain } from './flags.ts';
import { type RowStyle, signOf } from './palette.ts';

/** A merge as it is shown. */
export interface Entry {
  /** Unique among the entries: the merge's key, with the session where sessions are kept apart. */
  id: string;
  /** All ids that links may call it by: its own, and those of earlier versions. */
  ids: string[];
  label: string;
  /** The label where there is little room: {@link shortLabels}. */
  short: string;
  merge: Merge;
  style: RowStyle;
}

/** @param session the session that the merge was asked for by itself; null where sessions are merged */
export function idsOf({ key, formerKeys }: Merge, session: string | null): string[] {
  return [key, ...formerKeys].map((each) => (session === null ? each : `${each}@${session}`));
}

/** Whether `chosen` names the entry, by whichever of its ids. */
export const isAmong = ({ ids }: Pick<Entry, 'ids'>, chosen: string[]): boolean =>
  ids.some((id) => chosen.includes(id));

/** A row's name, sign and flags. */
export function nameOf({ id, label, merge, style }: Entry) {
  return {
    id,
    label,
    sign: signOf(style),
    standIn: merge.combination.standIn,
    flags: merge.flags.map(({ code, level, count, message }) => ({
      text: code === 'few-runs' || count === merge.runs ? code : `${code} ${count}/${merge.runs}`,
      level,
      title: sentences(explain(code), message),
    })),
    excluded: merge.excluded.length === 0 ? null : `${merge.excluded.length} left out`,
  };
}

export type RowName = ReturnType<typeof nameOf>;

const sentences = (...parts: string[]) => parts.filter((part) => part !== '').join(' ');

/** What was run, in one line. @param scenarios those that are known, for what they call their parameters */
export function loadOf({ combination }: Merge, scenarios: readonly ScenarioAbout[]): string {
  const { scenario, clients, members, swarm, browser, params, network, placement, conditions } = combination;
  const holder = swarm === 'browser' ? (browser ?? 'browser') : 'worker';
  const instances = members === 1 ? 'instance' : 'instances';
  const held = members === null ? '' : ` in ${members} ${holder} ${instances}`;
  const given = paramTexts(scenarios, scenario, params);
  const over = network === undefined ? '' : `; network ${networkText(network)}`;
  const under = conditions === undefined ? '' : `; ${conditionsText(conditions)}`;
  const placed = placement === undefined ? '' : `; ${placementText(placement)}`;
  return `${scenario}; ${[`${clients ?? 'an unknown number of'} clients${held}`, ...given].join(', ')}${over}${placed}${under}`;
}

/** All there is to say about a row besides its figures. */
export function notesOf(entry: Entry, scenarios: readonly ScenarioAbout[]) {
  const { merge } = entry;
  const { machines, versions, networkMeasured, looks, floors } = merge;
  const facts = [
    loadOf(merge, scenarios),
    `sessions: ${merge.sessions.join(', ') || 'none'}; ${merge.kind}${merge.when.first ? `, ${merge.when.first.slice(0, 16).replace('T', ' ')} UTC` : ''}`,
    versions.framework.length > 0 ? `framework ${versions.framework.join(', ')}` : null,
    versions.client.length > 0 ? `client library ${versions.client.join(', ')}` : null,
    versions.runtime.length > 0 ? `server on ${versions.runtime.join(', ')}` : null,
    machines.length > 0 ? machines.join('; ') : null,
    networkMeasured.length > 0 ? `network measured: ${networkMeasured.join('; ')}` : null,
    ...looks.map(({ session, look }) => `${looks.length > 1 ? `${session}: ` : ''}${lookText(look)}`),
    ...floors.map(floorText),
  ].filter((fact) => fact !== null);
  return {
    ...nameOf(entry),
    facts: facts.join(' · '),
    findings: merge.flags.map(({ code, level, count, message }) => ({
      code,
      level,
      text: sentences(code === 'few-runs' ? '' : `in ${count} of ${merge.runs} runs.`, explain(code), message),
    })),
    excludedRuns: merge.excluded.map(({ id, codes }) => ({
      id,
      text: `left out for ${codes.join(', ')}: ${sentences(...codes.map(explain))}`,
    })),
    notices: merge.notices,
    remarks: merge.remarks,
    missing: Object.entries(merge.notMeasured).map(([path, reason]) => `${path.replace(/^metrics\./, '')}: ${reason}`),
  };
}
