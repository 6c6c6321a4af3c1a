import { TRANSPORTS } from '../../metrics/transports.ts';
import { errorAnswerSchema } from '../errors.ts';

/** One value or several (`?framework=a&framework=b`). */
const some = (items: object) => ({ type: 'array', items, maxItems: 200 });
const name = { type: 'string', minLength: 1, maxLength: 160 };

/** Fields of a `RunFilter` as query parameters. */
export const filterParameters = {
  framework: some(name),
  transport: some({ enum: TRANSPORTS }),
  scenario: some(name),
  session: some(name),
  kind: some({ enum: ['measured', 'imported'] }),
  swarm: some({ enum: ['browser', 'console'] }),
};

/** Fields of a `Page` as query parameters. */
export const pageParameters = {
  limit: { type: 'integer', minimum: 1, maximum: 1_000 },
  offset: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
};

/** The header that says how many entries the whole list has of which a part was asked for. */
export const TOTAL = 'X-Total-Count';
export const totalHeader = { [TOTAL]: { type: 'integer', description: 'Entries of the whole list' } };

/** A query of these parameters and no others: a mistyped filter must not pass as no filter. */
export const query = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  additionalProperties: false,
});

/** Answers are described, not enforced: they are what the store and the merge give. */
export const answer = (description: string, schema: object = { type: 'object', additionalProperties: true }) => ({
  description,
  ...schema,
});

export const listOf = (description: string) =>
  answer(description, { type: 'array', items: { type: 'object', additionalProperties: true } });

export const failure = (description: string) => answer(description, errorAnswerSchema);

export const failures = {
  400: failure('Something in the request is wrong; `message` says what'),
  403: failure('The request names another host, or comes from a page of another site'),
  408: failure('The request did not arrive in time'),
  431: failure('The address and headers are too large'),
  500: failure('The results folder cannot be read or written, or an error of Outcry’s own'),
};

/** Of routes that take a body. */
export const bodyFailures = {
  ...failures,
  413: failure('The body is too large'),
  415: failure('The content type is not accepted'),
};

/** Of routes that write what they take to the disk. */
export const writeFailures = {
  ...bodyFailures,
  507: failure('The disk is full'),
};

/** The options of a route that takes nothing and gives a list. */
export const listRoute = (tag: string, summary: string, entries: string, more: { description?: string } = {}) => ({
  schema: { tags: [tag], summary, ...more, response: { 200: listOf(entries), ...failures } },
});
