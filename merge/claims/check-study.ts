/** Checks a study's file: by its schema, and for what a schema cannot say. */
import { Ajv, type ErrorObject } from 'ajv';
import { NAME_PATTERN } from '../../metrics/metric.ts';
import { lazily } from '../../system/lazily.ts';
import { RECORD_FIGURES } from '../text/figure-words.ts';
import { expandStudy, type FileStudy, rowsFaults } from './expand-study.ts';
import { OWN_FIGURES, readFigure } from './quantity.ts';
import { readRow } from './study-rows.ts';
import { studySchema, TEXT_PATTERN } from './study-schema.ts';
import type { Bounds, Claim, Quantity, Rule, Study } from './types.ts';

// As for apps: to check the schema itself, and to optimize the code, takes longer than to check all studies.
const studyCheck = lazily(() =>
  new Ajv({
    allErrors: true,
    discriminator: true,
    verbose: true,
    strict: false,
    code: { optimize: false },
    meta: false,
    validateSchema: false,
  }).compile<FileStudy>(studySchema),
);

/** The faults of `data` as a study; empty: none. Each line names the claim or part, the field and the fault. */
export function studyFaults(data: unknown): string[] {
  const matchesSchema = studyCheck();
  if (!matchesSchema(data)) {
    const errors = (matchesSchema.errors ?? []).filter(({ keyword }) => keyword !== 'if');
    return [...new Set(errors.map((error) => schemaFault(error, data)))];
  }
  const study = expandStudy(data);
  const { parts, claims } = study;
  return [
    ...data.parts.flatMap((part) => rowsFaults(part, data.parts)),
    ...twice(parts, 'part'),
    ...twice(claims, 'claim'),
    ...claims.flatMap(claimFaults(study)),
  ];
}

/** `claim A-one: rule.of[0].kind: expected ...`: where in the file, by ids, and what is wrong. */
function schemaFault(error: ErrorObject, data: unknown): string {
  const { keyword, instancePath, params } = error;
  const [list, index, ...fields] = instancePath.split('/').slice(1);
  const entry = (data as Record<string, { id?: unknown }[]> | null)?.[list ?? '']?.[Number(index)];
  const isInEntry = index !== undefined && (list === 'claims' || list === 'parts');
  const path = isInEntry ? fields : [list, index, ...fields].filter((each) => each !== undefined);
  const missing = keyword === 'required' ? [String(params.missingProperty)] : [];
  const kind = keyword === 'discriminator' ? [String(params.tag)] : [];
  const field = [...path, ...missing, ...kind].reduce(
    (text, each) => `${text}${/^\d+$/.test(each) ? `[${each}]` : `${text === '' ? '' : '.'}${each}`}`,
    '',
  );
  const where = [
    ...(isInEntry ? [`${list!.slice(0, -1)} ${entry?.id ?? index}`] : []),
    ...(field === '' ? [] : [field]),
  ];
  return [...where, faultOf(error)].join(': ');
}

const TYPES: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
};

function faultOf({ keyword, params, parentSchema, message = 'it is wrong' }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'it is missing';
    case 'additionalProperties':
      return `"${params.additionalProperty}" is no field here`;
    case 'const':
      return `expected ${JSON.stringify(params.allowedValue)}`;
    case 'enum':
      return `expected one of ${params.allowedValues.join(', ')}`;
    case 'discriminator': {
      const kinds: { properties: Record<string, { const: string }> }[] = parentSchema!.oneOf;
      const known = kinds.map(({ properties }) => properties[params.tag]!.const);
      return `expected one of ${known.join(', ')}, not "${params.tagValue}"`;
    }
    case 'pattern':
      return params.pattern === TEXT_PATTERN
        ? 'expected a text with something in it'
        : `expected a text like ${params.pattern}`;
    case 'type':
      return `expected ${[params.type]
        .flat()
        .map((type) => TYPES[type])
        .join(' or ')}`;
    case 'minimum':
      return `expected ${params.limit} or more`;
    case 'minItems':
      return `expected a list of ${params.limit} or more`;
    default:
      return message;
  }
}

const twice = (list: readonly { id: string }[], what: string): string[] =>
  list.flatMap(({ id }, index) =>
    list.findIndex((other) => other.id === id) < index ? [`${what} ${id}: its id is there twice`] : [],
  );

