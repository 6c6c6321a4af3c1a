/** The one judge of scenarios: compares the counts that a scenario declares. Pure, and free of Node.js modules: pages judge too. */
import type { Metric } from '../../metrics/metric.ts';
import { grouped } from '../../metrics/numbers.ts';
import { FLAG_CODES, type Flag } from '../../protocol/run-record.ts';
import type { Check, Evidence, Judge, Scenario } from './scenario.ts';

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

const totalOf = (metric: Metric | undefined): number => (metric?.kind === 'count' ? (metric.total ?? 0) : 0);

const expectedOf = (metric: Metric | undefined): number => (metric?.kind === 'count' ? (metric.expected ?? 0) : 0);

/** The latencies below zero of a trend, which only reports have. */
const negativesOf = (name: string, { reports }: Evidence['outcome']): number =>
  sum(
    reports.map(({ metrics }) => {
      const measured = metrics[name];
      return measured?.kind === 'trend' ? measured.negative : 0;
    }),
  );

/** Figures of a metric, by the part of a term after the dot; null: not known. */
const FIGURES: Record<string, (name: string, evidence: Evidence) => number | null> = {
  expected: (name, { metrics }) => expectedOf(metrics[name]),
  short: (name, { metrics }) => expectedOf(metrics[name]) - totalOf(metrics[name]),
  unique: (name, { metrics }) => totalOf(metrics[name]) - totalOf(metrics.duplicates),
  late: (name, { metrics, plannedSeconds, bucketSeconds }) => {
    // The bucket that begins where the plan ends may hold what was sent or delivered right at the end.
    const first = Math.ceil(plannedSeconds / bucketSeconds) + 1;
    const metric = metrics[name];
    return metric?.kind === 'count' ? sum((metric.series ?? []).slice(first)) : 0;
  },
  negative: (name, { outcome }) => negativesOf(name, outcome),
  values: (name, { metrics, outcome }) => {
    const metric = metrics[name];
    if (metric?.kind !== 'trend' || metric.series === null || !('count' in metric.series)) return null;
    return sum(metric.series.count) + negativesOf(name, outcome);
  },
};

/** Terms that belong to no metric. */
const OTHER_TERMS: Record<string, (evidence: Evidence) => number> = {
  clients: ({ clients }) => clients,
  ended: ({ outcome }) => sum(outcome.reports.map(({ closed }) => closed.length)),
  unasked: ({ counts }) => (counts === null ? 1 : 0),
  refused: ({ outcome }) => sum(outcome.reports.map(({ refusals }) => refusals)),
};

const SERVER_COUNTS = ['receivedByServer', 'sentByServer'];

function countIn(term: string | 0, evidence: Evidence): number | null {
  if (term === 0) return 0;
  const other = OTHER_TERMS[term];
  if (other !== undefined) return other(evidence);
  const [name, figure] = term.split('.') as [string, string?];
  if (figure !== undefined) return FIGURES[figure]!(name, evidence);
  const { metrics, counts } = evidence;
  if (SERVER_COUNTS.includes(name) && (counts === null || metrics[name] === undefined)) return null;
  return totalOf(metrics[name]);
}

const termsOf = ({ holds: [left] }: Check): readonly string[] => (typeof left === 'string' ? [left] : left);

/** A comparison with a count that is not known holds. */
function holds(check: Check, evidence: Evidence): boolean {
  const values = termsOf(check).map((term) => countIn(term, evidence));
  const [, must, other] = check.holds;
  const right = countIn(other, evidence);
  if (right === null || values.includes(null)) return true;
  const left = sum(values as number[]);
  return must === '=' ? left === right : left >= right;
}

const PLACEHOLDER = /\{([\w.]+)\}/g;

