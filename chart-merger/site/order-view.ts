/** The order of rows by what counts to a reader, each place in one sentence. Pure. */
import { orderOf, type Placed, type Weights } from '../../merge/choice/order.ts';
import { type ChoiceRow, CRITERIA, type Criterion } from '../../merge/choice/types.ts';
import { digits } from '../../metrics/numbers.ts';
import { TRANSPORT_ENTRIES } from '../../metrics/transports.ts';
import { type Html, html } from './html.ts';

const criterion = (id: Criterion) => CRITERIA.find((one) => one.id === id)!;
const nameOf = (id: Criterion): string => criterion(id).title;

/** `CPU per 1,000 deliveries (1.5 times)` */
function mostText({ criterion: id, times }: NonNullable<Placed['most']>): string {
  const of = criterion(id).unit === '%' ? ' as many sent for one that arrives' : '';
  return `${nameOf(id)} (${digits(times)} times${of})`;
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** `Alpha`; with its transport where rows of several are in the order. */
function labelOf({ label, transport }: ChoiceRow, withTransport: boolean): string {
  return withTransport ? `${label} over ${TRANSPORT_ENTRIES[transport].label}` : label;
}

/** One sentence on a row's place. */
export function placeText(one: Placed, placed: readonly Placed[], name: (row: ChoiceRow) => string): string {
  const beside = placed.filter(({ place, row }) => place === one.place && row !== one.row).map(({ row }) => name(row));
  const equal =
    beside.length === 0
      ? ''
      : ` ${listed([name(one.row), ...beside])} are equal for you: the intervals do not tell them apart.`;
  if (one.times === null) {
    return `Takes least of what counts to you${beside.length === 0 && placed.length > 1 ? ', and no other row can be equal' : ''}.${equal}`;
  }
  const { value, low, high } = one.times;
  const most = one.most === null ? '' : `, most by its ${mostText(one.most)}`;
  const isLeader = placed.find(({ place }) => place === one.place) === one;
  const rest = isLeader ? equal : ` Equal for you to ${name(placed.find(({ place }) => place === one.place)!.row)}.`;
  return `Takes ${digits(value)} times (${digits(low)}–${digits(high)}) what ${name(placed[0]!.row)} does${most}.${rest}`;
}

export function orderView(rows: readonly ChoiceRow[], weights: Weights): Html {
  if (CRITERIA.every(({ id }) => weights[id] === 0))
    return html`<p class="notice">Say what counts to you, and the order follows.</p>`;
  const { placed, unplaced } = orderOf(rows, weights);
  const several = new Set(rows.map(({ transport }) => transport)).size > 1;
  const name = (row: ChoiceRow): string => labelOf(row, several);
  return html`${placed.length === 0 && html`<p class="notice">No row has figures for all of this.</p>`}
<ol class="places">${placed.map(
    (one) =>
      html`<li value="${one.place}" data-first="${String(one.place === 1)}"><span class="place" aria-hidden="true">${one.place}</span><div><strong>${name(one.row)}</strong><p>${placeText(one, placed, name)}</p></div></li>`,
  )}</ol>
${unplaced.length > 0 && html`<p class="hint">Without a place: ${unplaced.map(({ row, without }) => `${name(row)} (${without.length === 0 ? `measured unlike the others: ${row.setup}` : `not known: ${without.map(nameOf).join(', ')}`})`).join('; ')}.</p>`}
<p class="hint">Figures are averaged as ratios, by what they count. Intervals of 95 % are taken as independent of each other; the runs of one session tell more apart than that.</p>`;
}
