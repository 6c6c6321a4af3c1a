/** What the load page shows and what a person can do there (Knockout). */
import ko from 'knockout';
import type { TestRequest } from '../../member/contract.ts';
import { TRANSPORT_ENTRIES, type Transport } from '../../metrics/transports.ts';
import type { Params, ParamValue, RunRecord } from '../../protocol/run-record.ts';
import type { MeetingState, Met, Wanted } from './meeting.ts';
import {
  connectsBefore,
  type PageJudge,
  type PageParam,
  type PageScenario,
  paramProblem,
  whyNot,
} from './page-scenario.ts';
import { BUCKET_SECONDS, recordOf, type Told } from './record-by-hand.ts';
import { type Results, resultsOf } from './record-view.ts';

export const MOST_CLIENTS = 500;
/** Browsers open six HTTP/1.1 connections to a server at most; each client holds one and needs another to send on. */
const HTTP_CLIENTS = 4;
/** What does not come within this long after the planned end is not waited for, ms. */
const GIVE_UP_MS = 10_000;

const STATES: Record<MeetingState, string> = {
  idle: 'Ready.',
  calling: 'Looking for other pages …',
  connecting: 'Connecting …',
  running: 'The test is running. Nothing is painted until it ends.',
  collecting: 'Collecting the reports of the other pages …',
};

/** What the page has besides the form. */
export interface Tools {
  scenarios: readonly PageScenario[];
  judgeOf(scenario: string): Promise<PageJudge>;
  /** Runs a test in all pages that are there. */
  run(wanted: Wanted): Promise<Met>;
  told(): Told;
  newId(): string;
  userAgent: string;
  /** Gives a file to the person. */
  save(name: string, text: string): void;
}

/** One parameter's field. */
class Field {
  readonly value;
  readonly id: string;

  constructor(
    readonly name: string,
    readonly spec: PageParam,
  ) {
    this.value = ko.observable<ParamValue>(spec.default);
    this.id = `param-${name}`;
  }

  get isNumber(): boolean {
    return this.spec.type === 'whole' || this.spec.type === 'amount';
  }
}

export class LoadViewModel {
  readonly label = __OUTCRY_APP__.label;
  readonly homepage = __OUTCRY_APP__.homepage;
  readonly transports = Object.keys(__OUTCRY_APP__.verbs) as Transport[];
  readonly transport = ko.observable<Transport>(this.transports[0]!);
  readonly clients = ko.observable(2);
  readonly scenario = ko.observable<PageScenario | undefined>();

  readonly state = ko.observable<MeetingState>('idle');
  /** Whether this page began the test that runs. */
  readonly calling = ko.observable(false);
  readonly problem = ko.observable<string | null>(null);
  readonly record = ko.observable<RunRecord | null>(null);
  readonly results = ko.observable<Results | null>(null);

  readonly #verbs = ko.pureComputed(() => __OUTCRY_APP__.verbs[this.transport()] ?? []);
  readonly scenarios = ko.pureComputed(() =>
    this.tools.scenarios.filter((scenario) => whyNot(scenario, this.#verbs()) === null),
  );
  /** Scenarios that cannot be run here, and why. */
  readonly others = ko.pureComputed(() =>
    this.tools.scenarios.flatMap((scenario) => {
      const why = whyNot(scenario, this.#verbs());
      return why === null ? [] : [{ name: scenario.name, why: `${why}.` }];
    }),
  );
  readonly fields = ko.pureComputed(() => {
    const specs = Object.entries(this.scenario()?.params ?? {});
    return specs.map(([name, spec]) => new Field(name, spec));
  });
  readonly status = ko.pureComputed(() => {
    const other = this.state() === 'idle' || this.calling() ? '' : 'Another page began a test. ';
    return `${other}${STATES[this.state()]}`;
  });
  readonly idle = ko.pureComputed(() => this.state() === 'idle' && !this.calling());
  readonly crowded = ko.pureComputed(
    () => TRANSPORT_ENTRIES[this.transport()].over === 'HTTP' && this.clients() > HTTP_CLIENTS,
  );

  constructor(private readonly tools: Tools) {
    this.scenario(this.scenarios()[0]);
  }

  async start(): Promise<void> {
    const scenario = this.scenario();
    const problem = this.#problem(scenario);
    this.problem(problem);
    if (problem !== null || scenario === undefined) return;
    this.record(null);
    this.results(null);
    this.calling(true);
    try {
      this.#show(await this.#run(scenario));
    } catch (error) {
      this.problem(error instanceof Error ? error.message : String(error));
    }
    this.calling(false);
  }

  save(): void {
    const record = this.record();
    if (record !== null) this.tools.save(`${record.id}.json`, `${JSON.stringify(record)}\n`);
  }

  #problem(scenario: PageScenario | undefined): string | null {
    const clients = this.clients();
    if (!(Number.isInteger(clients) && clients >= 1 && clients <= MOST_CLIENTS)) {
      return `The number of clients must be a whole number from 1 to ${MOST_CLIENTS}.`;
    }
    if (scenario === undefined) return `There is no scenario that can be run by hand over ${this.transport()}.`;
    return (
      this.fields()
        .map(({ name, spec, value }) => paramProblem(name, spec, value()))
        .find((problem) => problem !== null) ?? null
    );
  }

  async #run(scenario: PageScenario): Promise<RunRecord> {
    const transport = this.transport();
    const params: Params = Object.fromEntries(this.fields().map(({ name, value }) => [name, value()]));
    const judge = await this.tools.judgeOf(scenario.name);
    const startedAt = new Date();
    const met = await this.tools.run({
      transport,
      now: connectsBefore(scenario, params),
      test: (clients) => this.#test(scenario, params, clients),
    });
    const session = `by-hand-${startedAt.toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')}-${this.tools.newId()}`;
    const times = { startedAt, finishedAt: new Date() };
    const { userAgent } = this.tools;
    return recordOf({
      session,
      app: __OUTCRY_APP__,
      scenario,
      judge,
      params,
      transport,
      ...this.tools.told(),
      userAgent,
      met,
      ...times,
    });
  }

  #test(scenario: PageScenario, params: Params, clients: number): TestRequest {
    const metrics = Object.entries(scenario.metrics).map(([name, { kind }]) => [name, { kind }]);
    const planned = scenario.plannedSeconds(params, clients) * 1000 + GIVE_UP_MS;
    const most = scenario.mostSeconds?.(params, clients);
    // Who is not connected yet cannot hear a start that is published.
    const hears = connectsBefore(scenario, params) && this.#verbs().includes('publish');
    return {
      test: this.tools.newId(),
      scenario: scenario.name,
      params,
      bucketMs: BUCKET_SECONDS * 1000,
      metrics: Object.fromEntries(metrics),
      giveUpMs: most === undefined ? planned : most * 1000,
      seed: 1,
      start: hears ? 'publish' : 'told',
    };
  }

  #show(record: RunRecord): void {
    this.record(record);
    this.results(resultsOf(record));
  }
}
