import { sampleRecord } from '../../records/testing/sample-record.ts';
import { read } from './testing/reading.ts';
import { sampleRun } from './testing/sample-files.ts';

describe('what cannot be a run is skipped, named, and the rest is taken', () => {
  // biome-ignore lint/suspicious/noExplicitAny: tests put wrong things into runs
  const damaged = (change: (run: any) => void) => {
    const run = sampleRun('Murmur');
    change(run);
    return run;
  };
  test.each<[string, unknown, string]>([
    ['no object', 7, 'element [1] skipped: must be an object'],
    ['nothing known', { Framework: 'x' }, 'element [1] skipped: is neither a run of study A'],
    ['no name', damaged((r) => (r.Framework = 7)), 'Framework: must be a text'],
    ['no charts', damaged((r) => (r.Charts = 'none')), 'Charts: must be an array'],
    ['a negative count', damaged((r) => (r.Charts[0].Series[0].Data[4] = -5)), 'Charts[0].Series[0].Data[4]: must be'],
    ['half a message', damaged((r) => (r.Charts[1].Series[0].Data[0] = 0.5)), 'must be a whole number >= 0, is 0.5'],
    [
      'a text as number',
      damaged((r) => (r.Charts[2].Series[0].Data[0] = '12')),
      'Charts[2].Series[0].Data[0]: must be',
    ],
    ['a second from afar', damaged((r) => (r.Charts[2].XAxis[14] = '999999')), 'Charts[2].XAxis[14]: must be a whole'],
    ['time that goes back', damaged((r) => (r.Charts[2].XAxis[14] = '2')), 'Charts[2].XAxis[14]: must be later'],
    ['endless data', damaged((r) => (r.Charts[0].Series[0].Data = Array(1e6).fill(1))), 'has 1000000 elements'],
    ['one series twice', damaged((r) => r.Charts.push(r.Charts[1])), 'Charts[3].Series[0]: is a second series'],
    ['sums beyond exactness', damaged((r) => r.Charts[0].Series[0].Data.fill(2 ** 53 - 1)), 'is too large to be exact'],
    ['a record of nothing', { schema: 'outcry/run@3' }, 'id: is missing'],
    ['an old record', { schema: 'outcry/run@2' }, 'is "outcry/run@2"; this Outcry reads "outcry/run@3"'],
    ['another schema', { schema: 'outcry/session@1' }, 'is neither a run of study A'],
  ])('%s', (_, element, message) => {
    const { runs, notes } = read([sampleRun('Shout'), element, sampleRun('Shout')]);
    expect(runs.map(({ identity }) => identity.framework)).toEqual(['shout', 'shout']);
    expect(notes.join('\n')).toContain(message);
  });

  test('keys that mean something to JavaScript are names like others', () => {
    const text = '[{"Framework":"__proto__","constructor":{"prototype":1},"__proto__":{"polluted":true},"Charts":[]}]';
    const { runs, notes } = read(text);
    expect(runs).toEqual([]);
    expect(notes.join()).toContain('Charts: none of them is known here');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    const { runs: odd } = read([sampleRun('constructor')]);
    expect(odd[0]!.identity.framework).toBe('constructor');
  });

  test('many bad elements make few notes, with their number', () => {
    const { notes } = read(Array(500).fill(7));
    expect(notes).toHaveLength(51);
    expect(notes.at(-1)).toBe('websockets.json: and 450 more notes like these');
  });
});

describe('run records', () => {
  test('are taken as they are, alone and in arrays', () => {
    const record = sampleRecord();
    expect(read(record, 'any.json')).toEqual({ runs: [record], notes: [] });
    expect(read([record, { ...record, id: 'another' }]).runs.map(({ id }) => id)).toEqual([record.id, 'another']);
  });

  test('that are wrong are skipped with the field named', () => {
    const { runs, notes } = read([sampleRecord((r) => Object.assign(r.identity, { clients: -2 }))]);
    expect(runs).toEqual([]);
    expect(notes).toEqual(['websockets.json: element [0] skipped: identity.clients: must be >= 1']);
  });
});
