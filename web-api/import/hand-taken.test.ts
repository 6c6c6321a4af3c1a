import type { CountMetric, GaugeMetric } from '../../metrics/metric.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { checkRecord } from '../../records/check-record.ts';
import { importFiles } from './index.ts';
import { sampleFigures, sampleRun } from './testing/sample-files.ts';

describe('figures taken by hand', () => {
  const runs = { name: 'websockets.json', data: [sampleRun('Shout'), sampleRun('Shout')] };
  const figures = (...data: unknown[]) => ({ name: 'manualData.json', data });
  const cpu = sampleFigures('Shout', 'Websockets', 'Median processor usage', [31, 33]);
  const read = (...files: { name: string; data: unknown }[]) => {
    const imported = importFiles(files, 'websocket');
    return { ...imported, runs: imported.runs as RunRecord[] };
  };
  const cpuOf = ({ metrics }: RunRecord) => (metrics.serverCpu as GaugeMetric | undefined)?.median;

  test('go into the runs of the same import, in their order', () => {
    const memory = sampleFigures('Shout', 'Websockets', 'Max memory consumption', [1000, 2000]);
    const bytes = sampleFigures('Shout', 'Websockets', 'Bytes sent/received', [7, 8]);
    const { runs: records, refused, notes } = read(figures(cpu, memory, bytes), runs);
    expect(
      records.map((run) => [
        cpuOf(run),
        (run.metrics.serverMemory as GaugeMetric).max,
        (run.metrics.wireBytes as CountMetric).total,
      ]),
    ).toEqual([
      [31, 1_024_000, 7],
      [33, 2_048_000, 8],
    ]);
    expect(records[0]!.validity).toMatchObject([{ code: 'import-unit-assumed' }]);
    expect(records[0]!.validity[0]!.message).toContain('1000 in the file, whose unit is printed as KB');
    expect(Object.keys(records[0]!.notMeasured)).not.toContain('metrics.wireBytes');
    expect(records.map(checkRecord)).toHaveLength(2);
    expect([refused, notes]).toEqual([[], []]);
  });

  test('reach the runs of a transport that is in the name of the framework', () => {
    const mixed = { name: 'mixed.json', data: [sampleRun('Shout WSP'), sampleRun('Shout')] };
    const wsp = sampleFigures('Shout', 'WS-Polling', 'Median processor usage', [50]);
    expect(read(mixed, figures(wsp)).runs.map(cpuOf)).toEqual([50, undefined]);
  });

  test('of other runs are counted in a note', () => {
    const other = sampleFigures('Murmur', 'Polling', 'Median processor usage', [1]);
    const { runs: records, notes } = read(runs, figures(cpu, other));
    expect(records.map(cpuOf)).toEqual([31, 33]);
    expect(notes).toEqual(['manualData.json: 1 of 2 rows are of runs that are not in this import']);
  });

  test.each<[string, unknown[], string]>([
    ['no run', [{ ...cpu, Framework: 'Murmur' }], 'are of no run here; import them together with their runs'],
    ['more figures than runs', [{ ...cpu, Data: [1, 2, 3] }], 'has 3 figures for 2 runs'],
    ['the same twice', [cpu, cpu], '"Median processor usage" of Shout over Websockets: is given twice'],
    ['an unknown kind', [{ ...cpu, Type: 'Mood' }], '[0].Type: must be equal to one of the allowed values'],
    ['an unknown transport', [{ ...cpu, Transport: 'Pigeon' }], '[0].Transport: must be equal to one of'],
    ['no number', [{ ...cpu, Data: [1, 'x'] }], '[0].Data.1: must be integer'],
  ])('that do not fit are refused, and change no run: %s', (_, list, message) => {
    const { runs: records, refused } = read(runs, figures(...list));
    expect(refused).toEqual([{ file: 'manualData.json', problem: expect.stringContaining(message) }]);
    expect(records.map(cpuOf)).toEqual([undefined, undefined]);
  });
});
