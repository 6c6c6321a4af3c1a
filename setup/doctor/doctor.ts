/** The rows of `./outcry doctor`: every tool, this machine's limits, and the needs of each app. */
import { availableParallelism, freemem, totalmem } from 'node:os';
import { availableMemory, openFiles } from '../../system/limits.ts';
import { bestMechanism, MECHANISM_TEXT } from '../../system/priority/current.ts';
import { kitsOf, readKits } from '../apps/manifest/kits.ts';
import { type App, clientVersionIn } from '../apps/manifest/manifest.ts';
import { checkPart } from '../apps/manifest/part-check.ts';
import { partInUse } from '../apps/manifest/substitute.ts';
import { placeOf } from '../apps/versions/app-versions.ts';
import { type FoundTool, findTool, meets } from '../tools/find.ts';
import { meetsLibrary } from '../tools/libraries.ts';
import { ANSWER_MS, ask } from '../tools/locate.ts';
import { TOOLS, toolCalled } from '../tools/tool-table.ts';
import { isAtLeast } from '../tools/versions.ts';

/** A line of `./outcry doctor`. */
export interface DoctorRow {
  id: string;
  label: string;
  /**
   * `ok`; `missing`: not there, and something needs it; `too old`; `low`: there, and less than is good; `substitute`: not
   * there, and something else takes its part.
   */
  state: 'ok' | 'missing' | 'too old' | 'low' | 'substitute';
  /** A tool's version, or a limit's value; null when unknown. */
  version: string | null;
  /** Absolute path of a tool's program or a library's file; null for everything else. */
  path: string | null;
  neededFor: string;
  /** The remedy for a state that is not `ok`; empty otherwise. */
  howToGet: string;
  /** For a part with a substitute: which of the two a run would use, in words. */
  runsUse?: string;
}

/** The tools that Outcry replaces by itself if they are missing. */
const DONE_WITHOUT = new Set(['geckodriver']);

/** Node.js as package.json asks for it: from this version on, and of line 20 from the other. */
const NODE_AT_LEAST = { from: '22.16', line20: '20.19' };

export function isNodeSupported(version: string | null): boolean {
  return isAtLeast(version, version?.startsWith('20.') ? NODE_AT_LEAST.line20 : NODE_AT_LEAST.from);
}

/** Below this many open files a swarm of 5,000 connections in a few processes runs into the limit. */
const ENOUGH_FILES = 16_384;

/** The commands that install what Outcry can install. */
const SETUP_INSTALLS: Record<string, string> = {
  firefox: './outcry setup',
  geckodriver: './outcry setup',
  chromium: './outcry setup --browser chrome',
  chromedriver: './outcry setup --browser chrome',
};

const GiB = 1_073_741_824;

function toolRow(tool: FoundTool): DoctorRow {
  const { id, label, version, path, neededFor, howToGet } = tool;
  const old = id === 'node' && !isNodeSupported(version);
  const { variable, address } = toolCalled(id)!;
  const named = variable !== undefined && process.env[variable];
  const without = DONE_WITHOUT.has(id) && !named ? 'substitute' : 'missing';
  // A part that runs elsewhere need not be here.
  const isElsewhere = address !== undefined && process.env[address];
  const state = tool.found ? (old ? 'too old' : 'ok') : isElsewhere ? 'ok' : without;
  const setup = SETUP_INSTALLS[id] ? `${SETUP_INSTALLS[id]}; or by hand: ` : '';
  return { id, label, state, version, path, neededFor, howToGet: state === 'ok' ? '' : setup + howToGet };
}

/** Says that a client's engine does not answer, and what to do; null when it does, and for tools without an engine. */
async function withoutEngine({ id, path }: FoundTool): Promise<string | null> {
  const { engineArguments } = toolCalled(id)!;
  if (path === null || engineArguments === undefined) return null;
  const { code, text } = await ask([path, ...engineArguments]);
  if (code === 0) return null;
  const why = text.trim().split('\n').at(-1) || 'it did not answer in time';
  return `${id} is here, but no engine answers it (${why}); start one, or get the right to use it`;
}

/** A tool that is broken is a row that says so: doctor is what one runs then. */
async function rowFor(id: string): Promise<DoctorRow> {
  const { label, neededFor } = TOOLS.find((tool) => tool.id === id)!;
  try {
    const found = await findTool(id);
    const silent = await withoutEngine(found);
    return silent === null ? toolRow(found) : { ...toolRow(found), state: 'missing', howToGet: silent };
  } catch (error) {
    return { id, label, state: 'missing', version: null, path: null, neededFor, howToGet: (error as Error).message };
  }
}

function row(id: string, label: string, low: boolean, version: string, neededFor: string, advice: string): DoctorRow {
  return { id, label, state: low ? 'low' : 'ok', version, path: null, neededFor, howToGet: low ? advice : '' };
}

/** The limit of open files for this process; null where nobody says. */
async function openFilesLimit(): Promise<number | null> {
  const limit = openFiles();
  if (limit !== null) return limit.soft;
  const { code, text } = await ask(['/bin/sh', '-c', 'ulimit -n']);
  return code === 0 ? Number(text.replace('unlimited', 'Infinity')) : null;
}

