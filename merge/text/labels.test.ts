import { labelMerges, mergeRuns } from '../index.ts';
import { ON_OWN_CORES, overNetwork, placed, withSubstitute } from '../testing/made-conditions.ts';
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

  test('has the substitute in every name', () => {
    const merges = mergeRuns([makeRun(), makeRun({ identity: withSubstitute('An open broker, not the vendor’s') })]);
    expect(labelMerges(merges).sort()).toEqual([
      'Alpha websocket',
      'Alpha websocket (An open broker, not the vendor’s)',
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
    const placedAs = (id: string, at: ReturnType<typeof placed>) => makeRun({ id, identity: at });
    const pinned = placedAs('pinned', ON_OWN_CORES);
    const inContainer = (memory: string) =>
      placedAs(`container${memory}`, placed(`container${memory}`, `server in a container${memory}`, 'in a container'));
    const [container, smaller] = ['', ' with 512 MiB at most'].map(inContainer);
    expect(labelMerges(mergeRuns([makeRun({ id: 'plain' }), pinned, container!, smaller!])).sort()).toEqual([
      'Alpha websocket',
      'Alpha websocket in a container, server in a container',
      'Alpha websocket in a container, server in a container with 512 MiB at most',
      'Alpha websocket on cores of its own',
    ]);
  });

  test('names the network in every name, and what it is where two have one name', () => {
    const over = (ms: number) => makeRun({ id: `over-${ms}`, identity: overNetwork('lan', ms) });
    expect(labelMerges(mergeRuns([makeRun(), over(1)])).sort()).toEqual([
      'Alpha websocket',
      'Alpha websocket over lan',
    ]);
    expect(labelMerges(mergeRuns([over(1), over(2)])).sort()).toEqual([
      'Alpha websocket over lan, lan (round trip 1 ms)',
      'Alpha websocket over lan, lan (round trip 2 ms)',
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
    const substitute = withSubstitute('An open broker, not the vendor’s');
    expect(shortOf({}, { identity: { ...beta, ...substitute } })).toEqual(['Alpha', 'Beta (substitute)']);
    const [plain, other] = [substitute, { ...substitute, clients: 99 }].map((identity) => ({ identity }));
    expect(shortOf(plain!, other!)).toEqual(['Alpha websocket, 20 (substitute)', 'Alpha websocket, 99 (substitute)']);
  });
});
