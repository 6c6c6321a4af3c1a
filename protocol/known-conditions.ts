/**
 * Conditions that earlier records have in fields of their own. They are read as today's conditions; ids of rows and scripts still get the
 * former fields. Pure.
 */
import {
  type ConditionIdentity,
  type ConditionMeasured,
  type Conditions,
  type ConditionValue,
  valueText,
} from './conditions.ts';
import { measuredText, type Network, type NetworkMeasured, networkName, networkText } from './network.ts';
import { engineText, type Placement, placementMark, placementText, type ServerEngine } from './placement.ts';
import type { Finding, RunIdentity, RunRecord } from './run-record.ts';

/** What an earlier identity has besides. */
export interface FormerIdentity {
  standIn?: string | null;
  network?: Network;
  placement?: Placement;
}

/** A record of today's schema as it may be kept: of an earlier version it has fields of its own for some conditions. */
export interface FormerRecord extends Omit<RunRecord, 'identity'> {
  identity: RunIdentity & FormerIdentity;
  networkMeasured?: NetworkMeasured;
  serverEngine?: ServerEngine;
}

const NAMES = {
  network: 'network',
  placement: 'placement',
  substitute: 'substitute-server',
  limits: 'edition-limits',
} as const;

/** As much of a sentence as a row's name has room for. */
const MARK_LENGTH = 60;

export const networkIdentity = (network: Network): ConditionIdentity => ({
  value: { ...network },
  text: networkText(network),
  mark: `over ${network.name}`,
  otherwise: networkName(undefined),
});

export const networkFound = (measured: NetworkMeasured): ConditionMeasured => ({
  value: { ...measured },
  text: measuredText(measured),
});

/** The text of a run without a placement. */
const UNPLACED = 'side by side';

export function placementIdentity(placement: Placement): ConditionIdentity {
  const mark = placementMark(placement);
  return {
    value: { ...placement },
    text: placementText(placement),
    ...(mark === '' ? {} : { mark }),
    otherwise: UNPLACED,
  };
}

export const engineFound = (engine: ServerEngine): ConditionMeasured => ({
  value: { ...engine },
  text: engineText(engine),
  machine: true,
});

/** @param sentence the one to show with every number */
export const substituteIdentity = (sentence: string): ConditionIdentity => ({
  value: sentence,
  text: sentence,
  mark: `(${sentence.length > MARK_LENGTH ? `${sentence.slice(0, MARK_LENGTH - 1)}…` : sentence})`,
  unranked: 'substitute',
});

/** For an identity. @param sentence the one to show with every number */
export const substituteCondition = (sentence: string): Conditions => ({
  [NAMES.substitute]: substituteIdentity(sentence),
});

/** @param sentence what the edition limits */
export const limitsIdentity = (sentence: string): ConditionIdentity => ({
  value: sentence,
  text: sentence,
  unranked: 'limited edition',
});

/** `record` with all its conditions where today's records have them: itself where they are there already. */
export function withConditions(record: FormerRecord): RunRecord {
  const { identity: kept, networkMeasured, serverEngine, ...rest } = record;
  const { standIn, network, placement, ...identity } = kept;
  const limits = limitsIn(record.validity);
  const found: Conditions = {
    ...(limits === undefined ? {} : { [NAMES.limits]: limitsIdentity(limits) }),
    ...(network === undefined ? {} : { [NAMES.network]: networkIdentity(network) }),
    ...(placement === undefined ? {} : { [NAMES.placement]: placementIdentity(placement) }),
    ...(typeof standIn === 'string' ? { [NAMES.substitute]: substituteIdentity(standIn) } : {}),
    ...identity.conditions,
  };
  if (!FORMER.some((name) => name in kept || name in record) && countOf(found) === countOf(identity.conditions)) {
    return record;
  }
  const measured = {
    ...(networkMeasured === undefined ? {} : { [NAMES.network]: networkFound(networkMeasured) }),
    ...(serverEngine === undefined ? {} : { [NAMES.placement]: engineFound(serverEngine) }),
    ...record.conditionsMeasured,
  };
  return {
    ...rest,
    identity: { ...identity, ...(Object.keys(found).length === 0 ? {} : { conditions: found }) },
    ...(Object.keys(measured).length === 0 ? {} : { conditionsMeasured: measured }),
  };
}

const FORMER = ['standIn', 'network', 'placement', 'networkMeasured', 'serverEngine'];

const countOf = (conditions: Conditions = {}): number => Object.keys(conditions).length;

const limitsIn = (validity: readonly Finding[]): string | undefined =>
  validity.find(({ code }) => code === 'edition-limits')?.message;

/** The fields that earlier identities had for conditions. */
export function formerFields({ conditions = {} }: { conditions?: Conditions }): FormerIdentity & {
  standIn: string | null;
} {
  const { [NAMES.network]: network, [NAMES.placement]: placement, [NAMES.substitute]: substitute } = conditions;
  return {
    standIn: substitute === undefined ? null : String(substitute.value),
    ...(network === undefined ? {} : { network: network.value as unknown as Network }),
    ...(placement === undefined ? {} : { placement: placement.value as unknown as Placement }),
  };
}

/** An identity with the fields that it had, and the values of all other conditions: what ids are made from. */
export function withFormerFields<I extends { conditions?: Conditions }>(identity: I) {
  const { conditions = {}, ...rest } = identity;
  const { [NAMES.network]: _, [NAMES.placement]: __, [NAMES.substitute]: ___, ...more } = conditions;
  const others = Object.entries(more).map(([name, { value }]): [string, ConditionValue] => [
    name,
    typeof value === 'object' ? valueText(value) : value,
  ]);
  return {
    ...rest,
    ...formerFields(identity),
    ...(others.length === 0 ? {} : { conditions: Object.fromEntries(others) }),
  };
}

/** The field that earlier merges had for a condition that was measured. */
export const formerMeasured = (measured: Record<string, string[]>): { networkMeasured: string[] } => ({
  networkMeasured: measured[NAMES.network] ?? [],
});

/** The columns that tables have for conditions of their own: a heading, and the condition's name. Scripts find them by their places. */
export const CONDITION_COLUMNS: readonly (readonly [heading: string, name: string])[] = [
  ['network', NAMES.network],
  ['placement', NAMES.placement],
];
export const SUBSTITUTE_COLUMN = ['stand-in', NAMES.substitute] as const;

/** The fields of a run's summary that are of conditions. */
export function summaryFields({ identity, conditionsMeasured: measured = {} }: RunRecord): Record<string, unknown> {
  const { standIn, network, placement } = formerFields(identity);
  const networkMeasured = measured[NAMES.network]?.value;
  return {
    standIn,
    network: networkName(network),
    ...(placement === undefined ? {} : { placement }),
    ...(identity.conditions === undefined ? {} : { conditions: identity.conditions }),
    ...(networkMeasured === undefined ? {} : { networkMeasured }),
  };
}
