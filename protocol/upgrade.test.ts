import { sampleRecord } from '../records/testing/sample-record.ts';
import { formerFields, summaryFields } from './former-names.ts';
import { type KeptRecord, upgrade } from './upgrade.ts';

describe('a record of today’s schema with conditions in fields of their own', () => {
  const today = (): KeptRecord => upgrade(sampleRecord());
  const network = { name: 'lan', roundTripMs: 1, jitterMs: 0, downKbit: 8000, upKbit: 8000 };
  const engine = { version: '20.10', cores: 4, memoryBytes: 2 ** 33, kernel: 'Linux 6.1' };

  test('reads as one that has them where all conditions are', () => {
    const record = today();
    const priority = { value: 'nice', text: 'server before swarm' };
    Object.assign(record.identity, {
      network,
      placement: { server: 'container', context: 'far' },
      standIn: 'An open broker',
      conditions: { priority },
    });
    record.networkMeasured = { roundTripMs: 1, shortestMs: 1, longestMs: 2, downKbit: 8000, upKbit: 8000 };
    record.serverEngine = engine;
    record.validity = [{ code: 'edition-limits', level: 'warning', message: 'Demo: few clients' }];
    const { identity, conditionsMeasured, ...rest } = upgrade(record);
    expect(identity).not.toHaveProperty('network');
    expect(identity).not.toHaveProperty('placement');
    expect(identity).not.toHaveProperty('standIn');
    expect(rest).not.toHaveProperty('networkMeasured');
    expect(rest).not.toHaveProperty('serverEngine');
    expect(identity.conditions).toEqual({
      priority,
      network: {
        value: network,
        text: 'lan (round trip 1 ms ± 0, 8,000 kbit/s down, 8,000 up)',
        mark: 'over lan',
        otherwise: 'local',
      },
      placement: {
        value: { server: 'container', context: 'far' },
        text: 'server in a container (context far)',
        mark: 'in a container',
        otherwise: 'side by side',
      },
      'substitute-server': {
        value: 'An open broker',
        text: 'An open broker',
        mark: '(An open broker)',
        unranked: 'substitute',
      },
      'edition-limits': { value: 'Demo: few clients', text: 'Demo: few clients', unranked: 'limited edition' },
    });
    expect(conditionsMeasured).toMatchObject({
      network: { text: 'round trip 1 ms (1 to 2), 8,000 kbit/s down, 8,000 up' },
      placement: { value: engine, machine: true },
    });
    expect(upgrade({ ...rest, identity, conditionsMeasured: conditionsMeasured! })).toEqual(upgrade(record));
  });

  test('is itself where it has none, and has no conditions where nothing stood in', () => {
    const record = upgrade(sampleRecord());
    expect(upgrade(record)).toBe(record);
    const former = { ...record, identity: { ...record.identity, standIn: null } };
    expect(upgrade(former)).toEqual(record);
    expect(record.identity).not.toHaveProperty('conditions');
  });

  test('has the fields that scripts read', () => {
    const record = today();
    record.identity.network = network;
    expect(summaryFields(upgrade(record))).toMatchObject({ standIn: null, network: 'lan' });
    expect(formerFields(upgrade(record).identity)).toEqual({ standIn: null, network });
    expect(summaryFields(upgrade(sampleRecord()))).toEqual({ standIn: null, network: 'local' });
  });
});
