import { mergeRuns } from '../../merge/index.ts';
import { checkRecord } from '../../records/check-record.ts';
import { importFiles } from './index.ts';
import { codes, count, gauge, read } from './testing/reading.ts';
import { sampleFigures, sampleRun } from './testing/sample-files.ts';

describe("a run's plan: a run", () => {
  test('of another plan than the one that study A printed is not held against that one', () => {
    const all = (count: number) => ({ sent: [count], received: [count] });
    const echo = sampleRun('Shout', { ...all(1000), out: [1000] });
    const broadcast = sampleRun('Shout', { ...all(4500), out: [4500 ** 2] });
    const { runs, notes } = read([echo, broadcast]);
    for (const [i, clients] of [null, 4500].entries()) {
      const run = checkRecord(runs[i]);
      const unknown = { scenario: 'unknown', params: {}, swarm: null, browser: null, members: null };
      expect(run.identity).toMatchObject({ ...unknown, clients, repetition: 1 });
      expect(run.plan).toEqual({ seconds: null, bucketSeconds: 1 });
      expect(count(run, 'receivedByClients')!.expected).toBeNull();
      expect(run.notMeasured).toMatchObject({ 'identity.scenario': expect.stringContaining('not those of study A') });
      expect(codes(run)).toEqual(['import-uneven-series']);
    }
    expect(runs[0]!.notMeasured['identity.clients']).toContain('neither the counts');
    expect(notes.at(-1)).toContain("2 runs: the counts are not those of study A's plan");
  });

  test.each([
    ['websockets 1,000 clients.json', 1000],
    ['4500-connections.json', 4500],
    ['websockets.json', null],
  ])('in the file "%s" has %s clients where its counts do not say', (name, clients) => {
    const { runs } = read([sampleRun('Shout', { sent: [1000], received: [1000], out: [1000] })], name);
    expect(runs[0]!.identity.clients).toBe(clients);
  });

  test('of another plan that lost messages on the way still says so', () => {
    const { runs } = read([sampleRun('Shout', { sent: [1000], received: [990], out: [990_000] })]);
    expect(runs[0]!.identity.clients).toBe(1000);
    expect(runs[0]!.validity.map(({ message }) => message).join()).toContain('received by the server 990 of 1,000');
  });

  test('of sixty clients that lost half of their messages is still held against its plan', () => {
    const half = Array(15).fill(60);
    const { runs } = read([sampleRun('Shout', { sent: half, received: half, out: half.map((count) => count * 60) })]);
    expect(runs[0]!.identity).toMatchObject({ scenario: 'study-a', clients: 60 });
    expect(runs[0]!.validity[0]!.message).toContain('sent by clients 900 of 1,800');
  });

  test('whose counts say another number of clients exactly is of that number', () => {
    const { runs } = read([sampleRun('Shout', { sent: [2000], received: [2000], out: [100_000] })]);
    expect(runs[0]!.identity).toMatchObject({ scenario: 'unknown', clients: 50, members: null });
    expect(codes(runs[0])).toEqual(['import-uneven-series']);
    const unreceived = sampleRun('Shout', { sent: [2000], out: [100_000] });
    unreceived.Charts[0]!.Series.shift();
    expect(read([unreceived]).runs[0]!.identity).toMatchObject({ scenario: 'unknown', clients: 50 });
  });

  test('one of whose clients was never sent to is not one of fewer clients, who could not have sent so much', () => {
    const { runs } = read([sampleRun('Shout', { sent: [1800], received: [1800], out: [1800 * 59] })]);
    expect(runs[0]!.identity).toMatchObject({ scenario: 'study-a', clients: 60 });
    expect(runs[0]!.validity.map(({ message }) => message).join()).toContain('sent by the server 106,200 of 108,000');
  });

  test.each<[string, (run: ReturnType<typeof sampleRun>) => void]>([
    ['what was sent', ({ Charts }) => Charts.splice(1, 2) && Charts[0]!.Series.shift()],
    ['what was sent and received', ({ Charts }) => Charts.splice(1, 2)],
    ['what the server sent', ({ Charts }) => Charts.splice(0, 1)],
  ])('of which only %s was counted is of no known plan', (_, leaveOut) => {
    const run = sampleRun('Shout');
    leaveOut(run);
    const { runs } = read([run]);
    expect(checkRecord(runs[0]).identity).toMatchObject({ scenario: 'unknown', clients: null });
    expect(codes(runs[0])).toEqual([]);
  });
});

describe('runs of unknown plans', () => {
  const echo = (sent: number, received = sent) =>
    sampleRun('Shout', { sent: [sent], received: [received], out: [received] });
  const merged = (...runs: unknown[]) => mergeRuns(read(runs).runs).map(({ runs: n }) => n);

  test('are repetitions of each other where they were asked for the same, whatever was lost', () => {
    expect(merged(echo(1000), echo(1000), echo(1000, 990))).toEqual([3]);
    const repetitions = read([echo(1000), echo(1000, 990)]).runs.map(({ identity }) => identity.repetition);
    expect(repetitions).toEqual([1, 2]);
  });

  test('are repetitions of each other where counters lost some of what was sent', () => {
    const runs = [1798, 1800, 1799, 1797].map((sent) => echo(sent, 1800));
    expect(merged(...runs)).toEqual([4]);
    const records = read(runs).runs.map((run) => run);
    expect(records.map(({ identity }) => identity.repetition)).toEqual([1, 2, 3, 4]);
    expect(new Set(records.map(({ identity }) => identity.params.sent))).toEqual(new Set([1800]));
    expect(records.map((run) => count(run, 'sentByClients')!.total)).toEqual([1798, 1800, 1799, 1797]);
  });

  test('are not averaged where their messages differ in number', () => {
    expect(merged(echo(1000), echo(5000))).toEqual([1, 1]);
    const { runs } = read([echo(1000), echo(5000)]);
    expect(runs.map(({ identity }) => identity.repetition)).toEqual([1, 1]);
    expect(runs[1]!.identity.params).toEqual({ sent: 5000, copies: 1 });
    expect(runs[1]!.notMeasured['identity.params']).toContain('counted');
  });

  test('are not averaged where their messages went to one client each, or to many', () => {
    const lossy = sampleRun('Shout', { sent: [1000], received: [1000], out: [99_931] });
    expect(merged(echo(1000), lossy)).toEqual([1, 1]);
    expect(read([lossy]).runs[0]!.identity).toMatchObject({
      clients: null,
      params: { sent: 1000, copies: 100 },
    });
  });

  test('of a number of clients that is known are told apart by what else they counted', () => {
    const all = sampleRun('Shout', { sent: [1000], received: [1000], out: [990_000] });
    const text = JSON.stringify([all, echo(1000)]);
    const { runs } = importFiles([{ name: '1000 clients websockets.json', text }]);
    expect(runs.map((run) => run.identity.params)).toEqual([
      { sent: 1000, copies: 1000 },
      { sent: 1000, copies: 1 },
    ]);
  });

  test('that differ get no figures taken by hand, whose order counts runs of one plan', () => {
    const cpu = sampleFigures('Shout', 'Websockets', 'Median processor usage', [31, 33]);
    const files = [[echo(1000), echo(5000)], [cpu]].map((list, i) => ({
      name: ['websockets.json', 'manualData.json'][i]!,
      text: JSON.stringify(list),
    }));
    const { runs, notes } = importFiles(files);
    expect(runs.map((run) => gauge(run, 'serverCpu'))).toEqual([undefined, undefined]);
    expect(notes.at(-1)).toContain('not used, as runs of it are of 2 plans');
  });
});
