/** Entry of the load page: a member, the meeting with other pages, and the person's form, put together. */
import '../style.css';
import './load.css';
import adapter from '@outcry/adapter';
import ko from 'knockout';
import { pageClock } from '../../member/clock.ts';
import { Member } from '../../member/member.ts';
import type { Transport } from '../../metrics/transports.ts';
import { Meeting } from './meeting.ts';
import { Line } from './page-connection.ts';
import type { Told } from './record-by-hand.ts';
import { clientScript } from './scenario-scripts.ts';
import { judgeOf, SCENARIOS } from './scenarios.ts';
import { LoadViewModel } from './view-model.ts';

/** For `<input type=number>`: the observable holds a number, NaN when the field does not. */
ko.bindingHandlers.number = {
  init(element: HTMLInputElement, value: () => ko.Observable<number>) {
    element.addEventListener('input', () => value()(element.valueAsNumber));
  },
  update(element: HTMLInputElement, value: () => ko.Observable<number>) {
    const number = ko.unwrap(value());
    if (!Number.isNaN(number) && element.valueAsNumber !== number) element.valueAsNumber = number;
  },
};

const clock = pageClock();
/** Random enough that no two pages have the same. `crypto.randomUUID` is only there on secure origins. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('');

const member = new Member({ adapter, url: location.origin, clock, script: clientScript });
/** Of the last connection that was made: by the end of a test there is none. */
let told: Told = { standIn: null, notice: null };
const watched = {
  connect: member.connect.bind(member),
  // The first client is connected by then, if only to relate clocks.
  prepare: async (test: Parameters<Member['prepare']>[0]) => {
    await member.prepare(test);
    const { standIn, notice } = member.state();
    told = { standIn, notice };
  },
  begin: member.begin.bind(member),
  report: member.report.bind(member),
  disconnect: member.disconnect.bind(member),
};

function save(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The first transport over which pages can talk to each other. */
const talking = (Object.keys(__OUTCRY_APP__.verbs) as Transport[]).find((transport) =>
  __OUTCRY_APP__.verbs[transport]?.includes('publish'),
);

const view = new LoadViewModel({
  scenarios: SCENARIOS,
  judgeOf,
  run: (wanted) => meeting.run(wanted),
  told: () => told,
  newId,
  userAgent: navigator.userAgent,
  save,
});
const meeting = new Meeting({
  page: newId(),
  member: watched,
  clock,
  room: talking === undefined ? null : (hear) => new Line(adapter, location.origin, talking, hear),
  clients: () => view.clients(),
  newId,
  onState: (state) => view.state(state),
});
document.title = `Load test – ${view.label} – Outcry`;
ko.applyBindings(view);
// What the person waited for may be below the edge of the window.
view.results.subscribe((results) => results && setTimeout(() => document.getElementById('results')?.focus()));
meeting.listen().catch((error) => view.problem(`Other pages cannot be heard: ${error.message}`));
