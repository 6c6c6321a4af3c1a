/** The conditions there are: each folder beside this file, or in a folder that the environment names, that has a `condition.ts`. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Option } from 'commander';
import { type BrowserSettings, NO_SETTINGS } from '../../client-launcher/browser/preferences.ts';
import { CONDITION_NAME_PATTERN } from '../../protocol/conditions.ts';
import { passToMeasured } from '../../system/environment.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { importModule } from '../../system/import-module.ts';
import type {
  Condition,
  ConditionOption,
  PlannedCondition,
  PreparedCondition,
  PreparedConditions,
  SessionAbout,
} from './condition.ts';

/** Further folders to look in, with the system's delimiter between them. */
const MORE_FOLDERS = 'OUTCRY_CONDITIONS';

function conditionFolders(): string[] {
  const more = (process.env[MORE_FOLDERS] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [import.meta.dirname, ...more];
}

/**
 * In the order of their names.
 * @param folders default: this one, and those that the environment names
 * @throws OutcryError (wrong use) that names the file of a condition that cannot be used
 */
export async function findConditions(...folders: string[]): Promise<Condition[]> {
  const files = (folders.length > 0 ? folders : conditionFolders()).flatMap((folder) => {
    if (!existsSync(folder))
      throw new OutcryError(`there is no folder ${folder} to look for conditions in`, EXIT.usage);
    const all = readdirSync(folder).map((name) => join(folder, name, 'condition.ts'));
    return all.filter((file) => existsSync(file));
  });
  const found: Condition[] = [];
  // One after the other: conditions share modules, and some loaders fail where two load one at once.
  for (const file of files) found.push(await readCondition(file));
  const names = found.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new OutcryError(`two conditions are called "${twice}"`, EXIT.usage);
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const NAME = new RegExp(CONDITION_NAME_PATTERN);

async function readCondition(file: string): Promise<Condition> {
  let module: { default?: unknown };
  try {
    module = await importModule(file);
  } catch (error) {
    throw new OutcryError(`${file}: cannot be loaded: ${(error as Error).message}`, EXIT.usage, { cause: error });
  }
  // Outside of a package of modules, a module's exports are the default of what is imported.
  const { default: inner } = (module.default ?? {}) as { default?: unknown };
  const condition = (inner ?? module.default) as Condition | undefined;
  if (NAME.test(condition?.name ?? '')) return condition!;
  throw new OutcryError(`${file}: its default export must be a condition, with a name such as "network"`, EXIT.usage);
}

const keyOf = ({ flags }: ConditionOption): string => new Option(flags).attributeName();

/** A session whose clients are all here. */
export const ON_THIS_MACHINE: SessionAbout = { host: '127.0.0.1', advertise: null, elsewhere: false };

/** A session's request to each condition, by name. */
export type ConditionsAsked = Readonly<Record<string, unknown>>;

/** Reads the request to each condition from options. @param options as commander parsed them */
export async function conditionsAsked(options: object, conditions: readonly Condition[]): Promise<ConditionsAsked> {
  const values = new Map(Object.entries(options).filter(([, value]) => value !== undefined));
  const asked: Record<string, unknown> = {};
  for (const { name, options: own = [], asked: read } of conditions) {
    const given = Object.fromEntries(
      own.map(keyOf).flatMap((key) => (values.has(key) ? [[key, values.get(key)]] : [])),
    );
    if (Object.keys(given).length > 0) asked[name] = read ? await read(given) : Object.values(given)[0];
  }
  return asked;
}

/** Reads the request to each condition from the texts of options, by the options' keys, such as in the plan of a study. */
export function conditionsInTexts(
  texts: Readonly<Record<string, string>>,
  conditions: readonly Condition[],
): Promise<ConditionsAsked> {
  const options = conditions.flatMap((condition) => condition.options ?? []);
  const values = Object.entries(texts).map(([key, text]) => {
    const option = options.find((each) => keyOf(each) === key);
    if (option === undefined) throw new Error(`there is no condition with an option "${key}"`);
    return [key, option.parse ? option.parse(text) : text];
  });
  return conditionsAsked(Object.fromEntries(values), conditions);
}

/**
 * Reads the request to each condition from a kept session.
 * @param usual facts of a session that leaves it to Outcry how servers are loaded; absent: it does not
 */
export function conditionsOfSession(
  options: object,
  conditions: readonly Condition[],
  usual?: { cuttable: boolean },
): ConditionsAsked {
  const { conditions: kept = {} } = options as { conditions?: ConditionsAsked };
  return Object.fromEntries(
    conditions.map((condition) => {
      const { name, fallback = null } = condition;
      return [name, kept[name] ?? (usual === undefined ? null : condition.usual?.(usual)) ?? fallback];
    }),
  );
}

/** Collects the changes of all conditions in the plan of a session. */
export async function planConditions(
  conditions: readonly Condition[],
  asked: ConditionsAsked,
  session: SessionAbout,
): Promise<PlannedCondition & { between: number }> {
  const whole: PlannedCondition & { between: number } = { between: 0 };
  for (const condition of conditions) {
    const { between = 0, ...planned } = (await condition.plan?.(asked[condition.name] ?? null, session)) ?? {};
    Object.assign(whole, planned, { between: whole.between + between });
  }
  return whole;
}

/** The settings of browsers that the conditions in force make. */
export function browserSettings(prepared: PreparedConditions): BrowserSettings {
  const all = [...prepared.values()].map((one) => one.browserSettings ?? NO_SETTINGS);
  return {
    firefox: Object.assign({}, ...all.map(({ firefox }) => firefox)),
    chrome: all.flatMap(({ chrome }) => chrome),
    ...(all.some(({ anyCertificate }) => anyCertificate) ? { anyCertificate: true } : {}),
    ...(all.some(({ background }) => background) ? { background: true } : {}),
  };
}

/** The environment variables that the conditions in force give servers. */
export const serverEnvironment = (prepared: PreparedConditions): Record<string, string> =>
  Object.assign({}, ...[...prepared.values()].map((one) => one.serverEnvironment));

/** The options that clients connect with under the conditions in force. */
export const connectOptions = (prepared: PreparedConditions): NonNullable<PreparedCondition['connectOptions']> =>
  Object.assign({}, ...[...prepared.values()].map((one) => one.connectOptions));

/** Puts conditions in force, one after the other. If one fails, those before it are ended. @param asked by the conditions' names */
export async function prepareConditions(
  conditions: readonly Condition[],
  asked: ConditionsAsked,
  session: SessionAbout = ON_THIS_MACHINE,
  say: (line: string) => void = () => {},
): Promise<PreparedConditions> {
  const prepared = new Map<string, PreparedCondition>();
  try {
    for (const condition of conditions) {
      const { name } = condition;
      const one = (await condition.prepare?.(asked[name] ?? null, session, say)) ?? null;
      if (one !== null) prepared.set(name, withEnvironment(one));
    }
    return prepared;
  } catch (error) {
    await endConditions(prepared);
    throw error;
  }
}

/** Gives this process what clients need in their environment, as they have it from here, until the condition ends. */
function withEnvironment(one: PreparedCondition): PreparedCondition {
  const { clientEnvironment } = one;
  if (clientEnvironment === undefined) return one;
  const before = Object.keys(clientEnvironment).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, clientEnvironment);
  const takeBack = passToMeasured(Object.keys(clientEnvironment));
  return {
    ...one,
    async end() {
      takeBack();
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      await one.end?.();
    },
  };
}

/** Ends them, the last first. */
export async function endConditions(prepared: PreparedConditions): Promise<void> {
  for (const one of [...prepared.values()].reverse()) await one.end?.();
}
