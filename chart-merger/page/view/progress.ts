/** A session that is being measured while the page is open. */
import ko from 'knockout';
import type { ProgressState } from '../../../web-api/progress.ts';

export class Progress {
  readonly running = ko.observable(false);
  readonly text = ko.observable('');
  /** The run that is being made, of how many; null: that is not known. */
  readonly run = ko.observable(0);
  readonly runs = ko.observable<number | null>(null);

  /** @param finished called when a run's record was kept */
  constructor(private readonly finished: () => Promise<void>) {}

  /** Follows the web API until the page is left; the browser connects again by itself. */
  watch(): void {
    const events = new EventSource('/api/progress');
    events.onmessage = ({ data }: MessageEvent<string>) => {
      const state = JSON.parse(data) as ProgressState;
      this.running(state.session !== null);
      this.text(state.text);
      if (state.session === null) return;
      // A reader that is slow gets the newest event alone: that a run has ended shows in the next one too.
      const isNext = state.run > this.run.peek() && this.run.peek() > 0;
      this.run(state.run);
      this.runs(state.runs);
      if (isNext || state.step === 'finished') void this.finished();
    };
    events.onerror = () => this.running(false);
  }
}