const claimFaults =
  (study: Study) =>
  (claim: Claim): string[] => {
    const { id, figures, rule, factor, untestable, doubt, unfounded, needsLoadMachine } = claim;
    const faults = [
      ...(id.startsWith(`${study.id}-`) ? [] : [`its id must begin with ${study.id}-`]),
      ...((rule === undefined) === (untestable === undefined)
        ? ['expected a rule, or why it is untestable, and not both']
        : []),
      ...(unfounded && doubt === undefined ? ['unfounded: expected a doubt that says why'] : []),
      ...(needsLoadMachine && untestable === undefined ? ['needsLoadMachine: expected untestable besides'] : []),
      ...(factor !== undefined && rule === undefined ? ['factor: expected a rule for the headline besides'] : []),
      ...figures.flatMap(({ ours }, index) =>
        ours === undefined ? [] : quantityFaults(ours, study, `figures[${index}].ours`),
      ),
      ...(rule === undefined ? [] : ruleFaults(rule, study, 'rule')),
      ...(factor === undefined || 'untestable' in factor ? [] : ruleFaults(factor, study, 'factor')),
    ];
    return faults.map((fault) => `claim ${id}: ${fault}`);
  };

function ruleFaults(rule: Rule, study: Study, at: string): string[] {
  const quantities = (all: readonly Quantity[], field: string) =>
    all.flatMap((each, index) => quantityFaults(each, study, `${at}.${field}${all.length > 1 ? `[${index}]` : ''}`));
  switch (rule.kind) {
    case 'ratio':
      return [...boundsFaults(rule, at), ...quantities([rule.over], 'over'), ...quantities([rule.under], 'under')];
    case 'level':
      return [...boundsFaults(rule, at), ...quantities([rule.of], 'of')];
    case 'order':
      return [...pairFaults(rule.rising, `${at}.rising`), ...quantities(rule.rising, 'rising')];
    case 'every-run':
      return quantities([rule.of], 'of');
    case 'no-finding':
    case 'finding':
      return rule.rows.flatMap((row, index) => rowFaults(row, study, `${at}.rows[${index}]`));
    case 'all':
      return rule.of.flatMap((each, index) => ruleFaults(each, study, `${at}.of[${index}]`));
  }
}

function boundsFaults({ least, most }: Bounds, at: string): string[] {
  if (least === undefined && most === undefined) return [`${at}: expected a bound: least, most or both`];
  const isCrossed = least !== undefined && most !== undefined && least > most;
  return isCrossed ? [`${at}: least (${least}) is above most (${most})`] : [];
}

const pairFaults = (list: readonly Quantity[], at: string): string[] =>
  list.length < 2 ? [`${at}: expected a list of 2 or more`] : [];

const METRIC = new RegExp(NAME_PATTERN);
const FIGURES: readonly string[] = [...Object.values(RECORD_FIGURES).flat(), ...OWN_FIGURES];

function quantityFaults(quantity: Quantity, study: Study, at: string): string[] {
  if (typeof quantity !== 'string') {
    return Object.entries(quantity).flatMap(([operation, operands]: [string, Quantity[]]) => [
      ...pairFaults(operands, `${at}.${operation}`),
      ...operands.flatMap((each, index) => quantityFaults(each, study, `${at}.${operation}[${index}]`)),
    ]);
  }
  const name = readFigure(quantity);
  if (name === null) return [`${at}: expected part/framework/transport/metric.figure, not "${quantity}"`];
  const { metric, figure, row } = name;
  return [
    ...(METRIC.test(metric) ? [] : [`${at}: "${metric}" is no name of a metric`]),
    ...(typeof figure !== 'string' || figure === '' || FIGURES.includes(figure)
      ? []
      : [`${at}: there is no figure "${figure}"; there is: ${FIGURES.join(', ')}`]),
    ...rowFaults(row, study, at),
  ];
}

function rowFaults(text: string, { parts }: Study, at: string): string[] {
  const row = readRow(text);
  if (row === null) return [`${at}: expected part/framework/transport, not "${text}"`];
  const part = parts.find(({ id }) => id === row.part);
  if (part === undefined) {
    return [`${at}: there is no part "${row.part}"; there is: ${parts.map(({ id }) => id).join(', ')}`];
  }
  const lacks = [
    ...(part.frameworks.includes(row.framework) ? [] : [row.framework]),
    ...((part.transports as string[]).includes(row.transport) ? [] : [row.transport]),
  ];
  return lacks.map((one) => `${at}: part ${part.id} does not run ${one}`);
}
