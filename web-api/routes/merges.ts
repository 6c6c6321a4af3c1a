/** Runs of one combination, averaged: what the charts show. */
import type { FastifyInstance } from 'fastify';
import { mergesOf } from '../../records/kept-merges.ts';
import type { RunFilter, RunStore } from '../../records/store.ts';
import { failures, filterParameters, listOf, query } from './schemas.ts';

/** Of text, characters; the least recently used answer goes first. */
const CACHE_CHARACTERS = 64 * 1024 * 1024;

/** Merges as they were answered, for as long as none of their records changes. */
export class MergeCache {
  readonly #store: RunStore;
  /** By what was merged, the one last asked for last. */
  readonly #answers = new Map<string, string>();
  #characters = 0;

  constructor(store: RunStore) {
    this.#store = store;
  }

  /** The merges of the runs that match, as JSON. */
  async answer(filter: RunFilter, includeInvalid: boolean): Promise<string> {
    const selection = await this.#store.selection(filter);
    const key = `${selection.state} ${includeInvalid}`;
    const answer = this.#answers.get(key) ?? JSON.stringify(await mergesOf(this.#store, selection, { includeInvalid }));
    this.#drop(key);
    this.#answers.set(key, answer);
    this.#characters += answer.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#characters <= CACHE_CHARACTERS) break;
      this.#drop(oldest);
    }
    return answer;
  }

  #drop(key: string): void {
    this.#characters -= this.#answers.get(key)?.length ?? 0;
    this.#answers.delete(key);
  }
}

interface MergeQuery extends RunFilter {
  includeInvalid?: boolean;
}

export function addMergeRoutes(app: FastifyInstance, store: RunStore): void {
  const merges = new MergeCache(store);
  app.get<{ Querystring: MergeQuery }>(
    '/api/merges',
    {
      schema: {
        tags: ['merges'],
        summary: 'Merged runs with series per second, latency distributions and figures',
        description: 'Runs with fatal flags are skipped and named, unless `includeInvalid` is true.',
        querystring: query({ ...filterParameters, includeInvalid: { type: 'boolean' } }),
        response: { 200: listOf('One merge per combination'), ...failures },
      },
    },
    async ({ query: { includeInvalid = false, ...filter } }, reply) =>
      reply.type('application/json; charset=utf-8').send(await merges.answer(filter, includeInvalid)),
  );
}
