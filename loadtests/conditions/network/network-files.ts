/** Networks that a session can be asked for: files of data, those in `profiles/` by their names, others by their paths. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { noSuch } from '../../../system/did-you-mean.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { readInputFile } from '../../../system/input-file.ts';
import { LOCAL_NETWORK, NETWORK_NAME_PATTERN, type Network } from './network.ts';
import { LOSS_STEP } from './packet-loss.ts';

const FOLDER = join(import.meta.dirname, 'profiles');
const ENDING = '.json';
const NAME = new RegExp(NETWORK_NAME_PATTERN);

/** The tool that shapes counts in whole ms, and in kilobytes per second. */
const KBIT_STEP = 8;

/** A profile is a few numbers and a sentence. */
const FILE_LIMIT_BYTES = 64 * 1024;

/** The range of each field, both ends included. */
const FIELDS = {
  roundTripMs: { least: 0, most: 10_000, step: 1 },
  jitterMs: { least: 0, most: 10_000, step: 1 },
  downKbit: { least: KBIT_STEP, most: 10_000_000, step: KBIT_STEP },
  upKbit: { least: KBIT_STEP, most: 10_000_000, step: KBIT_STEP },
  lossPercent: { least: LOSS_STEP, most: 50, step: LOSS_STEP },
} as const;
type Field = keyof typeof FIELDS;

const EXAMPLE = '{"roundTripMs": 60, "jitterMs": 20, "downKbit": 12000, "upKbit": 6000}';

interface NetworkProfile {
  network: Network;
  /** One sentence; empty where the file has none. */
  about: string;
}

/** Those that come with Outcry, in the order of their names. */
export function networkProfiles(): NetworkProfile[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(ENDING));
  return files.sort().map((file) => readProfile(join(FOLDER, file)));
}

/**
 * Reads the network that `--network` names.
 * @param asked `local`, the name of a profile, or the path of a file of the same form
 * @returns null for `local`: nothing is shaped
 * @throws OutcryError (wrong use) that says what there is, or what is wrong with the file
 */
export function networkNamed(asked: string): Network | null {
  if (asked === LOCAL_NETWORK) return null;
  const own = join(FOLDER, `${asked}${ENDING}`);
  if (NAME.test(asked) && existsSync(own)) return readProfile(own).network;
  if (existsSync(asked)) return readProfile(asked).network;
  const names = [LOCAL_NETWORK, ...networkProfiles().map(({ network }) => network.name)];
  throw noSuch('network', asked, names, `, or the path of a file such as ${EXAMPLE}`);
}

function readProfile(file: string): NetworkProfile {
  return parseProfile(readInputFile(file, FILE_LIMIT_BYTES, 'a network'), file);
}

/**
 * @param file its path: errors name it, and the network is called as it is, without `.json`
 * @throws OutcryError (wrong use) that names the file, the field and what was expected
 */
export function parseProfile(text: string, file: string): NetworkProfile {
  const wrong = (what: string): OutcryError => new OutcryError(`${file}: ${what}; a network is ${EXAMPLE}`, EXIT.usage);
  const name = basename(file, ENDING).toLowerCase();
  if (!NAME.test(name)) throw wrong('the name of the file must be small letters, digits, ".", "_" and "-"');
  if (name === LOCAL_NETWORK) throw wrong(`"${LOCAL_NETWORK}" means that nothing is shaped; call the file otherwise`);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw wrong(`not JSON: ${(error as Error).message}`);
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw wrong('not an object');
  const { about = '', ...fields } = data as Record<string, unknown>;
  if (typeof about !== 'string') throw wrong('about: expected a sentence');
  const unknown = Object.keys(fields).find((field) => !Object.hasOwn(FIELDS, field));
  if (unknown !== undefined) throw wrong(`"${unknown}" is no field`);
  const read = (field: Field): number => {
    const { least, most, step } = FIELDS[field];
    const value = fields[field];
    if (typeof value === 'number' && value >= least && value <= most && isMultiple(value, step)) return value;
    const kind = step === 1 ? 'a whole number' : `a multiple of ${step}`;
    throw wrong(`${field}: expected ${kind} from ${least} to ${most}`);
  };
  const network: Network = {
    name,
    roundTripMs: read('roundTripMs'),
    jitterMs: read('jitterMs'),
    downKbit: read('downKbit'),
    upKbit: read('upKbit'),
    ...('lossPercent' in fields ? { lossPercent: read('lossPercent') } : {}),
  };
  if (network.jitterMs > network.roundTripMs) throw wrong('jitterMs: cannot be more than roundTripMs');
  return { network, about };
}

/** Also of a step that binary fractions come near to only, such as 0.001. */
const isMultiple = (value: number, step: number): boolean => {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6;
};
