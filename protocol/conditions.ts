/** What a run was made under that is neither framework nor scenario, such as the priority of its processes. */
import { exactly, type Schema, text } from './schema-parts.ts';

/** One condition, as a record's identity holds it: runs that differ in it are not compared. */
export interface ConditionIdentity {
  /** Two conditions of one name are the same if their values are equal. */
  value: string | number | boolean;
  /** For people: what it means, after its name. */
  text: string;
}

/** By the condition's name. A condition that is absent is at its default. */
export type Conditions = Record<string, ConditionIdentity>;

/** The default of every condition, for people. */
export const DEFAULT_CONDITION = 'default';

/** All of them in one line; empty where every condition is at its default. */
export const conditionsText = (conditions: Conditions = {}): string =>
  Object.entries(conditions)
    .map(([name, { text: about }]) => `${name}: ${about}`)
    .join('; ');

const condition: Schema = exactly({
  value: { anyOf: [text, { type: 'number' }, { type: 'boolean' }] },
  text: { ...text, minLength: 1 },
});

/** JSON Schema (draft 7) of {@link Conditions}. */
export const conditionsSchema: Schema = {
  type: 'object',
  propertyNames: { pattern: '^[a-z][a-zA-Z0-9-]{0,39}$' },
  additionalProperties: condition,
  minProperties: 1,
  maxProperties: 20,
};
