/** The load page's state and the actions of its user (Knockout). */
import ko from 'knockout';
import type { TestRequest } from '../../member/contract.ts';
import type { Member } from '../../member/member.ts';
import { TRANSPORT_ENTRIES, type Transport } from '../../metrics/transports.ts';
import type { ParamValue } from '../../protocol/run-record.ts';
import { connectsBefore, type PageParam, type PageScenario, paramProblem, whyNot } from './page-scenario.ts';
import { BUCKET_SECONDS, type PageTest, type Results, resultsOf, type Verdict, verdictOf } from './results.ts';

export const MOST_CLIENTS = 500;
/** Browsers open six HTTP/1.1 connections to a server at most; each client holds one and needs another to send on. */
const HTTP_CLIENTS = 4;
/** Connections being made at any one time. */
const PARALLEL = 16;
/** The time that late messages have after the planned end, ms; later ones are not waited for. */
const GIVE_UP_MS = 10_000;
/** The time between two updates of the figures while a test runs, ms. */
const SHOWN_EVERY_MS = 1000;

const STATES = {
  idle: 'Ready.',
  connecting: 'Connecting …',
  running: 'The test is running.',
};

/** The holder of the clients. */
export type PageMember = Pick<Member, 'connect' | 'prepare' | 'begin' | 'soFar' | 'report' | 'state' | 'disconnect'>;

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

  readonly state = ko.observable<keyof typeof STATES>('idle');
  readonly problem = ko.observable<string | null>(null);
  readonly results = ko.observable<Results | null>(null);
  /** Null while the test runs. */
  readonly verdict = ko.observable<Verdict | null>(null);
  /** The server's sentences on its framework, which must stand with figures. */
  readonly substitute = ko.observable<string | null>(null);
  readonly notice = ko.observable<string | null>(null);

  readonly #verbs = ko.pureComputed(() => __OUTCRY_APP__.verbs[this.transport()] ?? []);
  readonly scenarios = ko.pureComputed(() => this.all.filter((scenario) => whyNot(scenario, this.#verbs()) === null));
  /** Scenarios that cannot be run here, and why. */
  readonly others = ko.pureComputed(() =>
    this.all.flatMap((scenario) => {
      const why = whyNot(scenario, this.#verbs());
      return why === null ? [] : [{ name: scenario.name, why: `${why}.` }];
    }),
  );
  readonly fields = ko.pureComputed(() => {
    const specs = Object.entries(this.scenario()?.params ?? {});
    return specs.map(([name, spec]) => new Field(name, spec));
  });
  readonly status = ko.pureComputed(() => STATES[this.state()]);
  readonly idle = ko.pureComputed(() => this.state() === 'idle');
  readonly crowded = ko.pureComputed(
    () => TRANSPORT_ENTRIES[this.transport()].over === 'HTTP' && this.clients() > HTTP_CLIENTS,
  );

  constructor(
    private readonly all: readonly PageScenario[],
    private readonly member: PageMember,
  ) {
    this.scenario(this.scenarios()[0]);
  }

  async start(): Promise<void> {
    const scenario = this.scenario();
    const problem = this.#problem(scenario);
    this.problem(problem);
    if (problem !== null || scenario === undefined) return;
    this.results(null);
    this.verdict(null);
    const params = Object.fromEntries(this.fields().map(({ name, value }) => [name, value()]));
    try {
      await this.#run({ scenario, params, clients: this.clients(), transport: this.transport() });
    } catch (error) {
      this.problem(error instanceof Error ? error.message : String(error));
    }
    await this.member.disconnect();
    this.state('idle');
  }

  #problem(scenario: PageScenario | undefined): string | null {
    const clients = this.clients();
    if (!(Number.isInteger(clients) && clients >= 1 && clients <= MOST_CLIENTS)) {
      return `The number of clients must be a whole number from 1 to ${MOST_CLIENTS}.`;
    }
    if (scenario === undefined) return `There is no scenario that this page can run over ${this.transport()}.`;
    return (
      this.fields()
        .map(({ name, spec, value }) => paramProblem(name, spec, value()))
        .find((problem) => problem !== null) ?? null
    );
  }

  async #run(test: PageTest): Promise<void> {
    const { member } = this;
    const { scenario, params, clients, transport } = test;
    this.state('connecting');
    const clientIds = Array.from({ length: clients }, (_, index) => index + 1);
    const now = connectsBefore(scenario, params);
    await member.connect({ transport, clients, clientIds, parallel: PARALLEL, now });
    await member.prepare(this.#request(test));
    // The first client is connected by now, if only to relate clocks; after the test none may be.
    const { substitute, notice } = member.state();
    this.substitute(substitute);
    this.notice(notice);
    this.state('running');
    const reported = member.report();
    member.begin();
    const timer = setInterval(() => {
      const soFar = member.soFar();
      if (soFar !== null) this.results(resultsOf(test, soFar, true));
    }, SHOWN_EVERY_MS);
    const report = await reported.finally(() => clearInterval(timer));
    this.results(resultsOf(test, report, false));
    this.verdict(verdictOf(test, report));
  }

  #request({ scenario, params, clients }: PageTest): TestRequest {
    const metrics = Object.entries(scenario.metrics).map(([name, { kind }]) => [name, { kind }]);
    const planned = scenario.plannedSeconds(params, clients) * 1000 + GIVE_UP_MS;
    const most = scenario.mostSeconds?.(params, clients);
    // A client that is not connected yet cannot hear a start that is published.
    const hears = connectsBefore(scenario, params) && this.#verbs().includes('publish');
    return {
      // Others may publish in the same room. `crypto.randomUUID` is only there on secure origins.
      test: `page-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`,
      scenario: scenario.name,
      params,
      bucketMs: BUCKET_SECONDS * 1000,
      metrics: Object.fromEntries(metrics),
      giveUpMs: most === undefined ? planned : most * 1000,
      seed: 1,
      start: hears ? 'publish' : 'told',
    };
  }
}
