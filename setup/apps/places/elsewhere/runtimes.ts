/** What an app's server needs on the machine that it runs on: the runtime of its toolchain, looked for there before anything is sent. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, OutcryError } from '../../../../system/errors.ts';
import { toolSettings } from '../../../tools/environment.ts';
import { toolCalled } from '../../../tools/tool-table.ts';
import { compareVersions, isAtLeast, parseRequirement, parseVersion } from '../../../tools/versions.ts';
import type { App } from '../../manifest/manifest.ts';
import { nameOf } from '../../versions/app-versions.ts';
import type { AskThere } from './ask-there.ts';
import { whyNotThere } from './own-program.ts';

/** A program that runs servers: where it may be besides PATH, and how it says its version. */
interface Runtime {
  label: string;
  /** The toolchain in `requires` whose least version holds for it too. */
  tool: string;
  /** Where it may be too, below the home folder; null: nowhere. */
  inHome: string | null;
  arguments: string[];
  /** Finds the version in a line of what it prints. */
  version: RegExp;
  howToGet: string;
}

/** By the first word of `start`. Node.js is the agent's own, which is new enough for most apps. */
const RUNTIMES: Record<string, Runtime> = {
  java: {
    label: 'Java runtime',
    tool: 'jdk',
    inHome: null,
    arguments: ['--version'],
    version: /^(?:openjdk|java) "?(\d+(?:\.\d+)*)/,
    howToGet: 'apt-get install openjdk-17-jre-headless (Debian), or https://adoptium.net',
  },
  dotnet: {
    label: '.NET runtime with ASP.NET Core',
    tool: 'dotnet',
    inHome: '.dotnet/dotnet',
    arguments: ['--list-runtimes'],
    version: /^Microsoft\.AspNetCore\.App (\d+(?:\.\d+)*)/,
    howToGet: 'https://dotnet.microsoft.com/download (its install script puts it into ~/.dotnet)',
  },
};

/** The program with which a server is started there, and what it needs in its environment. */
export interface FoundRuntime {
  program: string;
  env: Record<string, string>;
}

const leastOf = (app: App, tool: string): string | null =>
  app.requires.map(parseRequirement).find((requirement) => requirement?.name === tool)?.atLeast ?? null;

/** @throws OutcryError (missing) that names what to install there */
async function lookFor(
  app: App,
  runtime: Runtime,
  program: string,
  where: string,
  ask: AskThere,
): Promise<FoundRuntime> {
  const { label, tool, inHome, howToGet } = runtime;
  const least = leastOf(app, tool);
  let older: string | null = null;
  const home = inHome === null ? null : (await ask(['sh', '-c', 'echo "$HOME"']))?.[0];
  // Absolute, since a server is started in a folder of its own.
  for (const place of [program, ...(home ? [`${home}/${inHome}`] : [])]) {
    const lines = await ask([place, ...runtime.arguments]);
    const versions = (lines ?? []).flatMap((line) => runtime.version.exec(line)?.[1] ?? []);
    const version = versions.sort(compareVersions).at(-1) ?? null;
    if (version !== null && isAtLeast(version, least)) return { program: place, env: toolSettings(app.requires) };
    older = version ?? older;
  }
  const found = older === null ? `there is no ${label}` : `the ${label} is ${older}`;
  throw new OutcryError(
    `${nameOf(app)} cannot run on ${where}: ${found}, and it needs ${least === null ? 'one' : `${least} or newer`} in the PATH that ssh gives; ${howToGet}`,
    EXIT.missing,
  );
}

/** @throws OutcryError (missing) when the agent's Node.js is older than the app wants it */
async function demandNode(app: App, where: string, ask: AskThere): Promise<void> {
  const least = leastOf(app, 'node');
  if (least === null) return;
  const version = parseVersion((await ask(['node', '--version']))?.[0] ?? '');
  if (isAtLeast(version, least)) return;
  throw new OutcryError(
    `${nameOf(app)} cannot run on ${where}: Node.js is ${version ?? 'of an unknown version'} in the PATH that ssh gives, and it needs ${least} or newer`,
    EXIT.missing,
  );
}

/**
 * Looks for what `app`'s server needs there.
 * @param where the machine, for people
 * @throws OutcryError (missing) that names what to install there, (wrong use) for a service that nobody has named
 */
export async function demandRuntime(app: App, where: string, ask: AskThere): Promise<FoundRuntime> {
  for (const requirement of app.requires) {
    const { label, address } = toolCalled(parseRequirement(requirement)?.name ?? '') ?? {};
    if (address === undefined || process.env[address]) continue;
    throw new OutcryError(
      `${nameOf(app)} needs a ${label}; set ${address} to the address of one, as ${where} reaches it`,
      EXIT.usage,
    );
  }
  const [program = ''] = app.start;
  if (program === 'node') {
    await demandNode(app, where, ask);
    return { program, env: {} };
  }
  const runtime = RUNTIMES[program];
  if (runtime !== undefined) return lookFor(app, runtime, program, where, ask);
  if (program.includes('/') && existsSync(join(app.dir, program))) {
    const why = await whyNotThere(app.dir, program, ask);
    // Sent with the app, in whose folder it is started.
    if (why === null) return { program, env: toolSettings(app.requires) };
    throw new OutcryError(`${nameOf(app)} cannot run on ${where}: ${why}`, EXIT.missing);
  }
  if ((await ask([program, '--version'])) !== null) return { program, env: {} };
  throw new OutcryError(
    `${nameOf(app)} cannot run on ${where}: there is no ${program} in the PATH that ssh gives; install it there`,
    EXIT.missing,
  );
}
