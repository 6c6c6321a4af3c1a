/** The view model of the scoreboards: the rows of an answer with their signs, chips and ratios. */
import ko from 'knockout';
import { shortUnrankedMark } from '../../../merge/text/labels.ts';
import { NONE, timesFigure, timesText } from '../../../metrics/numbers.ts';
import { chipsOf, type Entry, nameOf } from '../model/row-texts.ts';
import type { ChartsPage } from './charts-page.ts';

export class Scoreboards {
  // Fields are made before the constructor sets `page`: they may read it only when they are asked.
  constructor(readonly page: ChartsPage) {}

  /** One per answer. */
  readonly boards = ko.pureComputed(() => {
    const unranked = this.page.comparing.unranked();
    const texts = this.page.comparing.texts();
    return texts.flatMap(({ title, load, session, entries: own, board: { heads, rows }, ratios, over }) => {
      if (rows.length === 0) return [];
      const entries = new Map(own.map((entry) => [entry.merge, entry]));
      return [
        {
          title,
          load,
          session,
          name: `Scoreboard: ${[title, load, session].filter(Boolean).join('; ')}`,
          isAlone: texts.length === 1,
          main: heads[0],
          others: heads.slice(1),
          best: over,
          rows: rows.flatMap(({ merge, cells }) => {
            const entry = entries.get(merge);
            if (entry === undefined) return [];
            const ratio = ratios.get(merge) ?? null;
            const [main, ...others] = cells;
            return [
              {
                ...nameOf(entry),
                name: unmarked(entry),
                chips: chipsOf(entry, unranked.get(merge) ?? null),
                ranked: !unranked.has(merge),
                main,
                others,
                times: ratio === null ? NONE : ratio.value === 1 ? '1' : timesFigure(ratio.value),
                interval: ratio === null || ratio.value === 1 ? '' : intervalText(ratio),
                timesTitle: ratio === null ? '' : timesText(ratio),
              },
            ];
          }),
        },
      ];
    });
  });
}

const intervalText = ({ low, high }: { low: number; high: number }): string =>
  Number.isFinite(high) && high < 100 ? `${timesFigure(low)}–${timesFigure(high)}` : '';

/** A row's name without the word that its chip has. */
const unmarked = ({ short, merge }: Entry): string =>
  shortUnrankedMark(merge.combination).reduce((name, mark) => name.replace(` ${mark}`, ''), short);
