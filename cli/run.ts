/** `./outcry run`: measures frameworks and keeps the records. */
import { EventEmitter } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { type PlannedRun, planSession, type RunOptions, type SessionPlan } from '../loadtests/runner/plan.ts';
import { runSession, type SessionEvents } from '../loadtests/runner/session.ts';
import { findSession, newSessionId, type SessionFile, writeSessionFile } from '../loadtests/runner/session-file.ts';
import { verifiedOnly } from '../loadtests/runner/verified.ts';
import { profiles } from '../loadtests/scenarios/profiles.ts';
import { SCENARIOS } from '../loadtests/scenarios/scenarios.ts';
import { mergeRuns } from '../merge/index.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { readApps } from '../setup/apps/manifest.ts';
import { makeReady } from '../setup/apps/ready.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { RunStore } from '../web-api/store.ts';
import { startLiveCharts } from './live-charts.ts';
import { amount, list, whole, withJson, withResults } from './options.ts';
import { makeOutput, type Say } from './output.ts';
import { showProgress } from './progress.ts';
import { checkSwarmOptions, type SwarmOptions, serverHost, swarmFor, withSwarm } from './swarm-options.ts';
import { mergeTable, runSummary } from './tables.ts';

interface Options extends RunOptions, SwarmOptions {
  swarm?: 'browser' | 'console';
  results: string;
  json: boolean;
  note?: string;
  resume?: string | true;
  api?: string;
  live: boolean;
  wire: boolean;
}

export function addRunCommand(program: Command): void {
  const command = withSwarm(withJson(withResults(program.command('run'))))
    .description('measure frameworks: a fresh server per run, a swarm of clients, one record per run')
    .option('--frameworks <ids>', 'only these frameworks, with commas between them', list)
    .option('--transports <names>', "only these transports, or all (default: the profile's)", list)
    .option('--profile <name>', 'a set of defaults, see below (default: quick)')
    .option('--scenario <name>', "the experiment, see below (default: the profile's)")
    .option('--rate <n>', 'messages per second per client', amount(false, 10_000))
    .option('--messages <n>', 'messages per client', whole(1))
    .option('--payload <bytes>', 'size of each message’s payload', whole(0, 1_048_576))
    .option('--runs <n>', 'repetitions of each framework and transport', whole(1, 1000))
    .option('--warmup <seconds>', "load before measuring (default: each app's own)", amount(true, 600))
    .option('--wire', 'count bytes and HTTP requests by a proxy before the server (latencies then include it)', false)
    .option('--note <text>', 'a remark that is kept with the runs')
    .option('--resume [session]', 'go on with an interrupted session (the newest, or the one named)')
    .option('--api <url>', 'post the records to this web API too')
    .option('--no-live', 'do not serve the charts while running');
  const lines = (entries: { name: string; about: string }[]): string =>
    entries.map(({ name, about }) => `  ${name.padEnd(12)}${about}`).join('\n');
  command.addHelpText(
    'after',
    `\nProfiles:\n${lines(profiles(availableParallelism()))}\n\nScenarios:\n${lines(SCENARIOS)}\n\nExamples:
  ./outcry run
  ./outcry run --profile study --transports all --runs 3
  ./outcry run --swarm console --clients 1000 --scenario echo --transports websocket`,
  );
  command.action(run);
}

async function run(options: Options): Promise<void> {
  const output = makeOutput(options.json);
  checkSwarmOptions(options);
  const store = new RunStore(options.results);
  const session = sessionFor(options, store.folder);
  // A session that goes on does so under the options it began with; what belongs to this machine's screen does not matter.
  const asked = { ...options, ...session.options } as Options;
  const wanted = planSession(asked, readApps(), availableParallelism());
  writeSessionFile(store.folder, session);
  const plan = await measurable(wanted, asked.frameworks !== undefined, output.say);
  const swarm = await swarmFor(plan, asked, output.say);

  const live = options.live ? await startLiveCharts(store.folder, session.id, output.say) : null;
  const events = new EventEmitter<SessionEvents>();
  const clear = showProgress(events);
  live?.follow(events, plan.runs.length);
  let records: RunRecord[];
  try {
    records = await runSession({
      id: session.id,
      note: session.note,
      plan,
      store,
      swarm,
      host: serverHost(asked),
      wire: asked.wire,
      events,
      ...(options.api === undefined ? {} : { alsoKeep: (record) => post(options.api!, record, output.say) }),
    });
  } finally {
    clear();
    await live?.stop();
  }
  writeSessionFile(store.folder, { ...session, finished: true });
  const invalid = records.filter((record) => record.validity.some((finding) => finding.level === 'fatal'));
  output.result(
    () => `\n${mergeTable(mergeRuns(records))}\n\n${closing(records, invalid, session.id, options.results)}`,
    () => ({ session: session.id, results: store.folder, runs: records.map(runSummary) }),
  );
  if (invalid.length > 0 || plan.runs.length < wanted.runs.length) process.exitCode = EXIT.failed;
}

const KEPT_OPTIONS = [
  'profile',
  'scenario',
  'swarm',
  'frameworks',
  'transports',
  'browsers',
  'clientsPerBrowser',
  'clients',
  'clientsPerWorker',
  'rate',
  'messages',
  'payload',
  'runs',
  'warmup',
  'browser',
  'grid',
  'advertise',
  'wire',
] as const satisfies readonly (keyof Options)[];

function sessionFor(options: Options, results: string): SessionFile {
  if (options.resume !== undefined) return findSession(results, options.resume === true ? null : options.resume);
  const now = new Date();
  const kept = Object.fromEntries(
    KEPT_OPTIONS.map((key) => [key, options[key]]).filter(([, value]) => value !== undefined),
  );
  return {
    id: newSessionId(now),
    startedAt: now.toISOString(),
    options: kept as RunOptions,
    note: options.note ?? null,
    finished: false,
  };
}

/** The plan without what cannot run on this machine and without what does not verify; says what was left out. */
async function measurable(plan: SessionPlan, named: boolean, say: Say): Promise<SessionPlan> {
  const apps = [...new Set(plan.runs.map((planned) => planned.app))];
  const ready = await makeReady(apps, named, say);
  const combinations = plan.runs.filter(({ app, repetition }) => repetition === 1 && ready.includes(app));
  const verified = await verifiedOnly(combinations, say);
  const isVerified = ({ app, transport }: PlannedRun): boolean =>
    verified.some((combination) => combination.app === app && combination.transport === transport);
  const runs = plan.runs.filter(isVerified);
  if (runs.length === 0) {
    throw new OutcryError('nothing left to measure: what does not verify is not measured', EXIT.failed);
  }
  return { ...plan, runs };
}

async function post(api: string, record: RunRecord, say: Say): Promise<void> {
  try {
    const response = await fetch(new URL('/api/runs', api), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(record),
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok)
      say(`${api} did not take ${record.id}: ${response.status} ${(await response.text()).slice(0, 300)}`);
  } catch (error) {
    say(`${api} could not be reached for ${record.id}: ${(error as Error).message}; the record is kept here`);
  }
}

function closing(records: RunRecord[], invalid: RunRecord[], session: string, results: string): string {
  const lines = [`${records.length} runs kept in ${results}, session ${session}.`];
  if (invalid.length > 0) {
    lines.push(`${invalid.length} of them are invalid and left out of the averages:`);
    for (const record of invalid) {
      for (const finding of record.validity.filter((f) => f.level === 'fatal')) {
        lines.push(`  ${record.id}: ${finding.code}: ${finding.message}`);
      }
    }
  }
  lines.push(`Charts: ./outcry charts --session ${session}`);
  return lines.join('\n');
}
