/** One run by the command line, as a user would make it, and its record. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { RunRecord } from '../../protocol/run-record.ts';
import { cpuGroup, isWritable } from '../../system/control-group-reader.ts';
import { ownerEnvironment } from '../../system/processes.ts';
import { ROOT } from '../../system/root.ts';

/** A shell's words in front of a command that then may make no control group for CPU time, as a user without root. */
function withoutGroups(): string[] {
  const group = cpuGroup();
  if (group === null || !isWritable(join(group.folder, 'cgroup.procs'))) return [];
  const script = 'mount -o remount,bind,ro "$0" && exec "$@"';
  return ['unshare', '--mount', 'sh', '-c', script, group.mount];
}

/**
 * @param words options of `./outcry run` besides those that make it one quick run
 * @param asUser with the priority that a user without root has
 * @throws Error with what it printed when it kept no record
 */
export async function outcryRun(words: readonly string[], asUser = false): Promise<RunRecord> {
  const results = mkdtempSync(join(tmpdir(), 'outcry-results-'));
  const always = ['--runs', '1', '--preflight', '0', '--no-live', '--results', results];
  try {
    const env = ownerEnvironment();
    const [file, ...rest] = [...(asUser ? withoutGroups() : []), join(ROOT, 'outcry'), 'run', ...words, ...always];
    const { stderr } = await execa(file!, rest, { env, reject: false });
    const kept = readdirSync(results, { recursive: true, encoding: 'utf8' }).find((name) => /-01\.json$/.test(name));
    if (kept === undefined) throw new Error(`./outcry run kept no record: ${stderr.split('\n').slice(-3).join(' | ')}`);
    return JSON.parse(readFileSync(join(results, kept), 'utf8')) as RunRecord;
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

/** The distribution of a trend. @throws Error when it was not measured */
export function distributionIn({ metrics }: RunRecord, name: string) {
  const metric = metrics[name];
  if (metric?.kind !== 'trend' || metric.distribution === null) throw new Error(`${name} was not measured`);
  return metric.distribution;
}

/** The mean of a gauge's samples; NaN when it was not measured. */
export function meanOfGauge({ metrics }: RunRecord, name: string): number {
  const metric = metrics[name];
  const samples = metric?.kind === 'gauge' ? (metric.samples ?? []) : [];
  return samples.reduce((sum, value) => sum + value, 0) / samples.length;
}
