/** A form: its fields with what is wrong with each, and a submission that cannot be made twice. */
import ko from 'knockout';
import type { Reply } from '../../protocol/socket.ts';

type Accepted = Extract<Reply, { ok: true }>;
type Refused = Extract<Reply, { ok: false }>;

/** A refusal names the field it belongs to, where it belongs to one. */
const fieldOf = (refusal: Refused): unknown => (refusal as { field?: unknown }).field;

export class Field {
  readonly value = ko.observable('');
  /** A sentence, or null. It goes when the value is changed. */
  readonly problem = ko.observable<string | null>(null);
  /** Notified when a person should be taken to this field. */
  readonly wanted = new ko.subscribable<void>();

  constructor() {
    this.value.subscribe(() => this.problem(null));
  }

  focus(): void {
    this.wanted.notifySubscribers();
  }
}

export class Form<Name extends string> {
  readonly fields: Record<Name, Field>;
  /** A problem that belongs to none of the fields: a sentence, or null. */
  readonly problem = ko.observable<string | null>(null);
  readonly busy = ko.observable(false);
  /** The fields that hold what was sent. */
  readonly #sent = new Set<Field>();

  constructor(names: readonly Name[]) {
    this.fields = Object.fromEntries(names.map((name) => [name, new Field()])) as Record<Name, Field>;
    for (const field of this.#all()) field.value.subscribe(() => this.#sent.delete(field));
  }

  /**
   * Sends the form, unless it is being sent.
   * @param send makes the request, or gives `refusal()` for what need not be asked
   * @returns the reply when it was accepted; null when not, and then the form says why
   */
  async submit(send: () => Promise<Reply> | Refused): Promise<Accepted | null> {
    if (this.busy()) return null;
    this.busy(true);
    this.forget();
    for (const field of this.#all()) this.#sent.add(field);
    try {
      const reply = await send();
      if (reply.ok) return reply;
      this.#show(reply);
    } catch {
      this.problem('The connection was lost before the answer came. See whether it was done before you try again.');
    } finally {
      this.busy(false);
    }
    return null;
  }

  /** Takes back all complaints. */
  forget(): void {
    this.problem(null);
    for (const field of this.#all()) field.problem(null);
  }

  /** Empties the fields that were sent. Text that was typed since then is the beginning of something else. */
  clear(): void {
    for (const field of [...this.#sent]) field.value('');
    this.forget();
  }

  #all(): Field[] {
    return Object.values(this.fields);
  }

  #show(refusal: Refused): void {
    const name = fieldOf(refusal);
    const field = typeof name === 'string' && Object.hasOwn(this.fields, name) ? this.fields[name as Name] : null;
    if (field === null) {
      this.problem(refusal.reason);
      return;
    }
    field.problem(refusal.reason);
    field.focus();
  }
}

/** A refusal of the page's own, for what the server need not be asked. */
export function refusal(field: string | null, reason: string): Refused {
  return { ok: false, code: 'invalid', reason, ...(field === null ? {} : { field }) };
}
