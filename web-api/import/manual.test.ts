import { checkRecord } from '../../records/check-record.ts';
import { importFiles } from './index.ts';
import { codes, count, gauge } from './testing/reading.ts';
import { sampleFigures, sampleRun } from './testing/sample-files.ts';

describe('figures taken by hand', () => {
  const runs = { name: 'websockets.json', text: JSON.stringify([sampleRun('Shout'), sampleRun('Shout')]) };
  const figures = (...list: unknown[]) => ({ name: 'manualData.json', text: JSON.stringify(list) });
  const cpu = sampleFigures('Shout', 'Websockets', 'Median processor usage', [31, 33]);

  test('go into the runs of the same import, in their order', () => {
    const memory = sampleFigures('Shout', 'Websockets', 'Max memory consumption', [1000, 2000]);
    const bytes = sampleFigures('Shout', 'Websockets', 'Bytes sent/received', [7, 8]);
    const { runs: records, notes } = importFiles([figures(cpu, memory, bytes), runs]);
    expect(
      records.map((run) => [
        gauge(run, 'serverCpu')!.median,
        gauge(run, 'serverMemory')!.max,
        count(run, 'wireBytes')!.total,
      ]),
    ).toEqual([
      [31, 1_024_000, 7],
      [33, 2_048_000, 8],
    ]);
    expect(codes(records[0])).toEqual(['import-unit-assumed']);
    expect(records[0]!.validity[0]!.message).toContain('1000 in the file, whose unit is printed as KB');
    expect(Object.keys(records[0]!.notMeasured)).not.toContain('metrics.wireBytes');
    expect(records.map(checkRecord)).toHaveLength(2);
    expect(notes.filter((note) => note.startsWith('manual'))).toEqual([]);
  });

  test('reach a transport that the name of the framework says', () => {
    const poll = { name: 'polling.json', text: JSON.stringify([sampleRun('Shout WSP'), sampleRun('Shout')]) };
    const wsp = sampleFigures('Shout', 'WS-Polling', 'Median processor usage', [50]);
    const { runs: records } = importFiles([poll, figures(wsp)]);
    expect(records.map((run) => gauge(run, 'serverCpu')?.median)).toEqual([50, undefined]);
  });

  test('without their runs are not taken, and it is said what is missing', () => {
    const { runs: records, notes } = importFiles([figures(cpu)]);
    expect(records).toEqual([]);
    expect(notes[0]).toMatch(
      /^manualData.json: median CPU of Shout over websocket: not taken.* together with this one$/,
    );
  });

  test.each<[string, unknown[], string]>([
    ['more figures than runs', [{ ...cpu, Data: [1, 2, 3] }], '3 figures for 2 runs'],
    ['the same twice', [cpu, cpu], 'given twice, only the first is used'],
    ['an unknown kind', [{ ...cpu, Type: 'Mood' }], 'Type: "Mood" is not known'],
    ['an unknown transport', [{ ...cpu, Transport: 'Pigeon' }], 'Transport: "Pigeon" is not known'],
    ['no number', [{ ...cpu, Data: [1, 'x'] }], 'Data[1]: must be a number'],
  ])('that do not fit are named: %s', (_, list, message) => {
    expect(importFiles([runs, figures(...list)]).notes.join('\n')).toContain(message);
  });

  test('that fit runs of two files are given to neither', () => {
    const others = JSON.stringify([sampleRun('Shout', { latency: [7] })]);
    const other = { name: 'websockets-2.json', text: others };
    const { runs: records, notes } = importFiles([runs, other, figures(cpu)]);
    expect(records.every((run) => gauge(run, 'serverCpu') === undefined)).toBe(true);
    expect(notes.at(-1)).toContain('runs of it come from 2 files');
  });
});
