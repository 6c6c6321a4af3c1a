/** A session that is being measured while the page is open. */
import ko from 'knockout';
import type { ProgressState } from '../../../web-api/progress.ts';

export class Progress {
  readonly running = ko.observable(false);
  readonly text = ko.observable('');
  /** The run that is being made, of how many; null: that is not known. */
  readonly run = ko.observable(0);
  readonly runs = ko.observable<number | null>(null);

  /** No more runs come: the session is over, or its server is gone. */
  readonly over = ko.observable(false);
  readonly going = ko.pureComputed(() => !this.over());
  readonly bar = ko.pureComputed(() => this.runs() !== null && !this.over());
  #session: string | null = null;

  /** @param finished called when a run's record was kept */
  constructor(private readonly finished: () => Promise<void>) {}

  /** Follows the web API until the session is over or the page is left; the browser connects again by itself. */
  watch(): void {
    const events = new EventSource('/api/progress');
    events.onmessage = ({ data }: MessageEvent<string>) => {
      const state = JSON.parse(data) as ProgressState;
      this.#session = state.session;
      this.running(state.session !== null);
      this.text(state.text);
      this.over(false);
      if (state.session === null) return;
      if (state.over !== undefined) {
        this.over(true);
        // The server ends when its last reader has left.
        void this.finished().finally(() => events.close());
        return;
      }
      // A reader that is slow gets the newest event alone: that a run has ended shows in the next one too.
      const isNext = state.run > this.run.peek() && this.run.peek() > 0;
      this.run(state.run);
      this.runs(state.runs);
      if (isNext || state.step === 'finished') void this.finished();
    };
    events.onerror = () => {
      if (this.#session === null || this.over.peek()) return;
      this.over(true);
      this.text(`Outcry no longer serves this page. See the session: ./outcry charts --session ${this.#session}`);
    };
  }
}
