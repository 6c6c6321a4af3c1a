/** Entry of the load page: the engine, the person's form and the launcher's way in, put together. */
import '../style.css';
import './load.css';
import adapter from '@outcry/adapter';
import ko from 'knockout';
import { pageClock } from '../../member/clock.ts';
import './number-input.ts';
import { createRemote, type OutcryLoad } from '../../member/remote.ts';
import { LoadViewModel } from './view-model.ts';

declare global {
  interface Window {
    outcryLoad: OutcryLoad;
  }
}

/** Often enough to look alive, seldom enough to cost a measured page nothing. */
const REFRESH_MS = 500;

const clock = pageClock();
let view: LoadViewModel | null = null;
window.outcryLoad = createRemote(adapter, location.origin, clock, () => view?.refresh());
view = new LoadViewModel(adapter.transports, window.outcryLoad, clock);
document.title = `Load test – ${view.label} – Outcry`;
ko.applyBindings(view);
setInterval(() => view?.refresh(), REFRESH_MS);
