/** The runs of a ramp: a search over the steps of the scenario it wraps. Pure. */

import { figureFault, unitFault, withMetric } from '../../../merge/text/figure-words.ts';
import { grouped, significantGrouped } from '../../../metrics/numbers.ts';
import { metricsOf } from '../../../metrics/standard-metrics.ts';
import type { Params } from '../../../protocol/run-record.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { brokenClause, type Clause, parseLimit } from '../../plans/limit.ts';
import { type BreakingPoint, breakingPoint, MOST_RUNS, nextValue, type SearchOptions } from '../../plans/search.ts';
import type { Probe } from '../../plans/sign-interval.ts';
import type { Plan, PlanContext, PlanResult, Scenario, Step, StepDone } from '../scenario.ts';
import type { RampParams } from './params.ts';

const CLIENTS = 'clients';

const wrong = (message: string): OutcryError => new OutcryError(message, EXIT.usage);

/** Checks that what grows can grow. @throws OutcryError (wrong use) */
function searchOptions(params: RampParams, wrapped: Scenario, room: number): SearchOptions {
  const { grow, from, to, precision, repeat } = params;
  const spec = grow === CLIENTS ? null : wrapped.params[grow];
  if (spec === undefined || (spec !== null && spec.type !== 'whole' && spec.type !== 'amount')) {
    const numbers = Object.entries(wrapped.params).filter(([, { type }]) => type === 'whole' || type === 'amount');
    const names = [CLIENTS, ...numbers.map(([name]) => name)].join(', ');
    throw wrong(`--grow: "${grow}" cannot grow in ${wrapped.name}; there is: ${names}`);
  }
  const most = Math.min(to, spec === null ? room : (spec.most ?? to));
  const whole = spec === null || spec.type === 'whole';
  const least = spec === null ? 1 : (spec.least ?? 0);
  if (from < least || (whole && !Number.isInteger(from))) {
    throw wrong(`--from: ${grow} begins at ${whole ? 'a whole number' : 'a number'} from ${least}, not ${from}`);
  }
  if (from >= most) {
    const limit = most < to ? ` (this swarm or ${wrapped.name} goes no further)` : '';
    throw wrong(`--from: must be below where it stops, and ${from} is not below ${most}${limit}`);
  }
  return { from, to: whole ? Math.floor(most) : most, precision: precision / 100, repeat, whole };
}

/** Checks that every figure of the limit is one that the runs can have, in a unit that fits. @throws OutcryError (wrong use) */
function limitOf(until: string, wrapped: Scenario, ranked: readonly string[]): Clause[] {
  const clauses = parseLimit(until);
  const known = metricsOf(wrapped);
  for (const { figure, unit, text } of clauses) {
    for (const path of new Set(ranked.map((metric) => withMetric(figure, metric)))) {
      const metric = path.split('.')[0]!;
      const spec = known.get(metric);
      if (metric !== 'lost' && spec === undefined) {
        const there = ['lost', ...known.keys()].join(', ');
        throw wrong(`--until: ${wrapped.name} does not measure what "${text}" asks for; there is: ${there}`);
      }
      const fault = (spec && figureFault(path, spec.kind)) ?? unitFault(path, unit, spec?.unit ?? '');
      if (fault !== null) throw wrong(`--until: "${text}": ${fault}`);
    }
  }
  return clauses;
}

/** The result of one run for its value: broken with the reason, or held. `invalid`: no result yet. `notGiven`: the swarm broke. */
type Outcome = { value: number } & ({ broke: string | null } | { invalid: string } | { notGiven: string });

/** @param isOfPace true if a swarm that is short of CPU may be what breaks the limit */
function outcomeOf(step: StepDone, grow: string, clauses: readonly Clause[], isOfPace: boolean): Outcome {
  const value = valueAt(step, grow);
  if (step.saturated !== null && isOfPace) return { value, notGiven: step.saturated };
  const found = brokenClause(clauses, (path) => step.figure(path));
  const broken = found !== null && 'broke' in found ? found : null;
  // Lost messages make a run invalid; if loss is the limit, they are the answer.
  if (broken !== null && (step.valid || broken.broke.figure === 'lost')) {
    return { value, broke: `${broken.broke.text} (${round(broken.by)})` };
  }
  if (!step.valid) return { value, invalid: step.fatal ?? 'the run is invalid' };
  if (found !== null && 'unknown' in found) return { value, invalid: `the run has no ${found.unknown.figure}` };
  return { value, broke: null };
}

