/**
 * Names that scripts read and ids are made of, from when some conditions had fields and columns of their own. A new condition has none here.
 * Pure.
 */
import { type Conditions, type ConditionValue, valueText } from './conditions.ts';
import type { RunRecord } from './run-record.ts';
import { type FormerIdentity, FORMER as NAMES } from './upgrade.ts';

/** The fields that earlier identities had for conditions. */
export function formerFields({ conditions = {} }: { conditions?: Conditions }): FormerIdentity & {
  standIn: string | null;
} {
  const { [NAMES.network]: network, [NAMES.placement]: placement, [NAMES.substitute]: substitute } = conditions;
  return {
    standIn: substitute === undefined ? null : String(substitute.value),
    ...(network === undefined ? {} : { network: network.value as unknown as FormerIdentity['network'] }),
    ...(placement === undefined ? {} : { placement: placement.value as unknown as FormerIdentity['placement'] }),
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
    network: network?.name ?? 'local',
    ...(placement === undefined ? {} : { placement }),
    ...(identity.conditions === undefined ? {} : { conditions: identity.conditions }),
    ...(networkMeasured === undefined ? {} : { networkMeasured }),
  };
}
