/** Runs checks one after the other against one server. */
import type { Transport } from '../../protocol/socket.ts';
import type { Server } from '../../setup/apps/places/server-process.ts';
import { OutcryError } from '../../system/errors.ts';
import type { Check } from './check.ts';
import { CLOCK_CHECK, otherClock } from './clock.ts';
import { Context, type TestServers } from './context.ts';
import { CheckFailure } from './demand.ts';
import { Progress, Stopped } from './lane-progress.ts';

/**
 * `ok`: the rule is kept. `noted`: it is kept, and `message` says something about how. `failed`: it is not, and
 * `message` says what was expected and what came. `skipped`: not checked; `message` says why.
 */
export type CheckStatus = 'ok' | 'noted' | 'failed' | 'skipped';

export interface CheckResult {
  check: string;
  rule: string;
  /** Null: the check is about the app, whatever the transport. */
  transport: Transport | null;
  status: CheckStatus;
  message: string | null;
  /** The messages that each client of a failed check sent and got, a line each. */
  conversation: string[];
}

type Outcome = Pick<CheckResult, 'status' | 'message'> & Partial<Pick<CheckResult, 'conversation'>>;

/** Runs `checks` over `transport` against a server of their own; `report` gets each result as it comes. */
export async function runLane(
  servers: TestServers,
  transport: Transport,
  checks: readonly Check[],
  report: (result: CheckResult) => void,
  progress: Progress = new Progress(),
): Promise<void> {
  const lane = new Lane(servers, transport, progress);
  for (const check of checks) {
    const { status, message, conversation = [] } = await lane.outcome(check);
    const { name, rule: demanded, see, scope } = check;
    const rule = `${demanded} (${see})`;
    report({ check: name, rule, transport: scope === 'app' ? null : transport, status, message, conversation });
  }
  await lane.end();
}

class Lane {
  readonly #crashes: string[] = [];
  readonly #failed = new Set<string>();
  #server: Server | null = null;

  constructor(
    readonly servers: TestServers,
    readonly transport: Transport,
    readonly progress: Progress,
  ) {}

  async outcome(check: Check): Promise<Outcome> {
    const blocked = this.progress.blocked(this.transport) ?? this.#blockedBy(check.after) ?? this.#clockFault(check);
    if (blocked !== null) return { status: 'skipped', message: blocked };
    let context: Context | null = null;
    try {
      this.#server ??= await this.progress.unlessStopped(this.servers.startServer());
      context = new Context(this.servers, this.transport, this.#server, this.#crashes);
      await this.#run(check, context);
      return { status: context.note === null ? 'ok' : 'noted', message: context.note };
    } catch (error) {
      return this.#afterFailure(check, context, error);
    }
  }

  #blockedBy(name: string | undefined): string | null {
    return name !== undefined && this.#failed.has(name) ? `not checked, because "${name}" failed` : null;
  }

  #clockFault({ name }: Check): string | null {
    return name === CLOCK_CHECK ? null : this.progress.otherClock;
  }

  async #run(check: Check, context: Context): Promise<void> {
    const { server } = context;
    try {
      await this.progress.unlessStopped(check.run(context));
      if (check.endsServer || server.running()) return;
      throw new CheckFailure(`the server ended with ${await server.exited} during this check`);
    } catch (error) {
      // Its connections end with it, so that no check waits for them.
      if (error instanceof Stopped) await server.kill();
      throw error;
    } finally {
      await context.close();
    }
  }

  async #afterFailure(check: Check, context: Context | null, error: unknown): Promise<Outcome> {
    if (this.#server?.running() === false) this.#crashes.push(`"${check.name}"`);
    const clock = error instanceof CheckFailure && context !== null ? await otherClock(context.control) : null;
    // Remains of this check must not make the next one fail.
    await this.end();
    if (error instanceof Stopped) return { status: 'skipped', message: error.message };
    if (clock !== null) this.progress.otherClock = `not checked, because ${clock}`;
    const because = this.#clockFault(check);
    if (because !== null) return { status: 'skipped', message: because };
    this.progress.failed();
    this.#failed.add(check.name);
    if (context === null) this.progress.block(this.transport, 'not checked, because the server could not be started');
    else if (check.essential) this.progress.block(this.transport, `not checked, because "${check.name}" failed`);
    return { status: 'failed', message: sentenceOf(error), conversation: context?.conversation() ?? [] };
  }

  /** Ends the server; the next check gets a fresh one. */
  async end(): Promise<void> {
    await this.#server?.stop();
    this.#server = null;
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof CheckFailure || error instanceof OutcryError) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