async function limitRows(): Promise<DoctorRow[]> {
  const cores = availableParallelism();
  const available = availableMemory() ?? freemem();
  const files = await openFilesLimit();
  const memory = `${(available / GiB).toFixed(1)} of ${(totalmem() / GiB).toFixed(1)} GiB`;
  return [
    row(
      'cores',
      'CPU cores',
      cores < 2,
      String(cores),
      'server and swarm side by side',
      'use a machine with 2 or more',
    ),
    row(
      'memory',
      'Memory available',
      available < 2 * GiB,
      memory,
      'browsers, about 0.3 GiB each',
      'free some, or use --swarm console',
    ),
    row(
      'open-files',
      'Open files (ulimit -n)',
      files !== null && files < ENOUGH_FILES,
      files === null ? 'unknown' : String(files),
      'large console swarms',
      `ulimit -n ${ENOUGH_FILES} in the shell that starts Outcry`,
    ),
    priorityRow(),
  ];
}

/**
 * By which means the server comes before the swarm. Nice values count among all processes of the machine, so that a swarm of many still
 * takes its share.
 */
function priorityRow(): DoctorRow {
  const mechanism = bestMechanism();
  const { name } = mechanism;
  mechanism.close();
  return row(
    'priority',
    'Server priority',
    name === 'nice',
    `by ${MECHANISM_TEXT[name]}`,
    'a server that does not wait for the swarm',
    'run as root, or with the right to make control groups: systemd-run --user --scope -p Delegate=yes ./outcry run',
  );
}

/** A row per app: whether all of its `requires` are met here. */
async function appRow(app: App): Promise<DoctorRow> {
  const verdicts = await Promise.all(app.requires.map((requirement) => meets(requirement, ANSWER_MS, app.toolchains)));
  const missing = verdicts.filter((verdict) => !verdict.ok);
  return {
    id: `app:${app.id}`,
    label: `app ${app.id}`,
    state: missing.length === 0 ? 'ok' : 'missing',
    version: [...new Set([app.clientVersion, clientVersionIn(app, 'console')])].filter(Boolean).join(', ') || null,
    path: null,
    neededFor: `runs of ${app.label} (requires ${app.requires.join(', ') || 'nothing'})`,
    howToGet: missing.map((verdict) => verdict.why).join('; '),
  };
}

/** A row for a part of a framework that has a substitute: which of the two a run would use, and why. */
async function partRows(app: App): Promise<DoctorRow[]> {
  const { id, label, substitute } = app;
  if (substitute === undefined) return [];
  const { use, variable, value, problem: obvious } = partInUse(substitute);
  const verdict = use === 'substitute' || obvious !== null ? null : await checkPart(app);
  const problem = obvious ?? verdict?.problem ?? null;
  const runsUse =
    use === 'substitute'
      ? `${substitute.is}, since ${substitute.unless.join(' and ')} ${substitute.unless.length > 1 ? 'are' : 'is'} not set`
      : `${substitute.of}: ${variable}=${value}`;
  return [
    {
      id: `part:${id}`,
      label: substitute.of,
      state: problem !== null ? 'missing' : use === 'substitute' ? 'substitute' : 'ok',
      version: verdict?.version ?? null,
      path: use === 'folder' && problem === null ? value : null,
      neededFor: `runs of ${label}, which ${problem === null ? 'would use' : 'would fail with'} ${runsUse}`,
      howToGet:
        problem ?? (use === 'substitute' ? `set ${substitute.unless.join(' or ')}: ${placeOf(app)}/README.md` : ''),
      runsUse,
    },
  ];
}

/** A row for each library of the kits of `apps`: whether it is there, and new enough. */
async function libraryRows(apps: readonly App[]): Promise<DoctorRow[]> {
  const kits = readKits();
  const needed = kits.flatMap(({ id, libraries }) => {
    const served = apps.filter((app) => kitsOf(app, kits).some((kit) => kit.id === id)).map(({ label }) => label);
    return served.length === 0 ? [] : libraries.map(({ library, for: use }) => ({ kit: id, library, use, served }));
  });
  return Promise.all(
    needed.map(async ({ kit, library, use, served }) => {
      const { id, ...verdict } = await meetsLibrary(library);
      return { ...verdict, id: `library:${kit}:${id}`, neededFor: `${use} of ${served.join(', ')} (${library})` };
    }),
  );
}

/** Everything doctor looks at: tools, limits of this machine, apps, and the libraries that they load. Never rejects for what it finds. */
export async function doctorTable(apps: App[]): Promise<DoctorRow[]> {
  const [tools, limits, requirements, libraries, parts] = await Promise.all([
    Promise.all(TOOLS.map((tool) => rowFor(tool.id))),
    limitRows(),
    Promise.all(apps.map(appRow)),
    libraryRows(apps),
    Promise.all(apps.map(partRows)),
  ]);
  return [...tools, ...limits, ...requirements, ...libraries, ...parts.flat()];
}
