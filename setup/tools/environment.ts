/** The environment in which an app's commands find the toolchains that were found for it. */
import { realpathSync } from 'node:fs';
import { basename, delimiter, dirname } from 'node:path';
import { meets } from './find.ts';
import { ANSWER_MS, onPath } from './locate.ts';
import type { Toolchains } from './tool-table.ts';
import { parseRequirement } from './versions.ts';

/** The variable by which a toolchain's own programs find it, and how far its folder is above the program. */
const HOME_VARIABLE: Record<string, { name: string; levelsUp: number }> = {
  jdk: { name: 'JAVA_HOME', levelsUp: 2 },
  dotnet: { name: 'DOTNET_ROOT', levelsUp: 1 },
};

/** Environment variables of a toolchain's runtime. */
const SETTINGS: Record<string, Record<string, string>> = {
  // Pipes for debuggers, which stay among the temporary files when the runtime is killed.
  dotnet: { DOTNET_EnableDiagnostics: '0' },
  // The Go that was found, and no other that it would download because a `go.mod` asks for a newer one.
  go: { GOTOOLCHAIN: 'local' },
};

/** Variables that servers of these toolchains get wherever they run. @param requires as in `app.json` */
export const toolSettings = (requires: readonly string[]): Record<string, string> =>
  Object.assign({}, ...requires.map((requirement) => SETTINGS[parseRequirement(requirement)?.name ?? '']));

/**
 * Variables to add to the environment of an app's build and start commands, so that `dotnet` in `start` is the one that
 * meets `dotnet>=10` even where PATH has none, or an older one. Requirements that are not met add nothing.
 * @param requires as in `app.json`
 * @param own the toolchains that it declares
 */
export async function toolEnvironment(requires: string[], own?: Toolchains): Promise<Record<string, string>> {
  const added: Record<string, string> = {};
  const folders: string[] = [];
  for (const requirement of requires) {
    const { ok, tool } = await meets(requirement, ANSWER_MS, own);
    if (!ok || tool?.path == null) continue;
    Object.assign(added, SETTINGS[tool.id]);
    if (onPath([basename(tool.path)])[0] !== tool.path) folders.push(dirname(tool.path));
    const home = HOME_VARIABLE[tool.id];
    if (!home) continue;
    let folder = realpathSync(tool.path);
    for (let level = 0; level < home.levelsUp; level += 1) folder = dirname(folder);
    added[home.name] = folder;
  }
  if (folders.length > 0) added.PATH = [...folders, process.env.PATH ?? ''].join(delimiter);
  return added;
}
