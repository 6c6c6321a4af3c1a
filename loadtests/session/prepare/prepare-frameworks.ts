/**
 * Builds and verifies frameworks, one after the other. Where servers do not take turns, what is ready is measured, on a machine that does
 * nothing else, before the next is begun with.
 */
import { buildApp } from '../../../setup/apps/build/build.ts';
import { contentHash } from '../../../setup/apps/build/sources.ts';
import { type App, transportsOf } from '../../../setup/apps/manifest/manifest.ts';
import { nameOf } from '../../../setup/apps/versions/app-versions.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { isVerified, recordVerified } from '../../verify/cache.ts';
import { verifyTable } from '../../verify/verify-table.ts';
import type { Combination } from '../plan/session-plan.ts';

export interface PreparationOptions {
  /** Told what is being done. */
  step: (line: string) => void;
  /** Told what is skipped, and why. */
  say: (line: string) => void;
  /** Called when an app is begun with, and when it is over. */
  onApp?: (app: App, over: boolean) => void;
  /** Default: building it where it has changed. */
  build?: (app: App, step: (line: string) => void) => Promise<unknown>;
  /** Default: verifying what has not been verified since the app last changed. */
  verify?: typeof verifiedOnly;
}

export class Preparation {
  readonly #combinations: readonly Combination[];
  readonly #options: Required<PreparationOptions>;
  readonly #prepared = new Map<App, Promise<Combination[]>>();
  readonly #errors: Error[] = [];
  readonly #notMeasured: string[] = [];
  #measurable = 0;

  constructor(combinations: readonly Combination[], options: PreparationOptions) {
    this.#combinations = combinations;
    this.#options = { onApp: () => {}, build: buildApp, verify: verifiedOnly, ...options };
  }

  /** The number of combinations found to be measurable so far. */
  get measurable(): number {
    return this.#measurable;
  }

  /** What was found not to be measurable so far: a framework, or its transports, each with the reason in brackets. */
  get notMeasured(): readonly string[] {
    return this.#notMeasured;
  }

  /** Tells whether `combination` can be measured, when its app has been built and verified. */
  async ready(combination: Combination): Promise<boolean> {
    return (await this.#prepare(combination.app)).includes(combination);
  }

  /**
   * Prepares app after app, in the order of the combinations, until one can be measured and `enough` has settled.
   * @throws OutcryError (failed) when none of them can be measured: the first reason
   */
  async until(enough: Promise<unknown>): Promise<void> {
    let waiting = true;
    const over = (): void => {
      waiting = false;
    };
    enough.then(over, over);
    for (const app of new Set(this.#combinations.map((combination) => combination.app))) {
      if (!waiting && this.#measurable > 0) return;
      await this.#prepare(app);
    }
    if (this.#measurable > 0) return;
    throw (
      this.#errors[0] ?? new OutcryError('nothing left to measure: what does not verify is not measured', EXIT.failed)
    );
  }

  #prepare(app: App): Promise<Combination[]> {
    const known = this.#prepared.get(app);
    if (known !== undefined) return known;
    const asked = this.#combinations.filter((combination) => combination.app === app);
    const preparing = this.#build(app, asked).then((combinations) => {
      this.#measurable += combinations.length;
      return combinations;
    });
    this.#prepared.set(app, preparing);
    return preparing;
  }

  /** An app that cannot be built does not keep others from being measured. */
  async #build(app: App, asked: Combination[]): Promise<Combination[]> {
    const { build, verify, step, say, onApp } = this.#options;
    onApp(app, false);
    try {
      await build(app, step);
      const verified = await verify(asked, say, step);
      const broken = asked.filter((combination) => !verified.includes(combination));
      if (broken.length > 0) {
        const over = verified.length > 0 ? ` over ${broken.map(({ transport }) => transport).join(', ')}` : '';
        this.#notMeasured.push(`${nameOf(app)}${over} (it does not verify)`);
      }
      return verified;
    } catch (error) {
      if (!(error instanceof OutcryError)) throw error;
      this.#errors.push(error);
      this.#notMeasured.push(`${nameOf(app)} (${error.message.split(/\.\s|\n/)[0]!.replace(/[.:]$/, '')})`);
      say(`skipped: ${nameOf(app)}: ${error.message}`);
      return [];
    } finally {
      onApp(app, true);
    }
  }
}

/**
 * The combinations that keep the rules of `./outcry verify`: a framework that loses messages must not win a race. A combination not
 * verified since the app last changed is verified now. A transport that only browsers can use is taken: the load page test covers it.
 * @param say receives what is skipped, with the broken rule
 * @param step receives what is being verified; default: as `say`
 */
export async function verifiedOnly(
  combinations: Combination[],
  say: (line: string) => void,
  step: (line: string) => void = say,
): Promise<Combination[]> {
  const verified: Combination[] = [];
  for (const app of new Set(combinations.map((combination) => combination.app))) {
    const hash = contentHash(app);
    const mine = combinations.filter((combination) => combination.app === app);
    const checkable = mine
      .map((combination) => combination.transport)
      .filter((transport) => transportsOf(app, 'console').includes(transport));
    const open = checkable.filter((transport) => !isVerified(app, hash, transport));
    if (open.length > 0) {
      step(`${nameOf(app)}: verifying ${open.join(', ')} (once, until the app changes)`);
      // Loaded where something is to be checked, which is seldom: it is a tenth of all modules of a session.
      const { verifyApp } = await import('../../verify/verify.ts');
      const result = await verifyApp(app, { transports: open });
      for (const transport of result.verified) recordVerified(app, hash, transport);
      if (!result.ok) {
        say(verifyTable(result));
        say(`${nameOf(app)}: not measured over what failed above`);
      }
    }
    verified.push(
      ...mine.filter(({ transport }) => !checkable.includes(transport) || isVerified(app, hash, transport)),
    );
  }
  return verified;
}
