/** The bindings of the form's controls: each reads the selection and writes it back. */
import ko from 'knockout';
import { detailsOf, titleOf } from '../../../records/session-title.ts';
import { trendName } from '../model/graphs.ts';
import { signOf } from '../model/palette.ts';
import { isDetectable, LISTS, type ListName, type Selection } from '../model/selection.ts';
import type { ChartsPage } from './charts-page.ts';

interface Choice {
  value: string;
  label: string;
  title: string | undefined;
  checked: ko.Computed<boolean>;
}

/** `chosen` with `value` in or out; null when that is all there are. */
function withValue(chosen: string[] | null, all: string[], value: string, wanted: boolean): string[] | null {
  const next = new Set(chosen ?? all);
  if (wanted) next.add(value);
  else next.delete(value);
  return all.every((each) => next.has(each)) ? null : [...next];
}

export class Controls {
  // Fields are made before the constructor sets `page`: they may read it only when they are asked.
  constructor(readonly page: ChartsPage) {}

  #several(name: ListName) {
    return ko.pureComputed(() => this.page.values[name]().length > 1 || this.page.selection()[name] !== null);
  }

  #choices(name: ListName, heading: string, labelOf: (value: string) => string = (value) => value) {
    const choices = ko.pureComputed<Choice[]>(() =>
      this.page.values[name]().map((value) => ({
        value,
        label: labelOf(value),
        title: undefined,
        checked: ko.pureComputed({
          read: () => this.page.selection()[name]?.includes(value) ?? true,
          write: (wanted) => {
            this.page.choose({
              [name]: withValue(this.page.selection()[name], this.page.values[name](), value, wanted),
            });
          },
        }),
      })),
    );
    return { name, heading, choices, several: this.#several(name) };
  }

  /** One list of one value or all: a select. */
  #select(name: ListName) {
    return ko.pureComputed<string>({
      read: () => this.page.selection()[name]?.[0] ?? '',
      write: (value) => {
        const wanted = value ? [value] : null;
        if (JSON.stringify(wanted) !== JSON.stringify(this.page.selection()[name]))
          this.page.choose({ [name]: wanted });
      },
    });
  }

  #toggle(name: 'invalid' | 'together' | 'log' | 'substitutes') {
    return ko.pureComputed<boolean>({
      read: () => this.page.selection()[name],
      write: (value) => this.page.choose({ [name]: value }),
    });
  }

  /** A summary of the rows that pass the filters. */
  readonly filterSummary = ko.pureComputed(() => {
    const chosen = this.page.chosen().length;
    const all = this.page.loaded().length;
    return LISTS.every((name) => this.page.selection()[name] === null) ? 'everything' : `${chosen} of ${all} rows`;
  });
  readonly lists = [
    this.#choices('framework', 'Frameworks', (value) => this.page.labelOf().get(value) ?? value),
    this.#choices('transport', 'Transports'),
    this.#choices('scenario', 'Scenarios'),
  ];
  readonly severalSwarms = this.#several('swarm');
  readonly severalKinds = this.#several('kind');
  readonly swarm = this.#select('swarm');
  readonly kind = this.#select('kind');
  readonly invalid = this.#toggle('invalid');
  readonly together = this.#toggle('together');
  readonly severalSessions = ko.pureComputed(() => (this.page.chosenSessions()?.length ?? this.page.list.total()) > 1);
  readonly log = this.#toggle('log');
  readonly substitutes = this.#toggle('substitutes');

  readonly sessions = ko.pureComputed<(Choice & { details: string })[]>(() =>
    this.page.sessions().map((session) => ({
      value: session.id,
      label: titleOf(session),
      details: detailsOf(session),
      title: session.note ?? undefined,
      checked: ko.pureComputed({
        read: () => this.page.chosenSessions()?.includes(session.id) ?? true,
        write: (wanted) => {
          const listed = this.page.sessions().map(({ id }) => id);
          const chosen = withValue(this.page.chosenSessions(), listed, session.id, wanted);
          // All that are listed are not all there are.
          this.page.choose({ session: chosen ?? (this.page.list.isWhole() ? null : listed) });
        },
      }),
    })),
  );
  readonly sessionSummary = ko.pureComputed(() => {
    const total = this.page.list.total();
    const chosen = this.page.chosenSessions();
    if (total === 0) return 'none';
    const [first] = this.page.sessions().filter(({ id }) => chosen?.includes(id) ?? true);
    if (chosen === null && total > 1) return `all ${total}`;
    return (chosen === null || chosen.length === 1) && first ? titleOf(first) : `${chosen?.length ?? 0} of ${total}`;
  });
  /** Lists more sessions; the focus goes to the first of them, as the button may be gone. */
  readonly moreSessions = async (_: unknown, event: Event): Promise<void> => {
    const panel = (event.currentTarget as HTMLElement).closest('.picker-panel');
    const first = await this.page.list.more();
    const boxes = [...(panel?.querySelectorAll<HTMLInputElement>('input[name="session"]') ?? [])];
    boxes.find(({ value }) => value === first)?.focus();
  };
  readonly newestSession = (): void => this.page.choose({ session: 'newest' });
  readonly allSessions = (): void => this.page.choose({ session: null });
  readonly sessionNotes = ko.pureComputed(() => {
    const chosen = this.page.chosenSessions();
    const noted = this.page.sessions().filter(({ id, note }) => note && (chosen?.includes(id) ?? true));
    // Of one session the list above says the title.
    return noted.map((session) => ({ title: noted.length > 1 ? titleOf(session) : '', note: session.note }));
  });

  readonly severalTrends = ko.pureComputed(() => this.page.trends().length > 1);
  readonly trends = ko.pureComputed(() =>
    this.page.trends().map((value) => ({ value, label: trendName(value, this.page.specs()) })),
  );
  readonly trend = ko.pureComputed<string | null>({
    read: () => this.page.shown(),
    write: (value) => {
      // The first of the list is what is shown when nothing is chosen.
      if (value && value !== this.page.shown()) {
        this.page.choose({ latency: value === this.page.lead() ? null : value });
      }
    },
  });

  readonly baselines = ko.pureComputed(() => {
    const { best, unranked } = this.page.comparing;
    const chosen = best();
    return [
      ...(chosen ? [{ id: '', label: `the best: ${chosen.label}` }] : []),
      ...this.page.entries().filter(({ merge }) => !unranked().has(merge)),
    ];
  });
  readonly baseline = ko.pureComputed<string>({
    read: () => this.page.comparing.named()?.id ?? '',
    write: (value) => {
      // The list itself writes when its options change: what it then says is what was chosen already.
      if (value !== undefined && value !== this.baseline()) this.page.choose({ baseline: value || null });
    },
  });

  readonly detect = ko.pureComputed<string>({
    read: () => String(this.page.selection().detect),
    write: (value) => {
      const percent = Number(value);
      if (isDetectable(percent)) this.page.choose({ detect: percent });
    },
  });

  /** The legend of all charts: a switch per row. */
  readonly keys = ko.pureComputed(() =>
    this.page.entries().map(({ id, label, short, style }) => ({
      id,
      label: short,
      title: label,
      sign: signOf(style),
      checked: ko.pureComputed({
        read: () => !this.page.selection().hide.includes(id),
        write: (shown: boolean) => {
          const { hide } = this.page.selection();
          this.page.choose({ hide: shown ? hide.filter((other) => other !== id) : [...hide, id] });
        },
      }),
    })),
  );

  readonly reset = (): void => this.page.choose(cleared(this.page.selection()));
}

/** The selection with all lists open, sessions and views kept. */
function cleared(selection: Selection): Partial<Selection> {
  return {
    framework: null,
    transport: null,
    scenario: null,
    swarm: null,
    kind: null,
    hide: [],
    ...(selection.session?.length === 0 ? { session: 'newest' as const } : {}),
  };
}