function sentenceOf({ says }: Check, evidence: Evidence): string {
  const { params, plannedSeconds, outcome } = evidence;
  const fill = (name: string): string | number => {
    if (name === 'plannedSeconds') return plannedSeconds;
    if (name === 'refusal') {
      return outcome.reports.flatMap(({ refused }) => refused)[0]?.reason ?? 'no reason is known';
    }
    return Object.hasOwn(params, name) ? (params[name] as string | number) : (countIn(name, evidence) ?? 'unknown');
  };
  return says.replace(PLACEHOLDER, (_, name: string) => {
    const value = fill(name);
    return typeof value === 'number' ? grouped(value) : value;
  });
}

/** One flag for all checks of its code that failed. */
function flagOf(code: string, failed: readonly Check[], { flags }: Judged, evidence: Evidence): Flag {
  const sentences = [...new Set(failed.map((check) => sentenceOf(check, evidence)))];
  const error = evidence.outcome.reports.find((report) => report.error !== null)?.error;
  const reason = error && failed.some((check) => check.withError) ? ` (${error})` : '';
  const level = flags?.[code] ?? FLAG_CODES[code as keyof typeof FLAG_CODES];
  return { code, level, message: `${sentences.join('; ')}${reason}` };
}

type Judged = Pick<Scenario, 'checks' | 'flags'>;

/** The judge of a scenario: the flags of the checks that fail, in their order. */
export function judgeOf(scenario: Judged): Judge {
  return (evidence) => {
    // The runner flags members that died; of their clients nothing is known.
    const flagged = new Set(evidence.outcome.died.length > 0 ? ['client-died'] : []);
    const failed = new Map<string, Check[]>();
    for (const check of scenario.checks) {
      if (check.unless?.some((code) => flagged.has(code)) || holds(check, evidence)) continue;
      flagged.add(check.flag);
      failed.set(check.flag, [...(failed.get(check.flag) ?? []), check]);
    }
    return [...failed].map(([code, checks]) => flagOf(code, checks, scenario, evidence));
  };
}

/** Finds a term that a check names and that no run of the scenario has; null: none. */
function unknownTerm(terms: readonly string[], metrics: ReadonlyMap<string, unknown>): string | null {
  const isKnown = (term: string) => {
    const [name, figure] = term.split('.') as [string, string?];
    return Object.hasOwn(OTHER_TERMS, term) || (metrics.has(name) && (!figure || Object.hasOwn(FIGURES, figure)));
  };
  return terms.find((term) => !isKnown(term)) ?? null;
}

/** Finds what is wrong with a scenario's checks, by the field; null: nothing. @param metrics those that a run of the scenario has */
export function checksFault(
  { checks, flags = {}, params }: Pick<Scenario, 'checks' | 'flags' | 'params'>,
  metrics: ReadonlyMap<string, unknown>,
): string | null {
  if (!Array.isArray(checks)) return 'checks: expected a list';
  for (const [index, check] of (checks as Check[]).entries()) {
    const field = `checks.${index}`;
    const { flag, holds: rule, says } = check;
    if (!Object.hasOwn(FLAG_CODES, flag) && !Object.hasOwn(flags, flag)) {
      return `${field}.flag: "${flag}" is neither a standard flag nor one of flags`;
    }
    if (!Array.isArray(rule) || rule.length !== 3 || !['=', '>='].includes(rule[1])) {
      return `${field}.holds: expected two counts and = or >= between them`;
    }
    if (typeof says !== 'string' || says === '') return `${field}.says: expected a sentence`;
    const compared = [...termsOf(check), ...(rule[2] === 0 ? [] : [rule[2]])];
    const unknown = unknownTerm(compared, metrics);
    if (unknown !== null) return `${field}.holds: no run of the scenario has a count "${unknown}"`;
    const named = [...says.matchAll(PLACEHOLDER)].map(([, name]) => name!);
    const words = ['plannedSeconds', 'refusal', ...Object.keys(params)];
    const unnamed = unknownTerm(
      named.filter((name) => !words.includes(name)),
      metrics,
    );
    if (unnamed !== null) return `${field}.says: no run of the scenario has a count "${unnamed}"`;
  }
  return null;
}
