/** Entry of the load page: a member with its clients, and the person's form. */
import '../style.css';
import './load.css';
import adapter from '@outcry/adapter';
import ko from 'knockout';
import { pageClock } from '../../member/clock.ts';
import { Member } from '../../member/member.ts';
import { clientScript } from './scenario-scripts.ts';
import { SCENARIOS } from './scenarios.ts';
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

const member = new Member({ adapter, url: location.origin, clock: pageClock(), script: clientScript });
const view = new LoadViewModel(SCENARIOS, member);
document.title = `Load test – ${view.label} – Outcry`;
ko.applyBindings(view);
// The results that the person waited for may be below the edge of the window.
view.verdict.subscribe((verdict) => verdict && setTimeout(() => document.getElementById('results')?.focus()));
