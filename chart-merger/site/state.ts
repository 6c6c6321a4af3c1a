/** What a reader of the chooser's page chose, as the address holds it. */
import type { Weights } from '../../merge/choice/order.ts';
import { CRITERIA, type Criterion, type Findings } from '../../merge/choice/types.ts';
import { TRANSPORTS, type Transport } from '../../metrics/transports.ts';

export interface Choices {
  /** Empty: all. */
  transports: readonly Transport[];
  /** Languages of servers; empty: all. */
  languages: readonly string[];
  /** Only frameworks that run without a server besides their own. */
  alone: boolean;
  /** `<size> <swarm>` of the measurement; null: the first. */
  measured: string | null;
  /** Null: as measured. */
  sort: Criterion | 'name' | null;
  down: boolean;
  weights: Weights;
}

/** The most that a criterion can count. */
export const MOST_WEIGHT = 3;

export const DEFAULTS: Choices = {
  transports: ['websocket'],
  languages: [],
  alone: false,
  measured: null,
  sort: null,
  down: false,
  weights: { latency: 2, p99: 0, cpu: 2, bytes: 0, memory: 0, idle: 2, missed: 0 },
};

export const measuredName = ({ size, swarm }: { size: string; swarm: string }): string => `${size} ${swarm}`;

const same = (one: readonly string[], other: readonly string[]): boolean => one.join('\n') === other.join('\n');

/** Reads an address's query. Missing and unreadable parts are as by default. */
export function readChoices(query: string): Choices {
  const parameters = new URLSearchParams(query);
  const list = (name: string): string[] | null =>
    parameters.has(name) ? parameters.getAll(name).filter((value) => value !== '') : null;
  const transports = list('transport')?.filter((name): name is Transport => TRANSPORTS.includes(name as Transport));
  const sort = parameters.get('sort');
  const isCriterion = (name: string): name is Criterion => CRITERIA.some(({ id }) => id === name);
  const weights = { ...DEFAULTS.weights };
  for (const { id } of CRITERIA) {
    const weight = parameters.get(id);
    if (weight !== null && /^[0-3]$/.test(weight)) weights[id] = Number(weight);
  }
  const [size, swarm] = [parameters.get('size'), parameters.get('swarm')];
  return {
    transports: transports ?? DEFAULTS.transports,
    languages: list('language') ?? [],
    alone: parameters.get('alone') === '1',
    measured: size !== null && swarm !== null ? measuredName({ size, swarm }) : null,
    sort: sort !== null && (isCriterion(sort) || sort === 'name') ? sort : null,
    down: parameters.get('down') === '1',
    weights,
  };
}

/** The query (with its `?`, empty for the default) that {@link readChoices} reads back. */
export function writeChoices(choices: Choices): string {
  const parameters = new URLSearchParams();
  const { transports, languages, alone, measured, sort, down, weights } = choices;
  if (!same(transports, DEFAULTS.transports)) {
    for (const name of transports.length === 0 ? [''] : transports) parameters.append('transport', name);
  }
  for (const language of languages) parameters.append('language', language);
  if (alone) parameters.set('alone', '1');
  if (measured !== null) {
    const [size, swarm] = measured.split(' ');
    parameters.set('size', size!);
    parameters.set('swarm', swarm!);
  }
  if (sort !== null) parameters.set('sort', sort);
  if (down) parameters.set('down', '1');
  for (const { id } of CRITERIA) {
    if (weights[id] !== DEFAULTS.weights[id]) parameters.set(id, String(weights[id]));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** What the page knows of an app besides its figures. */
export interface AppFacts {
  id: string;
  language: string;
  /** Another server must run beside its own. */
  needsServer: boolean;
}

/** The measurement that is chosen, and its rows that have what must be there. */
export function chosenRows({ choice }: Findings, choices: Choices, apps: readonly AppFacts[]) {
  const measurement =
    choice?.measurements.find((one) => measuredName(one) === choices.measured) ?? choice?.measurements[0];
  const rows = (measurement?.rows ?? []).filter(({ framework, transport }) => {
    const app = apps.find(({ id }) => id === framework);
    const { transports, languages, alone } = choices;
    return (
      (transports.length === 0 || transports.includes(transport)) &&
      (languages.length === 0 || languages.includes(app?.language ?? '')) &&
      !(alone && app?.needsServer)
    );
  });
  return { measurement: measurement ?? null, rows };
}
