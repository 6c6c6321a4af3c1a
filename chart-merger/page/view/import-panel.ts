/** Taking files in: what was taken and what was odd about it. */
import ko from 'knockout';
import type { ImportOutcome } from '../../../web-api/import/store-step.ts';
import { askApi } from '../model/data-source.ts';

/** What came of it, as it is shown. */
interface Shown {
  names: string;
  failed: boolean;
  summary: string;
  odd: string[];
}

const runs = (ids: string[]) => `${ids.length} run${ids.length === 1 ? '' : 's'}`;

export class ImportPanel {
  readonly busy = ko.observable(false);
  readonly shown = ko.observable<Shown | null>(null);
  readonly #taken: (sessions: string[]) => Promise<void>;

  /** @param taken called after files were taken in, with the sessions that their runs are of */
  constructor(taken: (sessions: string[]) => Promise<void>) {
    this.#taken = taken;
  }

  /** The file input's `change`. All files go in together: figures taken by hand belong to runs of another file. */
  readonly chosen = async (_: unknown, event: Event): Promise<void> => {
    const input = event.target as HTMLInputElement;
    const files = [...(input.files ?? [])];
    if (files.length === 0) return;
    const names = files.map(({ name }) => name).join(', ');
    this.busy(true);
    try {
      const body = {
        files: await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() }))),
      };
      const outcome = await askApi<ImportOutcome>('/api/import', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      this.shown({ names, failed: false, ...describe(outcome) });
      await this.#taken(outcome.sessions);
    } catch (error) {
      this.shown({ names, failed: true, summary: `nothing taken: ${(error as Error).message}`, odd: [] });
    } finally {
      this.busy(false);
      // The same file may be chosen again after it was corrected.
      input.value = '';
    }
  };

  readonly dismiss = (): void => {
    this.shown(null);
  };
}

function describe({ taken, already, odd, notes }: ImportOutcome): { summary: string; odd: string[] } {
  const parts = [`${runs(taken)} taken`];
  if (already.length > 0) parts.push(`${runs(already)} here already`);
  if (odd.length > 0) parts.push(`${odd.length} with something odd`);
  return {
    summary: parts.join(', '),
    odd: [
      ...notes,
      ...odd.flatMap(({ id, validity }) => validity.map(({ code, message }) => `${id}: ${code}: ${message}`)),
    ],
  };
}
