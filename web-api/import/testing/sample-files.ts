/** Made-up files in study A's format, for tests. */

export interface SampleRun {
  Framework: string;
  Charts: {
    Title: string;
    XAxis: string[];
    YAxis: null;
    YAxisTitle: string;
    Series: { Name: string; Data: (number | null)[] }[];
  }[];
}

export interface SampleSeries {
  sent: (number | null)[];
  received: (number | null)[];
  out: (number | null)[];
  latency: (number | null)[];
}

/** 15 seconds just as study A planned them. */
export const asPlanned = (): SampleSeries => ({
  sent: Array(15).fill(120),
  received: Array(15).fill(120),
  out: Array(15).fill(7200),
  latency: Array.from({ length: 15 }, (_, second) => 10 + second / 10),
});

/** One run; `change` alters its series, `rotate` the order of its charts. */
export function sampleRun(framework: string, change: Partial<SampleSeries> = {}, rotate = 0): SampleRun {
  const series = { ...asPlanned(), ...change };
  const chart = (Title: string, ...lines: [Name: string, Data: (number | null)[]][]) => ({
    Title,
    XAxis: lines[0]![1].map((_, second) => String(second)),
    YAxis: null,
    YAxisTitle: 'Messages',
    Series: lines.map(([Name, Data]) => ({ Data, Name })),
  });
  const charts = [
    chart(
      'Messages sent from clients and received by server pr. second',
      ['Received by server', series.received],
      ['Sent from clients', series.sent],
    ),
    chart('Messages sent from server pr. second', ['Messages', series.out]),
    chart('Average Latency', ['Average latency (ms)', series.latency]),
  ];
  return { Framework: framework, Charts: [...charts.slice(rotate), ...charts.slice(0, rotate)] };
}

/** Figures taken by hand, one per run. */
export const sampleFigures = (Framework: string, Transport: string, Type: string, Data: number[]) => ({
  Framework,
  Type,
  Transport,
  Data,
});
