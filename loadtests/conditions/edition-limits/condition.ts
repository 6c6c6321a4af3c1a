/** The edition that runs limits what can be measured: the server reports it, so that a run finds it out. */
import type { Condition } from '../condition.ts';

/** Clients over the limit of an edition would be refused one by one, after they have all tried. */
function refusalOf(maxClients: number | null, limits: string | null, run: { name: string; clients: number }) {
  if (maxClients === null || run.clients <= maxClients) return {};
  const most = `${maxClients} ${maxClients === 1 ? 'client' : 'clients'} at most`;
  const why = limits === null ? '' : ` (${limits})`;
  return { refusal: `${run.name} takes ${most}, and this run has ${run.clients}: use fewer${why}` };
}

const condition = {
  name: 'edition-limits',
  prepare: async () => ({
    ofServer: ({ limits, maxClients }, run) => ({
      ...(limits === null
        ? {}
        : {
            identity: { value: limits, text: limits, unranked: 'limited edition' },
            flags: [{ code: 'edition-limits', level: 'warning', message: limits }],
          }),
      ...refusalOf(maxClients, limits, run),
    }),
  }),
} satisfies Condition<null>;

export default condition;
