/** A session that is being measured while the page is open. */
import ko from 'knockout';

/** What the web API streams: a `session` running now, and how far it is; `session` null when nothing runs. */
interface ProgressEvent {
  session: string | null;
  text?: string;
}

export class Progress {
  readonly running = ko.observable(false);
  readonly text = ko.observable('');
  constructor(private readonly changed: () => Promise<void>) {}
  watch(): void {
    const events = new EventSource('/api/progress');
    events.onmessage = ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as ProgressEvent;
      this.running(event.session !== null);
      this.text(event.text ?? '');
      void this.changed();
    };
  }
}
