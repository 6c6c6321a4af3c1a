/** A session that is being measured while the page is open. */
import ko from 'knockout';
import type { ProgressState } from '../../web-api/progress.ts';

export class Progress {
  readonly running = ko.observable(false);
  readonly text = ko.observable('');
  readonly #finished: () => Promise<void>;

  /** @param finished called when a run's record was kept */
  constructor(finished: () => Promise<void>) {
    this.#finished = finished;
  }

  /** Follows the web API until the page is left; the browser connects again by itself. */
  watch(): void {
    const events = new EventSource('/api/progress');
    events.onmessage = ({ data }: MessageEvent<string>) => {
      const state = JSON.parse(data) as ProgressState;
      this.running(state.session !== null);
      this.text(state.session === null ? '' : `${state.session}, ${state.text}`);
      if (state.session !== null && state.step === 'finished') void this.#finished();
    };
    events.onerror = () => this.running(false);
  }
}
