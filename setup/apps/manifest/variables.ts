/** The variables of the caller's environment that an app's server gets. */
import { toolCalled } from '../../tools/tool-table.ts';
import { parseRequirement } from '../../tools/versions.ts';
import type { AppManifest } from './manifest.ts';

/** Returns the names that `app` lists, those that name its part, and those of the programs and services that it requires. */
export function variablesOf({ environment = [], substitute, requires }: AppManifest): string[] {
  const ofTools = requires.flatMap((text) => {
    const { variable, address } = toolCalled(parseRequirement(text)?.name ?? '') ?? {};
    return [variable, address].filter((name) => name !== undefined);
  });
  return [...environment, ...(substitute?.unless ?? []), ...ofTools];
}
