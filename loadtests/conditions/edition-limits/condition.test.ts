import type { PlacedServer } from '../../../setup/apps/places/place.ts';
import { recordOf } from '../../session/testing/record-of.ts';
import condition from './condition.ts';

const LIMITS = 'free edition: at most 1 update per second';

/** What a run of 2 clients finds out from a server that reports so. */
async function foundIn(limits: string | null, maxClients: number | null) {
  const { ofServer } = await condition.prepare();
  return ofServer({ limits, maxClients } as PlacedServer, { name: 'alpha', clients: 2 });
}

test('a run of an edition with limits says which, in the words of the server', async () => {
  const found = await foundIn(LIMITS, null);
  const { identity, validity } = recordOf((run) => {
    run.session.conditions = new Map([[condition.name, {}]]);
    run.found = new Map([[condition.name, found]]);
  });
  expect(identity.conditions).toEqual({
    'edition-limits': { value: LIMITS, text: LIMITS, unranked: 'limited edition' },
  });
  expect(validity).toEqual([{ code: 'edition-limits', level: 'warning', message: LIMITS }]);
});

test('more clients than the edition lets in are refused before any connects', async () => {
  expect(await foundIn(null, 2)).toEqual({});
  expect(await foundIn(null, 1)).toEqual({ refusal: 'alpha takes 1 client at most, and this run has 2: use fewer' });
  expect((await foundIn('Demo', 1)).refusal).toMatch(/use fewer \(Demo\)$/);
});
