/** Remembers what has been verified, so that `run` need not look again at an app that has not changed. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Transport } from '../../protocol/socket.ts';
import type { App } from '../../setup/apps/manifest/manifest.ts';
import { partInUse } from '../../setup/apps/manifest/substitute.ts';
import { fileNameOf } from '../../setup/apps/versions/app-versions.ts';
import { ROOT } from '../../system/root.ts';
import { writeWhole } from '../../system/write-whole.ts';

const VERIFIED_DIR = join(ROOT, '.outcry', 'verified');
const SUITE_DIR = dirname(fileURLToPath(import.meta.url));
/** The recorded conversations that the suite plays. */
const PLAYED = [join(ROOT, 'protocol', 'vectors'), join(ROOT, 'shared-ui', 'auction', 'vectors')];

interface Verified {
  /** `contentHash` of the app, and the hash of the suite that looked at it. */
  app: string;
  suite: string;
  /** The part it was verified with, where something can replace a part of the framework: see {@link partOf}. */
  part: string;
  /** The time at which each transport was verified, ISO 8601. */
  transports: Partial<Record<Transport, string>>;
}

const fileOf = (app: App, folder: string): string => join(folder, `${fileNameOf(app)}.json`);

/** SHA-256 (hex) of the suite itself: a suite that asks more has not been passed yet. */
function suiteHash(): string {
  const hash = createHash('sha256');
  for (const folder of [SUITE_DIR, ...PLAYED]) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /\.(ts|json)$/.test(name) && !name.endsWith('.test.ts')).sort()) {
      const text = readFileSync(join(folder, file));
      hash.update(file).update('\0').update(text).update('\0');
    }
  }
  return hash.digest('hex');
}

/** Reads the result for `app` as it is now; null when there is none, or one of another content or suite. */
function recall(app: App, hash: string, folder: string): Verified | null {
  let verified: Verified | null;
  try {
    verified = JSON.parse(readFileSync(fileOf(app, folder), 'utf8')) as Verified | null;
  } catch {
    return null; // not there, or not whole: then it is verified again
  }
  const same = verified?.app === hash && verified.suite === suiteHash() && verified.part === partOf(app);
  return same ? verified : null;
}

/** Names the part that was verified: a pass with a substitute does not count for the part itself, nor the other way round. */
function partOf({ substitute }: App): string {
  if (substitute === undefined) return '';
  const { use, value } = partInUse(substitute);
  return value === null ? use : `${use} ${value}`;
}

/**
 * Tells whether this app, in the state with the content hash `hash`, has passed this suite over `transport`.
 * @param folder where it is remembered; default `.outcry/verified`
 */
export function isVerified(app: App, hash: string, transport: Transport, folder: string = VERIFIED_DIR): boolean {
  return recall(app, hash, folder)?.transports?.[transport] !== undefined;
}

/** Remembers that `app` keeps the rules over `transport`. Forgets results of another state of the app. */
export function recordVerified(app: App, hash: string, transport: Transport, folder: string = VERIFIED_DIR): void {
  const before = recall(app, hash, folder)?.transports ?? {};
  const verified: Verified = {
    app: hash,
    suite: suiteHash(),
    part: partOf(app),
    transports: { ...before, [transport]: new Date().toISOString() },
  };
  writeWhole(fileOf(app, folder), `${JSON.stringify(verified, null, 2)}\n`);
}
