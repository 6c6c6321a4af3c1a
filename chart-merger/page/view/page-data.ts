/** What the page asks for, and what was loaded of it. */
import ko from 'knockout';
import type { ScenarioAbout } from '../../../protocol/scenario-charts.ts';
import type { Problem } from '../../../records/problems.ts';
import { sessionToOpen } from '../../../records/session-to-open.ts';
import type { Session, Source } from '../model/data-source.ts';
import { type Loaded, loadMerges, type PageQuery } from '../model/loaded-merges.ts';
import type { Selection } from '../model/selection.ts';
import { SessionList } from './session-list.ts';

/** A computed that passes a change on only when its JSON differs, so that the page keeps its focus and charts. */
export function steady<T>(read: () => T): ko.PureComputed<T> {
  const text = ko.pureComputed(() => JSON.stringify(read()));
  return ko.pureComputed(() => JSON.parse(text()) as T);
}

export class PageData {
  readonly selection: ko.Observable<Selection>;
  readonly list: SessionList;
  readonly loaded = ko.observableArray<Loaded>([]);
  readonly scenarios = ko.observableArray<ScenarioAbout>([]);
  /** `loading` until the first answer, `error` when the last one failed. */
  readonly status = ko.observable<'loading' | 'ready' | 'error'>('loading');
  readonly busy = ko.observable(false);
  readonly error = ko.observable('');
  /** Files that cannot be read. */
  readonly problems = ko.observableArray<Problem>([]);
  #loads = 0;
  #listing = false;

  constructor(
    readonly source: Source,
    selection: Selection,
  ) {
    this.selection = ko.observable(selection);
    this.list = new SessionList(source);
  }

  /** Those that are listed. */
  readonly sessions = ko.pureComputed(() => this.list.sessions());

  choose(part: Partial<Selection>): void {
    this.selection({ ...this.selection(), ...part });
  }

  /** The session that the page opens with: the newest one that has an answer. */
  protected readonly opening = ko.observable<string | null>(null);

  /** Session ids to ask for; null: all. */
  readonly chosenSessions = steady(() => {
    const { session } = this.selection();
    if (session !== 'newest') return session;
    const opening = this.opening();
    return opening === null ? null : [opening];
  });

  readonly query = steady<PageQuery>(() => ({
    sessions: this.chosenSessions(),
    includeInvalid: this.selection().invalid,
    apart: !this.selection().together,
  }));

  /** The query whose answer is shown, as text. */
  readonly #shownQuery = ko.observable('');
  /** True while the page still shows the answer to an earlier query. */
  readonly isStale = ko.pureComputed(
    () => this.busy() && this.#shownQuery() !== '' && this.#shownQuery() !== JSON.stringify(this.query()),
  );

  #toOpen(sessions: Session[], scenarios: ScenarioAbout[]): Promise<string | null> {
    return sessionToOpen(sessions, scenarios, (id) => this.source.merges({ sessions: [id], includeInvalid: false }));
  }

  /** Loads what came since. Where that fails, what is shown stays: it is as true as before. */
  loadAgain(): Promise<void> {
    return this.load(this.status.peek() === 'ready');
  }

  /** Asks for the sessions, then for the merges of the chosen ones; keeps what is shown until the answer is there. @param quietly say nothing of errors */
  async load(quietly = false): Promise<void> {
    // The session to open with follows from the list that is being shown; its merges are asked for below.
    if (this.#listing) return;
    const load = ++this.#loads;
    this.busy(true);
    try {
      const asked = this.selection();
      const named = asked.session === 'newest' ? [] : asked.session;
      const list = this.list.read(named);
      const [listed, scenarios, problems] = await Promise.all([list, this.source.scenarios(), this.source.problems()]);
      const opening = asked.session === 'newest' ? await this.#toOpen(listed.newest, scenarios) : null;
      if (load !== this.#loads) return;
      this.#listing = true;
      this.list.show(listed);
      if (asked.session === 'newest') this.opening(opening);
      this.#listing = false;
      this.scenarios(scenarios);
      this.problems(problems);
      const known = { sessions: this.sessions(), isWhole: this.list.isWhole() };
      const loaded = await loadMerges(this.source, this.query(), known);
      if (load !== this.#loads) return;
      this.loaded(loaded);
      this.#shownQuery(JSON.stringify(this.query()));
      this.status('ready');
      this.error('');
    } catch (error) {
      if (load !== this.#loads || quietly) return;
      this.error((error as Error).message);
      this.status('error');
    } finally {
      if (load === this.#loads) this.busy(false);
    }
  }
}
