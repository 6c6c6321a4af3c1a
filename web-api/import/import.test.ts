import { checkRecord } from '../../records/check-record.ts';
import { sampleRecord } from '../../records/testing/sample-record.ts';
import { parseJson } from '../json.ts';
import { importFiles } from './index.ts';
import { sampleFigures, sampleRun } from './testing/sample-files.ts';

const read = (data: unknown) => importFiles([{ name: 'x.json', data }], 'websocket');

describe('run records', () => {
  test('are taken as they are, alone and in arrays', () => {
    const record = sampleRecord();
    expect(read(record)).toEqual({ runs: [record], refused: [], notes: [] });
    expect(read([record, { ...record, id: 'another' }]).runs.map(({ id }) => id)).toEqual([record.id, 'another']);
  });

  test('go in with raw runs of study A', () => {
    expect(read([sampleRecord(), sampleRun('Shout')]).runs.map(({ kind }) => kind)).toEqual(['measured', 'imported']);
  });
});

describe('a file is refused as a whole with what is wrong', () => {
  // biome-ignore lint/suspicious/noExplicitAny: tests put wrong things into runs
  const damaged = (change: (run: any) => void) => {
    const run = sampleRun('Murmur');
    change(run);
    return run;
  };
  test.each<[string, unknown, string]>([
    ['no object', 7, 'neither a run record nor'],
    ['null', null, 'neither a run record nor'],
    ['a list in a list', [], 'neither a run record nor'],
    ['nothing known', { Framework: 'x' }, 'neither a run record nor'],
    ['another schema', { schema: 'outcry/session@1' }, 'neither a run record nor'],
    ['a record of nothing', { schema: 'outcry/run@3' }, 'id: is missing'],
    ['an old record', { schema: 'outcry/run@2' }, 'is "outcry/run@2"; this Outcry reads "outcry/run@3"'],
    [
      'a wrong record',
      sampleRecord((r) => Object.assign(r.identity, { clients: -2 })),
      'identity.clients: must be >= 1',
    ],
    ['no name', damaged((r) => (r.Framework = 7)), 'Framework: must be string'],
    ['no charts', damaged((r) => (r.Charts = 'none')), 'Charts: must be array'],
    ['a chart less', damaged((r) => r.Charts.pop()), 'Charts: must NOT have fewer than 3 items'],
    ['one chart twice', damaged((r) => (r.Charts[1] = r.Charts[0])), 'has no series "Messages"'],
    ['an unknown chart', damaged((r) => (r.Charts[2].Title = 'Mood')), 'has no series "Average latency (ms)"'],
    [
      'a negative count',
      damaged((r) => (r.Charts[0].Series[0].Data[4] = -5)),
      'Charts.0.Series.0.Data.4: must be >= 0',
    ],
    ['half a message', damaged((r) => (r.Charts[1].Series[0].Data[0] = 0.5)), '"Messages" must have whole numbers'],
    ['a text as number', damaged((r) => (r.Charts[2].Series[0].Data[0] = '12')), 'must be number'],
    ['a missing second', damaged((r) => (r.Charts[2].Series[0].Data[0] = null)), 'must be number'],
    ['an early end', damaged((r) => r.Charts[2].Series[0].Data.pop()), 'must NOT have fewer than 15 items'],
    ['other seconds', damaged((r) => (r.Charts[2].XAxis = ['16'])), 'XAxis of "Average Latency" must count'],
    ['endless data', damaged((r) => (r.Charts[0].Series[0].Data = Array(1e6).fill(1))), 'must NOT have more than 3600'],
    ['counts of another plan', damaged((r) => (r.Charts[1].Series[0].Data = Array(15).fill(100))), 'adds up to 1,500;'],
    ['no figure', { ...sampleFigures('a', 'Polling', 'Bytes sent/received', [1]), Data: [] }, 'Data: must NOT have'],
  ])('%s', (_, element, message) => {
    const { runs, refused } = read([sampleRun('Shout'), element, sampleRun('Shout')]);
    expect(runs).toEqual([]);
    expect(refused).toEqual([{ file: 'x.json', problem: expect.stringContaining('[1]') }]);
    expect(refused[0]!.problem).toContain(message);
  });

  test('an empty list', () => {
    expect(read([]).refused[0]!.problem).toContain('empty list');
  });

  test('while other files are taken', () => {
    const files = [
      { name: 'bad.json', data: 7 },
      { name: 'good.json', data: sampleRecord() },
    ];
    const { runs, refused } = importFiles(files, null);
    expect([runs.length, refused.map(({ file }) => file)]).toEqual([1, ['bad.json']]);
  });

  test('keys that mean something to JavaScript are names like others', () => {
    const text = '[{"Framework":"__proto__","constructor":{"prototype":1},"__proto__":{"polluted":true},"Charts":[]}]';
    expect(read(parseJson(text)).refused).toHaveLength(1);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(read(sampleRun('constructor')).runs[0]!.identity.framework).toBe('constructor');
  });
});

/** Each copy of `value` with something else in the place of one of its parts. */
function withPart(value: unknown, part: unknown): unknown[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    [part, ...withPart(inner, part)].map((changed) => {
      const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
      copy[key] = changed;
      return copy;
    }),
  );
}

/** An array in an array in an array ..., and the same of objects. */
function deep(): [unknown, unknown] {
  let array: unknown = 1;
  let object: unknown = 1;
  for (let depth = 0; depth < 100_000; depth++) {
    array = [array];
    object = { a: object };
  }
  return [array, object];
}

test('checks do not run out of stack, wherever a document is deep', () => {
  const documents = [
    sampleRecord(),
    sampleRun('Shout'),
    sampleFigures('Shout', 'Websockets', 'Bytes sent/received', [1]),
  ];
  for (const part of deep()) {
    for (const hostile of documents.flatMap((document) => [
      { ...document, extra: part },
      ...withPart(document, part),
    ])) {
      expect(() => read(hostile)).not.toThrow();
    }
    expect(() => checkRecord(part)).toThrow(/schema: is missing|must be object/);
  }
});
