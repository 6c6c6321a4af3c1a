/** Rounds of made-up servers and swarms: who is loaded when, and what becomes of a run that fails among others. */
import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { Swarm, TestOutcome } from '../../../client-launcher/swarm.ts';
import type { TestRequest } from '../../../member/contract.ts';
import type { Counts } from '../../../protocol/control.ts';
import type { RunRecord } from '../../../protocol/run-record.ts';
import { madeUpApp } from '../../../setup/apps/manifest/testing/made-up-app.ts';
import type { PlacedServer } from '../../../setup/apps/places/place.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { ClientDistribution } from '../measure/client-distribution.ts';
import type { RunEnvironment } from '../measure/run-one.ts';
import { faultlessCounts, faultlessReport, faultlessRun } from '../testing/faultless-run.ts';
import { madeUpScenario } from '../testing/made-up-scenario.ts';
import { placedServer } from '../testing/placed-server.ts';
import { type FirstFigure, runRound } from './round.ts';

let control: HttpServer;
/** The requests to the control address of any server, by their last part. */
let asked: string[] = [];

/** The counts of a server after a slice: the messages, and the start, which reached both clients. */
function counts(): Counts {
  const { verbs, ...rest } = faultlessCounts();
  return { ...rest, verbs: { ...verbs, publish: { received: [3, 2], sent: [6, 4] } } };
}

beforeAll(async () => {
  control = createServer(({ url }, response) => {
    asked.push(url!.split('/').at(-1)!);
    response.end(JSON.stringify(counts()));
  }).listen(0, '127.0.0.1');
  await once(control, 'listening');
});

afterAll(() => {
  control.closeAllConnections();
  control.close();
});

const placed = (said: string[], name: string): PlacedServer =>
  placedServer(control, { stop: async () => void said.push(`${name} stopped`) });

interface SwarmFacts {
  /** The number of the test that ends without a report. */
  fails: number;
  /** Filled by each test: whether clients related their clocks. */
  relates: boolean[];
  /** Says also when its clients got ready for a test. */
  isMonitored: boolean;
}

/** Says what it is asked to do. */
function swarmOf(
  said: string[],
  name: string,
  { fails = Number.POSITIVE_INFINITY, relates = [], isMonitored = false }: Partial<SwarmFacts> = {},
): Swarm {
  let tests = 0;
  return {
    kind: 'console',
    members: 1,
    connect: async () => {
      if (fails === 0) throw new Error('made up');
      said.push(`${name} connected`);
    },
    prepare: async ({ goesOn }: TestRequest) => {
      relates.push(goesOn?.first !== false);
      if (isMonitored) said.push('ready');
    },
    run: async (): Promise<TestOutcome> => {
      tests += 1;
      said.push(name);
      if (tests === fails) return { reports: [], died: [{ member: 1, reason: 'killed' }], error: 'no report' };
      return { reports: [faultlessReport()], died: [], error: null };
    },
    died: () => [],
    disconnect: async () => {},
    pids: () => [],
  } as unknown as Swarm;
}

const NAMES = ['alpha', 'beta', 'gamma'];
const BLOCKS = 3;

/** A round of three servers; each slice is a test of two messages, as the made-up run's. */
async function round(fails: Partial<Record<string, number>> = {}, warmupSeconds = 0, isMonitored = false) {
  const said: string[] = [];
  const monitor = {
    begin: async () => void said.push('begin'),
    restart: async () => void said.push('from here'),
    end: async () => null,
  };
  /** Of the first server's clients, by test: whether they related their clocks to it. */
  const relates: boolean[] = [];
  const made = madeUpScenario();
  const slices: Scenario['slices'] = (params) => Array.from({ length: BLOCKS }, () => ({ ...params, messages: 2 }));
  const bench = {
    session: faultlessRun().session,
    scenarios: [{ ...made, scenario: { ...made.scenario, slices } }],
    place: { start: async ({ id }: { id: string }) => placed(said, id) },
    swarmCpus: [],
    monitor: isMonitored ? monitor : null,
    monitorMissing: 'made up',
    warmupSeconds,
    distribution: new ClientDistribution(),
    host: '127.0.0.1',
    wire: null,
  } as unknown as RunEnvironment;
  const step = { scenario: 'made-up', params: { rate: 1, messages: 2 * BLOCKS }, clients: 2, repetition: 1 };
  const runs = NAMES.map((name, index) => ({
    combination: { app: madeUpApp(name), transport: 'websocket' as const },
    step,
    swarm: swarmOf(said, name, { fails: fails[name], relates: index === 0 ? relates : [], isMonitored }),
    onStep: () => {},
  }));
  // Each block begins with another server.
  const shuffled = <T>(all: readonly T[], block: number): T[] => [...all.slice(block), ...all.slice(0, block)];
  const onFirst = ({ combination: { app }, of }: FirstFigure): void => void said.push(`${app.id} first ${of}`);
  return { records: await runRound(bench, runs, { sliceSeconds: 1, shuffled, onFirst }), said, relates };
}

