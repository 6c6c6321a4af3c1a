import type { FormerIdentity } from '../../protocol/upgrade.ts';
import { labelMerges, mergeRuns } from '../index.ts';
import { type MadeRun, makeRun, makeRuns } from '../testing/make-run.ts';
import { shortLabels } from './labels.ts';
import { noticesOf } from './notices.ts';

describe('labelMerges', () => {
  test('names framework and transport alone when that is enough', () => {
    expect(labelMerges(mergeRuns([...makeRuns(1), ...makeRuns(1, { identity: { transport: 'sse' } })]))).toEqual([
      'Alpha sse',
      'Alpha websocket',
    ]);
  });

  test('adds what tells two of the same apart, and nothing else', () => {
    const runs = [
      makeRun(),
      makeRun({
        identity: { clients: 100, params: { rate: 2, messages: 30, payload: 2000, phase: 'together' } },
      }),
      makeRun({ identity: { framework: 'beta', frameworkLabel: 'Beta' } }),
    ];
    expect(labelMerges(mergeRuns(runs)).sort()).toEqual([
      'Alpha websocket, 100 clients',
      'Alpha websocket, 20 clients',
      'Beta websocket',
    ]);
  });

  test('names a parameter that differs by name and value, or as the scenario calls it', () => {
    const runs = [2, 4].map((rate) => makeRun({ identity: { params: { rate, phase: 'spread', messages: 30 } } }));
    const merges = mergeRuns(runs);
    expect(labelMerges(merges).sort()).toEqual(['Alpha websocket, rate 2', 'Alpha websocket, rate 4']);
    const about = {
      name: 'auction-broadcast',
      about: 'Made up.',
      charts: {} as never,
      params: { rate: { text: '{}/s' } },
    };
    const labels = labelMerges(merges, [about]);
    expect(labels.sort()).toEqual(['Alpha websocket, 2/s', 'Alpha websocket, 4/s']);
    const without = makeRun({ identity: { params: { phase: 'spread', messages: 30, rate: 2, depth: 1 } } });
    expect(labelMerges(mergeRuns([runs[0]!, without])).sort()).toEqual([
      'Alpha websocket, depth 1',
      'Alpha websocket, no depth',
    ]);
  });

  test('has the substitute in every name, as long as a legend has room', () => {
    const standIns = ['An open broker, not the vendor’s', 'x'.repeat(400)];
    const merges = mergeRuns([makeRun(), ...standIns.map((standIn) => makeRun({ identity: { standIn } }))]);
    expect(labelMerges(merges).sort()).toEqual([
      'Alpha websocket',
      'Alpha websocket (An open broker, not the vendor’s)',
      `Alpha websocket (${'x'.repeat(59)}…)`,
    ]);
  });

  test('names no notice: those are said beside the figures', () => {
    const notice = 'ask before you publish';
    const runs = makeRuns(3);
    const [merge] = mergeRuns([{ ...runs[0]!, notice }, runs[1]!, { ...runs[2]!, notice }]);
    expect(merge!.notices).toEqual([notice]);
    expect(labelMerges([merge!])).toEqual(['Alpha websocket']);
    expect(noticesOf([merge!, ...mergeRuns(runs), merge!])).toEqual([notice]);
  });

  test('says in every name that the server had cores of its own or was a container, and which where two have one name', () => {
    const placed = (placement: FormerIdentity['placement']) =>
      makeRun({ id: JSON.stringify(placement), identity: { placement } });
    const pinned = placed({ server: 'process', serverCpus: '1', swarmCpus: '0' });
    const container = placed({ server: 'container', context: 'default' });
    const smaller = placed({ server: 'container', context: 'default', serverMemory: 2 ** 29 });
    expect(labelMerges(mergeRuns([makeRun({ id: 'plain' }), pinned, container, smaller])).sort()).toEqual([
      'Alpha websocket',
      'Alpha websocket in a container, server in a container (context default)',
      'Alpha websocket in a container, server in a container (context default) with 512 MiB at most',
      'Alpha websocket on cores of its own',
    ]);
  });

  test('names the network in every name, and what it is where two have one name', () => {
    const lan = { name: 'lan', roundTripMs: 1, jitterMs: 0, downKbit: 8000, upKbit: 8000 };
    const over = (network: typeof lan) => makeRun({ id: JSON.stringify(network), identity: { network } });
    expect(labelMerges(mergeRuns([makeRun(), over(lan)])).sort()).toEqual([
      'Alpha websocket',
      'Alpha websocket over lan',
    ]);
    expect(labelMerges(mergeRuns([over(lan), over({ ...lan, roundTripMs: 2 })])).sort()).toEqual([
      'Alpha websocket over lan, lan (round trip 1 ms ± 0, 8,000 kbit/s down, 8,000 up)',
      'Alpha websocket over lan, lan (round trip 2 ms ± 0, 8,000 kbit/s down, 8,000 up)',
    ]);
  });

  test('names sessions when merges of single sessions are shown together', () => {
    const merges = ['one', 'two'].flatMap((session) => mergeRuns(makeRuns(1, { session })));
    expect(labelMerges(merges)).toEqual(['Alpha websocket, session one', 'Alpha websocket, session two']);
  });
});

describe('shortLabels', () => {
  const shortOf = (...made: MadeRun[]) => {
    const merges = mergeRuns(made.map((one) => makeRun(one)));
    return shortLabels(merges, labelMerges(merges)).sort();
  };
  const beta = { framework: 'beta', frameworkLabel: 'Beta' };

  test('skip what all labels end with', () => {
    expect(shortOf({}, { identity: beta })).toEqual(['Alpha', 'Beta']);
    expect(shortOf({}, { identity: { ...beta, transport: 'sse' } })).toEqual(['Alpha websocket', 'Beta sse']);
    expect(shortOf({})).toEqual(['Alpha websocket']);
  });

  test('mark a substitute without its sentence', () => {
    const standIn = 'An open broker, not the vendor’s';
    expect(shortOf({}, { identity: { ...beta, standIn } })).toEqual(['Alpha', 'Beta (substitute)']);
    const [plain, other] = [{ standIn }, { standIn, clients: 99 }].map((identity) => ({ identity }));
    expect(shortOf(plain!, other!)).toEqual(['Alpha websocket, 20 (substitute)', 'Alpha websocket, 99 (substitute)']);
  });
});
