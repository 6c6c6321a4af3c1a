/** The running session's progress, in and out. */
import type { FastifyInstance } from 'fastify';
import { RUN_ID_PATTERN } from '../../protocol/run-record.ts';
import { HttpError } from '../errors.ts';
import { MAX_FOLLOWERS, type ProgressEvent, type ProgressHub } from '../progress.ts';
import { answer, bodyFailures, failure, failures } from './schemas.ts';

const count = { type: 'integer', minimum: 0, maximum: 1_000_000_000 };
const nameOrNull = { anyOf: [{ type: 'string', maxLength: 160 }, { type: 'null' }] };

const progressSchema = {
  type: 'object',
  properties: {
    session: { type: 'string', pattern: RUN_ID_PATTERN },
    at: { type: 'string', format: 'date-time' },
    run: count,
    runs: { anyOf: [count, { type: 'null' }] },
    framework: nameOrNull,
    transport: nameOrNull,
    repetition: { anyOf: [count, { type: 'null' }] },
    step: { type: 'string', minLength: 1, maxLength: 160 },
    members: count,
    membersUp: count,
    clients: count,
    clientsConnected: count,
    over: { type: 'string', minLength: 1, maxLength: 8_192 },
  },
  required: ['session', 'at', 'run', 'runs', 'framework', 'transport', 'repetition', 'step'],
  dependencies: Object.fromEntries(
    ['members', 'membersUp', 'clients', 'clientsConnected'].map((name, _, all) => [name, all]),
  ),
  additionalProperties: false,
};

export function addProgressRoutes(app: FastifyInstance, hub: ProgressHub): void {
  app.post<{ Body: ProgressEvent }>(
    '/api/progress',
    {
      bodyLimit: 16 * 1024,
      schema: {
        tags: ['progress'],
        summary: 'Post the progress of the running session',
        description:
          'The event that has `over` is the last one. Its answer waits until all followers have left, at most 10 s.',
        body: progressSchema,
        response: { 204: answer('Sent to all followers', { type: 'null' }), ...bodyFailures },
      },
    },
    async ({ body }, reply) => {
      await hub.publish(body);
      return reply.status(204).send();
    },
  );

  app.get(
    '/api/progress',
    {
      schema: {
        tags: ['progress'],
        summary: 'Follow the running session (server-sent events), from its present state',
        description: 'Each `data` is the last event posted with a `text` for people; `session` is null when none runs.',
        produces: ['text/event-stream'],
        response: {
          200: answer('The stream', {}),
          ...failures,
          503: failure('Too many followers'),
        },
      },
    },
    (_, reply) => {
      if (hub.followers >= MAX_FOLLOWERS) {
        throw new HttpError(503, `${MAX_FOLLOWERS} pages follow already; close some of them`);
      }
      reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream',
      });
      hub.follow(reply.raw);
    },
  );
}
