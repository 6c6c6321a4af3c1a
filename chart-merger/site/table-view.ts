/** Tables of figures with their intervals, coloured by how far they are from the least. Pure. */
import { figureText } from '../../merge/choice/figure-text.ts';
import {
  type ChoiceRow,
  type Criterion,
  knownOf,
  type Measurement,
  type SideTable,
  titleOf,
} from '../../merge/choice/types.ts';
import type { Measured } from '../../merge/claims/types.ts';
import { TRANSPORT_ENTRIES } from '../../metrics/transports.ts';
import { type Html, html } from './html.ts';
import type { Choices } from './state.ts';

/** Rows in the chosen order; rows without the figure come last, whichever way it goes. */
export function sorted(rows: readonly ChoiceRow[], { sort, down }: Pick<Choices, 'sort' | 'down'>): ChoiceRow[] {
  if (sort === null) return [...rows];
  const sign = down ? -1 : 1;
  const compared = (a: ChoiceRow, b: ChoiceRow): number => {
    if (sort === 'name') return sign * a.label.localeCompare(b.label, 'en');
    const [one, other] = [a.figures[sort]?.value, b.figures[sort]?.value];
    if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
    return sign * (one - other);
  };
  return [...rows].sort(compared);
}

/** Where figures lie between the least and the most of a column: on the logarithm, where all of them have one. */
interface Scale {
  at(value: number): number;
  /** The least figure itself. */
  best: Measured;
}

function scaleOf(figures: readonly (Measured | string | null)[]): Scale | null {
  const known = figures.filter((figure) => figure !== null && typeof figure !== 'string');
  if (known.length < 2) return null;
  const least = Math.min(...known.map(({ low, value }) => low ?? value));
  const most = Math.max(...known.map(({ high, value }) => high ?? value));
  const raw = (value: number): number => (least > 0 ? Math.log(value / least) : value - least);
  const at = (value: number): number => (most <= least ? 0 : Math.min(1, Math.max(0, raw(value) / raw(most))));
  return { at, best: known.reduce((best, one) => (one.value < best.value ? one : best)) };
}

/** The interval of the figure reaches into that of the least one. */
const isLow = ({ value, low }: Measured, { best }: Scale): boolean => (low ?? value) <= (best.high ?? best.value);

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

/** A cell with the figure, and its interval drawn below it. */
export function figureCell(figure: Measured | string | null, scale: Scale | null): Html {
  if (figure === null || scale === null || typeof figure === 'string') return html`<td>${figureText(figure)}</td>`;
  const [from, at, to] = [figure.low ?? figure.value, figure.value, figure.high ?? figure.value].map(scale.at);
  const places = `--from:${percent(from!)};--to:${percent(to!)};--at:${percent(at!)};--heat:${percent(at!)}`;
  return html`<td class="heat" data-low="${String(isLow(figure, scale))}" style="${places}"><span>${figureText(figure)}</span><i aria-hidden="true"></i></td>`;
}

const ARROWS = { none: '', ascending: ' ▴', descending: ' ▾' } as const;

function head(id: Criterion | 'name', title: string, { sort, down }: Choices): Html {
  const order = sort !== id ? 'none' : down ? 'descending' : 'ascending';
  return html`<th scope="col" aria-sort="${order}"><button type="button" class="quiet" id="sort-${id}" data-sort="${id}">${title}<span aria-hidden="true">${ARROWS[order]}</span></button></th>`;
}

/** `60 console clients, 10 rounds, 2026-11-23 to 2026-11-25` */
export const loadText = ({ clients, swarm, rounds, days }: Measurement): string =>
  `${clients} ${swarm} clients, ${rounds} rounds of each row, ${days}`;

export function frameworksTable(measurement: Measurement, rows: readonly ChoiceRow[], choices: Choices): Html {
  if (rows.length === 0) return html`<p class="notice">No row has all of this. Take a filter away.</p>`;
  const criteria = knownOf(measurement.rows);
  const scales = criteria.map(({ id }) => scaleOf(rows.map(({ figures }) => figures[id])));
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Frameworks side by side">
<table id="frameworks-table">
<caption><span>${loadText(measurement)}. In brackets 95 % intervals; a dash: not known.${measurement.bytesNote === null ? '' : ` ${measurement.bytesNote}`}</span></caption>
<thead><tr>${head('name', 'framework', choices)}${criteria.map((one) => head(one.id, titleOf(one), choices))}</tr></thead>
<tbody>${sorted(rows, choices).map(
    ({ label, transport, figures }) =>
      html`<tr><th scope="row"><strong>${label}</strong> <small>${TRANSPORT_ENTRIES[transport].label}</small></th>${criteria.map(({ id }, index) => figureCell(figures[id], scales[index]!))}</tr>`,
  )}</tbody>
</table></div>`;
}

export function sideTable({ id, title, heads, rows }: SideTable): Html {
  const scales = heads.slice(1).map((_, index) => scaleOf(rows.map(({ figures }) => figures[index]!)));
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${title}">
<table id="${id}-table"><thead><tr>${heads.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>${rows.map(({ name, figures }) => html`<tr><th scope="row"><strong>${name}</strong></th>${figures.map((figure, index) => figureCell(figure, scales[index]!))}</tr>`)}</tbody>
</table></div>`;
}
