/** The definition of a check. */

import type { Transport } from '../../protocol/socket.ts';
import type { Verb } from '../../protocol/verbs.ts';
import type { App } from '../../setup/apps/manifest/manifest.ts';
import type { Context } from './context.ts';
import type { Saboteur } from './sabotage.ts';

/** One thing that every app must do, looked at from outside. */
export interface Check {
  name: string;
  /** The demand, in one sentence. */
  rule: string;
  /** The specification: a document in `protocol/`, with the heading where it has several. */
  see: string;
  /** `app`: looked at once. `transport`: looked at over each transport. */
  scope: 'app' | 'transport';
  /** Tells whether it can be asked of `transport` of `app`, which has these verbs; absent: of every one. */
  needs?(verbs: readonly Verb[], app: App, transport: Transport): boolean;
  /** True if nothing more is checked over this transport when it fails. */
  essential?: boolean;
  /** The check whose failure makes this one pointless: then it is skipped. */
  after?: string;
  /** It ends the server on purpose. */
  endsServer?: boolean;
  /** Rejects with a `CheckFailure` when the rule is not kept. */
  run(context: Context): Promise<void>;
  /** Apps that break the rule, on which the suite's own tests see this check fail. */
  saboteurs: readonly Saboteur[];
}

/** For {@link Check.needs}: transports that have all of `verbs`. */
export const all =
  (...verbs: Verb[]) =>
  (has: readonly Verb[]): boolean =>
    verbs.every((verb) => has.includes(verb));

/** For {@link Check.needs}: transports that have one of `verbs`, or several. */
export const any =
  (...verbs: Verb[]) =>
  (has: readonly Verb[]): boolean =>
    verbs.some((verb) => has.includes(verb));
