/** The chooser's page from the data of findings: what to take from it, the order, the tables, what is not known, the studies. Pure. */
import { alike, alikeText } from '../../merge/choice/alike.ts';
import { notRunSentence } from '../../merge/choice/not-run.ts';
import { type Findings, knownOf, type Take } from '../../merge/choice/types.ts';
import { CLASSES } from '../../merge/claims/types.ts';
import { TRANSPORT_ENTRIES, TRANSPORTS } from '../../metrics/transports.ts';
import { type Html, html } from './html.ts';
import { orderView } from './order-view.ts';
import { type AppFacts, type Choices, chosenRows, MOST_WEIGHT, measuredName } from './state.ts';
import { frameworksTable, sideTable } from './table-view.ts';

export interface ChoosePage {
  findings: Findings;
  apps: readonly AppFacts[];
  /** The address of a study's page. */
  studyLink(id: string): string;
}

const takeView = ({ lead, rest }: Take): Html =>
  html`<li><strong>${lead}</strong><p>${rest[0]?.toUpperCase() ?? ''}${rest.slice(1)}</p></li>`;

/** By weight. */
export const WORDS = ['nothing', 'a little', 'some', 'much'];

const weightView = ({ findings: { choice } }: ChoosePage, choices: Choices) =>
  knownOf(choice?.measurements.flatMap(({ rows }) => rows) ?? []).map(
    ({ id, title }) =>
      html`<div class="weight" data-weight="${choices.weights[id]}"><label for="weight-${id}">${title}</label><input type="range" id="weight-${id}" name="${id}" min="0" max="${MOST_WEIGHT}" value="${choices.weights[id]}" /><output for="weight-${id}">${WORDS[choices.weights[id]] ?? ''}</output></div>`,
  );

const chip = (name: string, value: string, label: string, checked: boolean): Html =>
  html`<label class="chip"><input type="checkbox" name="${name}" value="${value}" ${checked && html`checked`} /><span>${label}</span></label>`;

const SIZES: Record<string, string> = {
  whole: 'the whole load',
  'full-console': 'the whole load',
  quick: 'a quick look: bytes and memory only',
};

function mustView({ findings: { choice }, apps }: ChoosePage, choices: Choices): Html {
  const measurements = choice?.measurements ?? [];
  const rows = measurements.flatMap((one) => one.rows);
  const transports = TRANSPORTS.filter((name) => rows.some(({ transport }) => transport === name));
  const languages = [
    ...new Set(apps.filter(({ id }) => rows.some((row) => row.framework === id)).map((app) => app.language)),
  ];
  const first = measurements[0];
  const chosen = choices.measured ?? (first === undefined ? '' : measuredName(first));
  return html`<fieldset class="filter"><legend>Transport</legend>${transports.map((name) => chip('transport', name, TRANSPORT_ENTRIES[name].label, choices.transports.includes(name)))}</fieldset>
<fieldset class="filter"><legend>Language of the server</legend>${languages.map((name) => chip('language', name, name, choices.languages.includes(name)))}</fieldset>
<fieldset class="filter"><legend>Operation</legend>${chip('alone', '1', 'runs without an extra server', choices.alone)}</fieldset>
<div class="filter"><label class="legend" for="measured">Swarm and size</label><select id="measured" name="measured">${measurements.map((one) => html`<option value="${measuredName(one)}" ${measuredName(one) === chosen && html`selected`}>${one.clients} clients in ${one.swarm === 'browser' ? 'browsers' : 'console workers'}, ${SIZES[one.size] ?? one.size} (${one.size})</option>`)}</select></div>`;
}

/** The parts that follow the choices, by the ids of their places. */
export function chosenView({ findings, apps }: ChoosePage, choices: Choices): Record<'order' | 'table', Html> {
  const { measurement, rows } = chosenRows(findings, choices, apps);
  return {
    order: orderView(rows, choices.weights),
    table: measurement === null ? html`` : frameworksTable(measurement, rows, choices),
  };
}

