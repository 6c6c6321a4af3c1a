import type { PlacedServer } from '../../../setup/apps/places/place.ts';
import { recordOf } from '../../session/testing/record-of.ts';
import condition from './condition.ts';

const SENTENCE = `An open broker ${'x'.repeat(60)}`;

test('a server that reports a substitute makes a run that says so, in the sentence of the server', async () => {
  const prepared = await condition.prepare();
  const found = prepared.ofServer({ substitute: SENTENCE } as PlacedServer)!;
  const { identity, validity } = recordOf((run) => {
    run.session.conditions = new Map([[condition.name, prepared]]);
    run.found = new Map([[condition.name, found]]);
  });
  const mark = `(${SENTENCE.slice(0, 59)}…)`;
  expect(identity.conditions).toEqual({
    'substitute-server': { value: SENTENCE, text: SENTENCE, mark, unranked: 'substitute' },
  });
  expect(validity).toEqual([{ code: 'substitute', level: 'warning', message: SENTENCE }]);
});

test('another server is the framework itself', async () => {
  const prepared = await condition.prepare();
  expect(prepared.ofServer({ substitute: null } as PlacedServer)).toBeNull();
});
