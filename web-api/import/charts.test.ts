import { codes, count, meansOf, read } from './testing/reading.ts';
import { asPlanned, sampleRun } from './testing/sample-files.ts';

describe("a chart's axis: a run", () => {
  test('with missing seconds keeps the others in their place', () => {
    const run = sampleRun('Shout');
    const [counts, , latency] = run.Charts;
    for (const series of counts!.Series) series.Data.splice(3, 1);
    counts!.XAxis.splice(3, 1);
    latency!.Series[0]!.Data[7] = null;
    const { runs } = read([run]);
    expect(count(runs[0], 'sentByClients')!.series!.slice(2, 5)).toEqual([120, 0, 120]);
    expect(meansOf(runs[0])!.slice(6, 9)).toEqual([10.6, null, 10.8]);
    expect(codes(runs[0])).toEqual(['import-missing-seconds', 'import-counts-lost']);
    expect(runs[0]!.validity[0]!.message).toContain('sentByClients has no second 3; latencyMean has no second 7');
  });

  test('whose axis is one label over many values counts its seconds from the start, and says so', () => {
    const run = sampleRun('Shout');
    for (const chart of run.Charts) chart.XAxis = ['16'];
    const { runs } = read([run]);
    expect(count(runs[0], 'sentByClients')!.series).toEqual(asPlanned().sent);
    expect(meansOf(runs[0])).toEqual(asPlanned().latency);
    expect(codes(runs[0])).toEqual(['import-unit-assumed']);
    expect(runs[0]!.validity[0]!.message).toContain('latencyMean does not say when its values were');
  });

  const spaced = Array.from({ length: 4 }, (_, i) => String(i * 5));
  test.each<[string, string[] | null, string]>([
    ['has gaps and is too short', spaced, 'it names the seconds 0, 5, 10, 15'],
    ['names the first second and how many there were', ['0', '16'], 'it names the seconds 0, 16'],
    ['is empty', [], 'it names no seconds'],
    ['is missing', null, 'it names no seconds'],
  ])('whose axis %s counts its seconds from the start, and says so', (_, axis, named) => {
    const { Charts, ...rest } = sampleRun('Shout');
    const { runs } = read([{ ...rest, Charts: Charts.map((chart) => ({ ...chart, XAxis: axis ?? undefined })) }]);
    expect(count(runs[0], 'sentByClients')!.series).toEqual(asPlanned().sent);
    expect(meansOf(runs[0])).toEqual(asPlanned().latency);
    expect(codes(runs[0])).toEqual(['import-unit-assumed']);
    expect(runs[0]!.validity[0]!.message).toContain(`latencyMean does not say when its values were (${named})`);
  });

  test('has one time for the series of a chart, though the axis were long enough for the shorter one', () => {
    const run = sampleRun('Shout', { received: [1800] });
    run.Charts[0]!.XAxis = ['16'];
    const { runs } = read([run]);
    expect(count(runs[0], 'receivedByServer')!.series).toEqual([1800]);
    expect(runs[0]!.validity.at(-1)!.message).toContain('receivedByServer does not say when');
  });

  test('that is longer than its axis goes on after it', () => {
    const run = sampleRun('Shout');
    for (const chart of run.Charts) chart.XAxis = chart.XAxis.slice(0, 14);
    const { runs } = read([run]);
    expect(meansOf(runs[0])).toEqual(asPlanned().latency);
    expect(codes(runs[0])).toEqual([]);
  });
});