function unknownView({ unknown }: Findings): Html {
  return html`${unknown.map(
    ({ class: name, claims }) =>
      html`<h3>Main claims, ${name}</h3><ul>${alike(claims.map(({ says }) => says)).map((some) => html`<li>${alikeText(some)} <small class="hint">${some.each.map(({ index }) => claims[index]!.id).join(', ')}</small></li>`)}</ul>`,
  )}`;
}

function studiesView({ findings, studyLink }: ChoosePage): Html {
  const { studies, missing, machines } = findings;
  const notRun = notRunSentence(findings);
  return html`<div class="scroll" tabindex="0" role="group" aria-label="The studies"><table id="studies-table"><thead><tr><th scope="col">study</th>${CLASSES.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${studies.map(({ id, title, counts }) => html`<tr><th scope="row"><a href="${studyLink(id)}">${id}: ${title}</a></th>${CLASSES.map((name) => html`<td data-none="${String(counts[name] === 0)}">${counts[name]}</td>`)}</tr>`)}</tbody></table></div>
${missing.length > 0 && html`<p class="hint">Without kept runs: study ${missing.join(', ')}.</p>`}
${notRun !== null && html`<p class="hint">${notRun}</p>`}
<p class="hint">Holds, differs now: the 95 % interval is within the bounds of the claim's rule, or none of it is, while the study's own figures are. Refuted: none of it is, and the study has no figures for it, or its own app made them so. The study contradicts itself: its figures fail. Needs a bigger load machine: the clients were short of CPU.</p>
<p class="hint">Machines: ${machines}.</p>`;
}

/** The whole of the page's main part. */
export function chooseView(page: ChoosePage, choices: Choices): Html {
  const { findings } = page;
  const { choice, unknown } = findings;
  const { order, table } = chosenView(page, choices);
  return html`${
    choice !== null &&
    html`<section class="card takes" aria-labelledby="takes-heading"><h2 id="takes-heading">What to take from it</h2><ol>${choice.takes.map(takeView)}</ol><p class="hint">In brackets: 95 % intervals, of one session each.</p></section>
<section class="card" aria-labelledby="frameworks-heading"><h2 id="frameworks-heading">Frameworks side by side</h2>
<form class="filters" aria-label="What must be there">${mustView(page, choices)}<button type="button" id="reset" class="quiet">As at first</button></form>
<div id="table">${table}</div>
<p class="hint">Green: as low as the lowest of its column, as far as the intervals tell. The redder, the more. Idle connections were measured in a session of their own, with 1,000 to 4,500 console clients. Over some transports the clients needed more processes than over others: the order below has only rows that were measured alike.${choice.missedNote !== null && ` ${choice.missedNote}`}</p></section>
<section class="card choose" aria-labelledby="choose-heading"><h2 id="choose-heading">Choose for yourself</h2><div class="columns"><form aria-label="What counts to you"><h3>What counts to you</h3>${weightView(page, choices)}<p class="hint">What must be there is chosen above the table. The address of this page holds your choice: copy it to share it.</p></form><div id="order" role="region" aria-live="polite" aria-label="The order for you">${order}</div></div></section>
${choice.tables.map((side) => html`<section class="card" aria-labelledby="${side.id}-heading"><h2 id="${side.id}-heading">${side.title}</h2>${sideTable(side)}<p class="hint">Intervals are 95 %, of one session each; a dash: not known. ${side.note}</p></section>`)}`
  }
${unknown.length > 0 && html`<section class="card unknown" aria-labelledby="unknown-heading"><h2 id="unknown-heading">What we do not know</h2>${unknownView(findings)}</section>`}
<section class="card" aria-labelledby="studies-heading" id="studies"><h2 id="studies-heading">The studies</h2>${studiesView(page)}</section>`;
}
