/** Taking files in, one by one, and showing what came of each. */
import ko from 'knockout';
import type { ImportOutcome } from '../../../web-api/import/index.ts';
import { askApi } from '../model/data-source.ts';

interface Shown {
  name: string;
  failed: boolean;
  summary: string;
  odd: string[];
}

const runs = (ids: string[]) => `${ids.length} run${ids.length === 1 ? '' : 's'}`;

export class ImportPanel {
  readonly busy = ko.observable(false);
  readonly shown = ko.observableArray<Shown>([]);

  /** @param taken called after files were taken in, with the sessions that their runs are of */
  constructor(private readonly taken: (sessions: string[]) => Promise<void>) {}

  /** The file input's `change`. */
  readonly chosen = async (_: unknown, event: Event): Promise<void> => {
    const input = event.target as HTMLInputElement;
    const files = [...(input.files ?? [])];
    if (files.length === 0) return;
    this.busy(true);
    this.dismiss();
    const sessions = new Set<string>();
    try {
      for (const file of files) {
        for (const session of await this.#upload(file)) sessions.add(session);
      }
      if (sessions.size > 0) await this.taken([...sessions]);
    } finally {
      this.busy(false);
      // The same file may be chosen again after it was corrected.
      input.value = '';
    }
  };

  /** @returns the sessions of its runs; none when it was refused */
  async #upload(file: File): Promise<string[]> {
    const { name } = file;
    try {
      const outcome = await askApi<ImportOutcome>(`/api/import?${new URLSearchParams({ name })}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: file,
      });
      this.shown.push({ name, failed: false, ...describe(outcome) });
      return outcome.sessions;
    } catch (error) {
      this.shown.push({ name, failed: true, summary: `nothing taken: ${(error as Error).message}`, odd: [] });
      return [];
    }
  }

  readonly dismiss = (): void => {
    this.shown([]);
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
