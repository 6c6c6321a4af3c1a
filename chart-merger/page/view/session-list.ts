/** The list of sessions: the newest ones first, more of them when asked for, and those that are named wherever they stand. */
import ko from 'knockout';
import { MOST_NAMED, type Session, type Source } from '../model/data-source.ts';

/** As many sessions as are listed at first, and more at each asking. */
const PART = 50;

interface Listed {
  total: number;
  newest: Session[];
  /** Others that were named. */
  named: Session[];
}

export class SessionList {
  readonly #listed = ko.observable<Listed>({ total: 0, newest: [], named: [] });
  #wanted = PART;

  constructor(private readonly source: Source) {}

  /** Newest first; named ones that stand further down come last. */
  readonly sessions = ko.pureComputed(() => [...this.#listed().newest, ...this.#listed().named]);
  readonly total = ko.pureComputed(() => this.#listed().total);
  readonly isWhole = ko.pureComputed(() => this.sessions().length >= this.total());
  readonly moreText = ko.pureComputed(() => {
    const left = this.total() - this.#listed().newest.length;
    return `Show ${Math.min(PART, left)} more of ${this.total()} sessions`;
  });

  /**
   * The list as it is now; nothing is shown of it before {@link show}.
   * @param chosen ids that are chosen; null: all sessions, which are listed as far as a query can name them
   */
  async read(chosen: string[] | null): Promise<Listed> {
    const least = chosen === null ? MOST_NAMED : 0;
    const { total, sessions } = await this.source.sessions(Math.max(least, this.#wanted));
    const missing = (chosen ?? []).filter((id) => !sessions.some((session) => session.id === id));
    return { total, newest: sessions, named: await this.source.named(missing) };
  }

  /** The same list again changes nothing on the page, and leaves the focus where it is. */
  show(listed: Listed): void {
    if (JSON.stringify(listed) !== JSON.stringify(this.#listed.peek())) this.#listed(listed);
  }

  /** Lists more. @returns the first session that was not listed before; null where there is none */
  async more(): Promise<string | null> {
    const before = this.sessions().map(({ id }) => id);
    this.#wanted = this.#listed().newest.length + PART;
    const listed = await this.read(before);
    this.show(listed);
    return listed.newest.find(({ id }) => !before.includes(id))?.id ?? null;
  }
}
