/** What a file `*.bench.ts` exports by default: one thing that is timed. */
export interface Benchmark {
  name: string;
  /** Measures and gives figures as JSON: numbers with their unit in the field's name, an aim where there is one. */
  run(say: (line: string) => void): Promise<unknown>;
}