test('all are connected before the first is loaded, and each block loads each of them once', async () => {
  const { said, records } = await round();
  expect(said.slice(0, 3)).toEqual(['alpha connected', 'beta connected', 'gamma connected']);
  const loaded = said.filter((what) => NAMES.includes(what));
  expect(loaded.join(' ')).toBe('alpha beta gamma beta gamma alpha gamma alpha beta');
  expect(said.slice(-3).sort()).toEqual(['alpha stopped', 'beta stopped', 'gamma stopped']);
  expect(records.map(({ identity }) => identity.framework)).toEqual(NAMES);
});

test('each first slice is told as soon as it is over', async () => {
  const { said } = await round();
  expect(said.slice(3, 7)).toEqual(['alpha', 'alpha first slice', 'beta', 'beta first slice']);
  expect(said.filter((what) => what.endsWith('first slice'))).toHaveLength(NAMES.length);
});

test('one server is looked at when it has warmed up, before most others start', async () => {
  const { said, records } = await round({}, 1);
  const looks = said.filter((what) => what.endsWith('first warm-up'));
  expect(looks).toEqual(['alpha first warm-up']);
  const at = said.indexOf(looks[0]!);
  const connected = (part: string[]): string[] => part.filter((what) => what.endsWith(' connected'));
  expect(connected(said.slice(0, at))).toHaveLength(2);
  expect(connected(said.slice(at))).toEqual(['gamma connected']);
  expect(records.every(({ slices }) => slices!.at.length === BLOCKS)).toBe(true);
});

test('where the server that is to be looked at does not start, the others do', async () => {
  const { said, records } = await round({ alpha: 0 }, 1);
  expect(said.filter((what) => what.endsWith('first warm-up'))).toEqual([]);
  expect(records.map(({ slices }) => slices !== undefined)).toEqual([false, true, true]);
});

test('a server that fails while it is looked at has no slice and says why, and the others go on', async () => {
  const { said, records } = await round({ alpha: 2 }, 1);
  expect(said.filter((what) => what.endsWith('first warm-up'))).toEqual([]);
  const fatal = records.map(({ validity }) => validity.filter(({ level }) => level === 'fatal'));
  expect(fatal.map((findings) => findings.length > 0)).toEqual([true, false, false]);
  expect(records.map(({ slices }) => slices !== undefined)).toEqual([false, true, true]);
  expect(JSON.stringify(fatal[0])).toContain('the warm-up failed: member 1 died (killed)');
});

test('clocks are related before each piece of warm-up, and counts are read after it: slices bring a server nothing new', async () => {
  asked = [];
  const { relates } = await round({}, 2);
  expect(relates.slice(-BLOCKS)).toEqual([true, false, false]);
  expect(relates.slice(0, -BLOCKS)).not.toContain(false);
  // Two pieces and three slices of three servers, and one more piece of the first that had warmed up.
  expect(asked.filter((what) => what === 'counts')).toHaveLength(5 * NAMES.length + 1);
});

test('samples of a slice begin just before its load, after its clients got ready', async () => {
  const { said } = await round({}, 0, true);
  const slices = said.filter((what) => !/connected|stopped|first/.test(what));
  expect(slices.slice(0, 8)).toEqual(['alpha', 'beta'].flatMap((name) => ['begin', 'ready', 'from here', name]));
  expect(slices).toHaveLength(4 * BLOCKS * NAMES.length);
});

test('a record holds its slices end to end', async () => {
  const { records } = await round();
  const [alpha, beta] = records as [RunRecord, RunRecord];
  expect(alpha.slices).toMatchObject({ seconds: 2, servers: 3, place: [1, 3, 2] });
  expect(beta.slices).toMatchObject({ place: [2, 1, 3] });
  expect(alpha.slices!.at).toHaveLength(BLOCKS);
  expect(alpha.slices!.histograms!.fromSent).toHaveLength(BLOCKS);
  expect(alpha.metrics.sentByClients).toMatchObject({ total: 12, series: [2, 2, 2, 2, 2, 2] });
  expect(alpha.metrics.receivedByServer).toMatchObject({ total: 12 });
  expect(alpha.validity.filter(({ level }) => level === 'fatal')).toEqual([]);
});

test('a run that fails in a slice has no further one, says why, and the others go on', async () => {
  const { said, records } = await round({ beta: 2 });
  expect(said.filter((name) => name === 'beta')).toHaveLength(2);
  expect(said.filter((name) => name === 'alpha')).toHaveLength(BLOCKS);
  const [alpha, beta] = records as [RunRecord, RunRecord];
  const fatal = ({ validity }: RunRecord) => validity.filter(({ level }) => level === 'fatal').map(({ code }) => code);
  expect(fatal(alpha)).toEqual([]);
  expect(fatal(beta)).toContain('client-died');
  expect(fatal(beta)).toContain('messages-lost');
  expect(beta.metrics.sentByClients).toMatchObject({ total: 4 });
});
