/** JSON Schema of a study's file. `check-study.ts` checks the rest, such as that a rule names a part of the plan. */

import { TRANSPORTS } from '../../metrics/transports.ts';
import { FLAG_PATTERN } from '../../protocol/run-record.ts';
import { PART_PATTERN } from '../../protocol/study-session.ts';
import { JUDGED, STUDY_SCHEMA } from './types.ts';

type Fields = Record<string, object>;

/** An object with these fields and no others. */
const exactly = (properties: Fields, optional: Fields = {}) => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
  additionalProperties: false,
});
const listOf = (items: object, minItems = 0) => ({ type: 'array', items, minItems });
/** Two or more kinds of objects that one field tells apart. */
const kinds = (field: string, oneOf: object[]) => ({
  type: 'object',
  required: [field],
  discriminator: { propertyName: field },
  oneOf,
});
/** Keywords for objects leave a text alone, and the pattern leaves objects alone. */
const textOr = (other: object) => ({ ...other, ...text, type: ['string', 'object'] });

/** Of a text with something in it. */
export const TEXT_PATTERN = '\\S';
const text = { type: 'string', pattern: TEXT_PATTERN };
const number = { type: 'number' };
const howMany = { type: 'integer', minimum: 1 };

const ofSize: Fields = {
  params: { type: 'object' },
  warmup: { type: 'number', minimum: 0 },
  retries: { type: 'integer', minimum: 0 },
  wire: { type: 'boolean' },
  conditions: { type: 'object', additionalProperties: text },
  judges: listOf({ enum: JUDGED }),
};
const size = kinds('swarm', [
  exactly({ swarm: { const: 'console' }, clients: howMany, runs: howMany }, ofSize),
  exactly(
    { swarm: { const: 'browser' }, browsers: howMany, clientsPerBrowser: howMany, runs: howMany },
    { ...ofSize, browser: { enum: ['firefox', 'chrome'] }, crowded: { const: true } },
  ),
]);

const part = exactly(
  {
    id: { type: 'string', pattern: PART_PATTERN },
    about: text,
    scenario: text,
    whole: size,
    quick: textOr(size),
  },
  {
    frameworks: listOf(text, 1),
    transports: listOf({ enum: TRANSPORTS }, 1),
    rowsOf: text,
    params: { type: 'object' },
    turns: text,
    'full-console': textOr(size),
  },
);

const quantity = { $ref: '#/$defs/quantity' };
const pair = { ...listOf(quantity, 2), maxItems: 2 };
const bounds: Fields = { least: number, most: number };
const rows = listOf(text, 1);
const codes = listOf({ type: 'string', pattern: FLAG_PATTERN }, 1);

const rule = kinds('kind', [
  exactly({ kind: { const: 'ratio' }, over: quantity, under: quantity, why: text }, bounds),
  exactly({ kind: { const: 'level' }, of: quantity, unit: text, why: text }, bounds),
  exactly({ kind: { const: 'order' }, rising: listOf(quantity, 1) }, { fixed: text }),
  exactly({
    kind: { const: 'every-run' },
    of: text,
    equals: { type: ['string', 'number'], pattern: '^(expected|measured)$' },
  }),
  exactly({ kind: { const: 'no-finding' }, rows, codes }),
  exactly({ kind: { const: 'finding' }, rows, codes }),
  exactly({ kind: { const: 'all' }, of: listOf({ $ref: '#/$defs/rule' }, 1) }),
]);

const figure = exactly(
  { of: { type: 'string' }, what: text, value: number, unit: { type: 'string' } },
  { doubt: text, ours: quantity },
);

const isOpen = { required: ['untestable'] };

const claim = exactly(
  { id: text, says: text, where: text, figures: listOf(figure) },
  {
    doubt: text,
    unfounded: { const: true },
    main: { const: true },
    size: { const: 'whole' },
    rule: { $ref: '#/$defs/rule' },
    factor: {
      allOf: [
        { if: isOpen, else: { $ref: '#/$defs/rule' } },
        { if: { not: isOpen }, else: exactly({ untestable: text }) },
      ],
    },
    untestable: text,
    needsLoadMachine: { const: true },
  },
);

export const studySchema = {
  ...exactly(
    {
      schema: { const: STUDY_SCHEMA },
      id: { type: 'string', pattern: '^[A-Z]$' },
      reference: text,
      title: text,
      differs: exactly(
        { always: listOf(text), quick: listOf(text) },
        { whole: listOf(text), 'full-console': listOf(text), kept: listOf(text) },
      ),
      parts: listOf(part),
      claims: listOf(claim),
    },
    { aboutLatency: text, losses: listOf(text) },
  ),
  $defs: {
    rule,
    quantity: textOr({
      ...exactly({}, { plus: pair, minus: pair, over: pair, variance: listOf(quantity, 1) }),
      minProperties: 1,
      maxProperties: 1,
    }),
  },
};
