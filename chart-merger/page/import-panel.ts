/** Taking files in: what was taken and what was odd about it. */
import ko from 'knockout';
import type { Finding } from '../../loadtests/protocol/run-record.ts';
import { askApi } from './source.ts';

/** What the web API answers to an import. */
interface ImportAnswer {
  taken: string[];
  already: string[];
  notes: string[];
  odd: { id: string; validity: Finding[] }[];
}

/** One file's outcome, as it is shown. */
interface Imported {
  name: string;
  failed: boolean;
  summary: string;
  notes: string[];
}

export class ImportPanel {
  readonly busy = ko.observable(false);
  readonly results = ko.observableArray<Imported>([]);

  /** @param taken called after files were taken in */
  constructor(private readonly taken: () => Promise<void>) {}

  /** The file input's `change`. */
  readonly chosen = async (_: unknown, event: Event): Promise<void> => {
    const input = event.target as HTMLInputElement;
    const files = [...(input.files ?? [])];
    if (files.length === 0) return;
    this.busy(true);
    this.results([]);
    for (const file of files) this.results.push(await importFile(file));
    this.busy(false);
    // The same file may be chosen again after it was corrected.
    input.value = '';
    await this.taken();
  };

  readonly dismiss = (): void => {
    this.results([]);
  };
}

async function importFile(file: File): Promise<Imported> {
  try {
    const { taken, already, notes, odd } = await askApi<ImportAnswer>(
      `/api/import?name=${encodeURIComponent(file.name)}`,
      { method: 'POST', headers: { 'content-type': 'text/plain' }, body: file },
    );
    const count = (ids: string[]) => `${ids.length} run${ids.length === 1 ? '' : 's'}`;
    return {
      name: file.name,
      failed: false,
      summary: [
        `${count(taken)} taken`,
        already.length > 0 && `${count(already)} here already`,
        odd.length > 0 && `${odd.length} with something odd`,
      ]
        .filter(Boolean)
        .join(', '),
      notes: [
        ...notes,
        ...odd.flatMap(({ id, validity }) => validity.map(({ code, message }) => `${id}: ${code}: ${message}`)),
      ],
    };
  } catch (error) {
    return { name: file.name, failed: true, summary: `nothing taken: ${(error as Error).message}`, notes: [] };
  }
}
