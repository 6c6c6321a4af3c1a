/** The search for a tool on this machine. */
import { statSync } from 'node:fs';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { ANSWER_MS, ask, isProgram } from './locate.ts';
import { ownTool, type Tool, type Toolchains, toolCalled } from './tool-table.ts';
import { compareVersions, isAtLeast, parseRequirement, parseVersion } from './versions.ts';

export interface FoundTool {
  id: string;
  label: string;
  found: boolean;
  /** Null when not found, or when it would not say. */
  version: string | null;
  /** Absolute path of the program; null when not found. */
  path: string | null;
  /** Not found, but here: why the program that is here is no use, a sentence. */
  unusable: string | null;
  neededFor: string;
  howToGet: string;
}

function describe(tool: Tool, path: string | null, version: string | null, unusable: string | null = null): FoundTool {
  const { id, label, neededFor } = tool;
  const howToGet = unusable ?? tool.howToGet;
  return { id, label, found: path !== null, version, path, unusable, neededFor, howToGet };
}

/** The newest version named in `text`: `dotnet --list-sdks` prints a line for each SDK. */
export function newestVersion(text: string): string | null {
  const versions = text
    .split('\n')
    .map((line) => parseVersion(line))
    .filter((version) => version !== null);
  return versions.sort(compareVersions).at(-1) ?? null;
}

type Answer = { version: string | null } | 'silent' | null;

/** Versions that programs said, by file and arguments: each app asks for its toolchain, and the JDK and Maven take 0.2 s of CPU each. */
const said = new Map<string, Promise<Answer>>();

/** For after an installation: the same file may say another version then, as a .NET host that has got one more SDK. */
export const forgetVersions = (): void => said.clear();

/** Null when `path` cannot be run: a wrapper whose program was removed is not the program. Only a version is remembered. */
async function versionOf(tool: Tool, path: string, limitMs: number): Promise<Answer> {
  const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  const key = JSON.stringify([tool.id, path, tool.versionArguments, changed]);
  const asked = said.get(key) ?? askVersion(tool, path, limitMs);
  said.set(key, asked);
  const answer = await asked;
  if (answer === null || answer === 'silent') said.delete(key);
  return answer;
}

async function askVersion(tool: Tool, path: string, limitMs: number): Promise<Answer> {
  const { code, timedOut, text } = await ask([path, ...(tool.versionArguments ?? ['--version'])], limitMs);
  if (timedOut) return 'silent';
  if (code !== 0) return null;
  return { version: tool.id === 'dotnet' ? newestVersion(text) : parseVersion(text) };
}

/**
 * Looks for the tool `id` that is at least `atLeast`; an older one is reported when there is no better.
 * @param limitMs the time limit of each to print its version, on a machine that has nothing else to do
 * @throws OutcryError (missing) when its environment variable names something that is not a program
 */
export async function findTool(id: string, atLeast: string | null = null, limitMs = ANSWER_MS): Promise<FoundTool> {
  const tool = toolCalled(id);
  if (!tool) throw new OutcryError(`no tool is called "${id}"`, EXIT.internal);
  return lookFor(tool, atLeast, limitMs);
}

/** Why the program at `path` is no use although it says its version: a part of it that builds need is packed apart. Null: it is. */
async function lacksPart({ part, howToGet }: Tool, path: string, limitMs: number): Promise<string | null> {
  if (part === undefined) return null;
  const { code } = await ask([path, ...part.arguments], limitMs);
  return code === 0 ? null : `${path} is here, but has no ${part.label}; ${howToGet}`;
}

async function lookFor(tool: Tool, atLeast: string | null, limitMs: number): Promise<FoundTool> {
  const named = tool.variable && process.env[tool.variable];
  if (named && !isProgram(named)) {
    throw new OutcryError(
      `${tool.variable}=${named}: no such program; correct it, or unset it to have ${tool.label} looked for`,
      EXIT.missing,
    );
  }
  let best: FoundTool | null = null;
  let unusable: string | null = null;
  for (const path of new Set(named ? [named] : tool.candidates())) {
    const answer = await versionOf(tool, path, limitMs);
    if (answer === 'silent') {
      unusable ??= `${path} is here, but did not say its version in time; try again when this machine has less to do`;
    }
    if (answer === null || answer === 'silent') continue;
    const found = describe(tool, path, answer.version);
    if (!isAtLeast(answer.version, atLeast)) {
      best ??= found;
      continue;
    }
    const lacking = await lacksPart(tool, path, limitMs);
    if (lacking === null) return found;
    unusable ??= lacking;
  }
  return unusable === null && best !== null ? best : describe(tool, null, null, unusable);
}

export interface Verdict {
  ok: boolean;
  /** A sentence: what is missing and how to get it, or what was found. */
  why: string;
  tool: FoundTool | null;
}

/**
 * Tells whether this machine meets an entry of `requires` in an `app.json`, such as `jdk>=17`.
 * @param own the toolchains that the same `app.json` declares
 */
export async function meets(text: string, limitMs = ANSWER_MS, own: Toolchains = {}): Promise<Verdict> {
  const requirement = parseRequirement(text);
  const wanted = requirement && (ownTool(requirement.name, own) ?? toolCalled(requirement.name));
  if (!requirement || !wanted) {
    const why = `unknown toolchain "${text}"; declare it in app.json under "toolchains" (docs/adding-a-framework.md, An app in another language)`;
    return { ok: false, why, tool: null };
  }
  if (wanted.address && process.env[wanted.address]) {
    return { ok: true, why: `${wanted.label} where ${wanted.address} says`, tool: null };
  }
  const tool = await lookFor(wanted, requirement.atLeast, limitMs);
  if (tool.unusable !== null) return { ok: false, why: `${tool.label}: ${tool.howToGet}`, tool };
  if (!tool.found) return { ok: false, why: `${tool.label} is not installed; ${tool.howToGet}`, tool };
  if (!isAtLeast(tool.version, requirement.atLeast)) {
    const why = `${tool.label} ${tool.version ?? 'of unknown version'} is too old, ${requirement.atLeast} or newer is needed; ${tool.howToGet}`;
    return { ok: false, why, tool };
  }
  return { ok: true, why: `${tool.label} ${tool.version ?? ''} at ${tool.path}`.replace('  ', ' '), tool };
}
