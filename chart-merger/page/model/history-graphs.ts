/** The pictures of versions that were measured in the same rounds: each figure over the versions, with its changes marked. Pure data. */
import { chartsOf, rolesOf } from '../../../merge/charts.ts';
import { type History, historiesOfMerges } from '../../../merge/compare/history.ts';
import { historySentence, timesText, titleOf } from '../../../merge/text/history-sentences.ts';
import type { Merge } from '../../../merge/types.ts';
import { costsOf } from '../../../metrics/standard-metrics.ts';
import { shownUnit } from '../../../metrics/units.ts';
import type { ScenarioAbout } from '../../../protocol/scenario-charts.ts';
import { type Graph, PLAIN, rowSeries } from './graphs.ts';
import type { Entry } from './row-texts.ts';

/** The histories among rows, by the figure that ranks them and by what they cost. */
export function historiesIn(entries: readonly Entry[], scenarios: ScenarioAbout[]): History[] {
  const merges = entries.map(({ merge }) => merge);
  const figuresOf = ({ combination: { scenario } }: Merge): string[] => {
    const ranked = chartsOf(scenario, scenarios, merges).compare.metric;
    return [...new Set([ranked, ...costsOf(rolesOf(scenario, scenarios, merges)).map(({ metric }) => metric)])];
  };
  return historiesOfMerges(merges, figuresOf);
}

/** Pages have the sign of times, terminals an x. */
const onPage = (text: string): string => text.replace(/ x(?= |$)/g, ' ×');

/** The sentences of the command `history`, one for each, with the figures as the page calls them. */
export const historyTexts = (histories: readonly History[], entries: readonly Entry[]): string[] =>
  histories.map((each) => {
    const history = { ...each, figure: labelOf(each, entryOf(each, entries)) };
    const sentence = historySentence(history);
    return onPage(`${titleOf(history)}. ${sentence[0]!.toUpperCase()}${sentence.slice(1)}`);
  });

const entryOf = ({ combination }: History, entries: readonly Entry[]): Entry =>
  entries.find(({ merge }) => merge.combination === combination)!;

const labelOf = ({ figure }: History, { merge }: Entry): string => merge.metrics[figure]?.label ?? figure;

export function historyGraphs(histories: readonly History[], entries: readonly Entry[]): Graph[] {
  return histories.map((history, index): Graph => {
    const { points, changes } = history;
    const entry = entryOf(history, entries);
    const { unit, size } = shownUnit(history);
    const scaled = (value: number | null): number | null => (value === null ? null : value / size);
    const drawn = points.map(({ value, low, high }, x) => ({
      ...{ x, y: value / size, low: scaled(low), high: scaled(high) },
    }));
    const versions = points.map(({ version }) => version);
    const label = labelOf(history, entry);
    return {
      ...PLAIN,
      id: `history-${index}`,
      section: 'history',
      title: `${titleOf(history).split(',')[0]}: ${label}`,
      yTitle: unit,
      x: 'versions',
      rows: versions,
      shortRows: versions,
      series: [{ ...rowSeries(entry, drawn), name: label }],
      marks: changes.map((change) => ({ x: change.at, text: onPage(timesText(change).split(' (')[0]!) })),
    };
  });
}
