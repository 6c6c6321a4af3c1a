/** What the published pages say of apps besides their figures, from their `app.json`. */
import { readApps } from '../setup/apps/manifest/manifest.ts';
import { TOOLS } from '../setup/tools/tool-table.ts';
import type { AppFacts } from './site/state.ts';

/** Programs that serve other servers, such as databases: those that may run elsewhere, by their address. */
const SERVICES: readonly string[] = TOOLS.filter(({ address }) => address !== undefined).map(({ id }) => id);

const toolOf = (requirement: string): string => /^[a-z][a-z0-9.-]*/.exec(requirement)?.[0] ?? '';

export const appFacts = (): AppFacts[] =>
  readApps().map(({ id, language, requires }) => ({
    id,
    language,
    needsServer: requires.some((requirement) => SERVICES.includes(toolOf(requirement))),
  }));
