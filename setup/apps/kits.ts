/**
 * Kits: folders under `apps/` without an `app.json`, which apps share. A kit is for every app, unless its `kit.json` names
 * the toolchains of those that it serves: `{"serves": ["jdk"]}`. What is in a kit that does not serve an app is no part of it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { toolCalled } from '../tools/table.ts';
import { parseRequirement } from '../tools/versions.ts';
import { APPS_DIR, type AppManifest } from './manifest.ts';

export interface Kit {
  /** The folder's name. */
  id: string;
  /** Absolute path of the folder. */
  dir: string;
  /** Toolchains, one of which an app requires that it serves; null: it serves every app. */
  serves: string[] | null;
}

/**
 * Every kit, in the order of their names.
 * @throws OutcryError that names the `kit.json` and what is wrong with it
 */
export function readKits(appsDir: string = APPS_DIR): Kit[] {
  return readdirSync(appsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !existsSync(join(appsDir, entry.name, 'app.json')))
    .map(({ name: id }) => ({ id, dir: join(appsDir, id), serves: readServes(join(appsDir, id), id) }))
    .sort((a, b) => a.id.localeCompare(b.id));
}

function readServes(dir: string, id: string): string[] | null {
  const path = join(dir, 'kit.json');
  if (!existsSync(path)) return null;
  const wrong = (why: string): OutcryError => new OutcryError(`apps/${id}/kit.json: ${why}`, EXIT.usage);
  let serves: unknown;
  try {
    serves = (JSON.parse(readFileSync(path, 'utf8')) as { serves?: unknown } | null)?.serves;
  } catch (error) {
    throw wrong(`not JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(serves) || serves.length === 0) throw wrong('expected {"serves": [toolchain, ...]}');
  for (const tool of serves) {
    if (typeof tool !== 'string' || toolCalled(tool) === undefined) {
      throw wrong(`serves: ${JSON.stringify(tool)} is not a toolchain that Outcry knows`);
    }
  }
  return serves as string[];
}

/** The kits that `app` can use. */
export function kitsOf(app: Pick<AppManifest, 'requires'>, kits: Kit[] = readKits()): Kit[] {
  const tools = app.requires.map((requirement) => parseRequirement(requirement)?.name);
  return kits.filter(({ serves }) => serves === null || serves.some((tool) => tools.includes(tool)));
}
