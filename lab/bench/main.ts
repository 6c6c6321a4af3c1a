/** `npm run bench`: runs the benches (`*.bench.ts` in this folder), or those named, one after the other. */
import { readdirSync } from 'node:fs';
import { outcryVersion, thisMachine } from '../../loadtests/session/record/machine.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { cleanUpOrphans } from '../../system/processes.ts';
import { runProgram } from '../../system/program.ts';
import { readOptions } from '../options.ts';
import type { Benchmark } from './bench.ts';
import { figureLines } from './figure-lines.ts';

async function readBenches(names: string[]): Promise<Benchmark[]> {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.bench.ts'));
  const all = await Promise.all(files.map(async (file) => (await import(`./${file}`)).default as Benchmark));
  const unknown = names.find((name) => !all.some((bench) => bench.name === name));
  if (unknown !== undefined) {
    throw new OutcryError(`no bench "${unknown}"; there is: ${all.map((bench) => bench.name).join(', ')}`, EXIT.usage);
  }
  return names.length === 0 ? all : all.filter((bench) => names.includes(bench.name));
}

async function main(): Promise<void> {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = readOptions({ allowPositionals: true, options: { json: flag, help: flag } });
  const { json } = values;
  const benches = await readBenches(positionals);
  if (values.help) {
    console.log(`Usage: npm run bench -- [--json] [NAME...]\n\nBenches: ${benches.map(({ name }) => name).join(', ')}`);
    return;
  }
  const say = (line: string) => console.error(line);
  await cleanUpOrphans();
  const head = {
    date: new Date().toISOString(),
    machine: thisMachine(),
    versions: { node: process.versions.node, outcry: await outcryVersion() },
  };
  if (!json) for (const line of figureLines(head)) console.log(line);
  const results: Record<string, unknown> = {};
  for (const bench of benches) {
    say(`\n${bench.name} ...`);
    results[bench.name] = await bench.run(say);
    if (!json) for (const line of figureLines({ [bench.name]: results[bench.name] })) console.log(line);
  }
  if (json) console.log(JSON.stringify({ ...head, results }, null, 2));
}

await runProgram(main);
