/**
 * The conditions of a run that are neither framework nor scenario, such as the priority of its processes. Records hold all that merges,
 * tables and pages need of a condition, so that none of these knows a condition by name.
 */
import { array, exactly, number, type Schema } from './schema-parts.ts';

type Scalar = string | number | boolean;

/** A value, or some by name. */
export type ConditionValue = Scalar | { readonly [field: string]: Scalar };

/** One condition, as a record's identity holds it. Unless it says otherwise, runs that differ in its value are not compared. */
export interface ConditionIdentity {
  /** Two conditions of one name are the same if their values are equal. */
  value: ConditionValue;
  /** For people: what it means, after its name. */
  text: string;
  /** The end of every row's name, such as `over lan`; absent: a name has the condition only if rows differ in nothing else. */
  mark?: string;
  /** The value of a run without the condition; absent: {@link DEFAULT_CONDITION}. */
  otherwise?: string;
  /** Runs that differ in it are compared, with a remark. */
  remark?: true;
  /** Rows under it are not ranked unless asked: why, in a word or two before `text`. */
  unranked?: string;
}

/** A part of what was measured, such as one connection; null: not known. */
export type ConditionPart = Readonly<Record<string, Scalar | null>>;

/** The most parts of a kind that a record holds. */
export const MOST_PARTS = 100;

export interface ConditionMeasured {
  value: ConditionValue;
  /** For people. */
  text: string;
  /** Its parts by kind, such as all connections. */
  parts?: Readonly<Record<string, readonly ConditionPart[]>>;
  /** The reason why a field of parts is null, by the field's name, or why parts of a kind are missing. */
  partsMissing?: Readonly<Record<string, string>>;
  /** It is a part of the machine that the run was made on. */
  machine?: true;
}

/** By the condition's name. A condition that is absent is at its default. */
export type Conditions = Record<string, ConditionIdentity>;
export type ConditionsMeasured = Record<string, ConditionMeasured>;

/** As much of a sentence as a row's name has room for. */
const MARK_LENGTH = 60;

/** The condition that a substitute replaces a part of the framework. @param sentence names the substitute */
export function substituteCondition(sentence: string): ConditionIdentity {
  const mark = sentence.length > MARK_LENGTH ? `${sentence.slice(0, MARK_LENGTH - 1)}…` : sentence;
  return { value: sentence, text: sentence, mark: `(${mark})`, unranked: 'substitute' };
}

/** The default of every condition, for people. */
export const DEFAULT_CONDITION = 'default';

/** In the order of their names. */
const listed = (conditions: Conditions = {}): [name: string, condition: ConditionIdentity][] =>
  Object.entries(conditions).sort(([a], [b]) => (a < b ? -1 : 1));

/** The conditions without those that only keep a row from being ranked. */
export const loadConditions = (conditions?: Conditions): [name: string, condition: ConditionIdentity][] =>
  listed(conditions).filter(([, { unranked }]) => unranked === undefined);

/** The conditions that keep a row from being ranked. */
export const unrankedConditions = (conditions?: Conditions): (ConditionIdentity & { unranked: string })[] =>
  listed(conditions).flatMap(([, one]) => (one.unranked === undefined ? [] : [{ ...one, unranked: one.unranked }]));

/** All that belong to the load, in one line; empty where every one is at its default. */
export const conditionsText = (conditions?: Conditions): string =>
  loadConditions(conditions)
    .map(([name, { text }]) => `${name}: ${text}`)
    .join('; ');

/** Returns the end of a row's name, with a space before it; empty if it has no mark. */
export const marksOf = (conditions: readonly Pick<ConditionIdentity, 'mark'>[]): string =>
  conditions.map(({ mark }) => (mark === undefined ? '' : ` ${mark}`)).join('');

export const loadMarks = (conditions?: Conditions): string =>
  marksOf(loadConditions(conditions).map(([, condition]) => condition));

/** The same text for equal values, whatever the order of their fields. */
export const valueText = (value: ConditionValue): string =>
  JSON.stringify(typeof value === 'object' ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value);

const sentence = { type: 'string', minLength: 1, maxLength: 1000 } as const;
const few = { type: 'string', minLength: 1, maxLength: 100 } as const;
const scalar = [{ type: 'string', maxLength: 1000 }, number, { type: 'boolean' }];

const byField = (schema: Schema, maxProperties: number): Schema => ({
  type: 'object',
  propertyNames: { pattern: '^[a-z][a-zA-Z0-9]{0,39}$' },
  additionalProperties: schema,
  maxProperties,
});

const value: Schema = { anyOf: [...scalar, byField({ anyOf: scalar }, 30)] };
const part = byField({ anyOf: [...scalar, { type: 'null' }] }, 20);

export const CONDITION_NAME_PATTERN = '^[a-z][a-zA-Z0-9-]{0,39}$';

const byName = (schema: Schema): Schema => ({
  type: 'object',
  propertyNames: { pattern: CONDITION_NAME_PATTERN },
  additionalProperties: schema,
  minProperties: 1,
  maxProperties: 20,
});

export const conditionsSchema: Schema = byName(
  exactly({ value, text: sentence }, { mark: few, otherwise: few, unranked: few, remark: { const: true } }),
);

export const conditionsMeasuredSchema: Schema = byName(
  exactly(
    { value, text: sentence },
    {
      machine: { const: true },
      parts: byField(array(part, MOST_PARTS), 5),
      partsMissing: byField(sentence, 20),
    },
  ),
);