function valueAt(step: Step, grow: string): number {
  return grow === CLIENTS ? step.clients : Number(step.params[grow]);
}

/**
 * Selects the runs that count. A value's only invalid run does not, so that it is run again; when that is invalid too, both count as
 * broken, since a load that gives no valid run is not one that holds. A load that the swarm could not give is no break of the server.
 */
function counted(outcomes: readonly Outcome[]): (Probe & { why: string | null })[] {
  const invalid = (value: number): number => outcomes.filter((o) => 'invalid' in o && o.value === value).length;
  return outcomes.flatMap((outcome) => {
    const { value } = outcome;
    if ('notGiven' in outcome) return [{ value, broke: true, notGiven: true, why: outcome.notGiven }];
    if ('broke' in outcome) return [{ value, broke: outcome.broke !== null, why: outcome.broke }];
    return invalid(value) > 1 ? [{ value, broke: true, why: outcome.invalid }] : [];
  });
}

const round = (value: number): string => (Number.isInteger(value) ? grouped(value) : significantGrouped(value, 3));

export function rampPlan(params: RampParams, context: PlanContext): Plan {
  const { of, grow } = params;
  const wrapped = context.scenario(of);
  if (wrapped.wraps !== undefined) throw wrong(`--of: ${of} wraps a scenario itself`);
  const options = searchOptions(params, wrapped, context.room);
  const clauses = limitOf(params.until, wrapped, context.ranked(of));
  const known = metricsOf(wrapped);
  // Bytes stay what they are, however slow their clients.
  const isOfPace = clauses.some(({ figure }) => known.get(figure.split('.')[0]!)?.unit !== 'bytes');
  const probesOf = (done: readonly StepDone[]) => counted(done.map((step) => outcomeOf(step, grow, clauses, isOfPace)));
  return {
    most: MOST_RUNS,
    mostClients: grow === CLIENTS ? options.to : context.clients,
    next: (done) => {
      if (done.length >= MOST_RUNS) return null;
      const value = nextValue(options, probesOf(done));
      if (value === null) return null;
      const repetition = done.filter((step) => valueAt(step, grow) === value).length + 1;
      return stepAt(value, repetition, params, context.given, context.clients);
    },
    found: (done) => result(params, options, probesOf(done)),
  };
}

function stepAt(value: number, repetition: number, { of, grow }: RampParams, given: Params, clients: number): Step {
  return grow === CLIENTS
    ? { scenario: of, params: given, clients: value, repetition }
    : { scenario: of, params: { ...given, [grow]: value }, clients, repetition };
}

function result(
  { grow, until }: RampParams,
  { from }: SearchOptions,
  probes: readonly (Probe & { why: string | null })[],
): PlanResult {
  const found = breakingPoint(probes);
  const end = found.broke ?? found.ceiling;
  const isEnd = ({ value, broke, notGiven = false }: Probe) =>
    broke && value === end && notGiven === (found.ceiling !== null);
  const why = probes.find(isEnd)?.why ?? null;
  return { sentence: sentenceOf(found, grow, until, from, why), figures: { ...found, grow, until, why } };
}

function sentenceOf(
  { point, held, broke, ceiling, low, high, runs }: BreakingPoint,
  grow: string,
  until: string,
  from: number,
  why: string | null,
): string {
  if (point === null) {
    if (ceiling === null && held === null) {
      return `breaks already at ${round(broke ?? from)} ${grow}, where it begins: ${why ?? until}; ${runs} runs`;
    }
    const still = held === null ? 'cannot be told' : `did not break up to ${round(held)} ${grow} (${until})`;
    const short = ceiling === null ? '' : `; the swarm cannot give ${round(ceiling)}: ${why}`;
    return `${still}${short}; ${runs} runs`;
  }
  const side = (value: number | null): string => (value === null ? 'not known' : round(value));
  return `breaks at ${round(point)} ${grow} (95 %: ${side(low)} to ${side(high)}; held ${round(held!)}, broke ${round(broke!)}): ${why ?? until}; ${runs} runs`;
}
