/** The files that a machine was sent, kept by their hashes in the first folder that can be written. */
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { readOr } from '../../read-or.ts';
import type { CachedFile, FolderFile } from '../messages.ts';

/** Files and folders that were not used for this long are removed. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
/** An agent's own: where Outcry is installed too, `outcry` has its tools. */
const NAME = 'outcry-agent';
const OURS = /^(folder-)?[0-9a-f]{64}/;

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** On disk where that can be, else in memory. */
function candidates(): string[] {
  const uid = process.getuid?.() ?? 0;
  const home = process.env.XDG_CACHE_HOME || readOr(() => join(homedir(), '.cache'), null);
  return [
    ...(home === null ? [] : [join(home, NAME)]),
    ...[tmpdir(), process.env.XDG_RUNTIME_DIR, '/dev/shm'].flatMap((folder) =>
      folder ? [join(folder, `${NAME}-${uid}`)] : [],
    ),
  ];
}

/** In a folder that all users share, another user could have made it first and put files into it. */
function demandOwn(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    mkdirSync(folder, { mode: 0o700 }); // says why: with `recursive` Node.js takes a read-only disk for a missing folder
  }
  if (!isOwn(folder)) throw new Error('it belongs to another user');
  chmodSync(folder, 0o700);
  accessSync(folder, constants.W_OK);
}

/** Tells whether the folder is one of this user's, and no link to another: what is in it was put there by an agent. */
function isOwn(folder: string): boolean {
  const found = readOr(() => lstatSync(folder), null);
  return found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid());
}

/** Tells whether the folder at `path` has all of `files`, undamaged. */
const isWhole = (path: string, files: readonly FolderFile[]): boolean =>
  files.every((file) => readOr(() => hashOf(readFileSync(join(path, file.path))), null) === file.hash);

/** Files of one content may have several endings, and be sent at the same time. */
const nameOf = ({ hash, ending }: CachedFile): string => `${hash}${ending}`;

const draftOf = (path: string): string => `${path}.${process.pid}.draft`;

export class Cache {
  readonly #pieces = new Map<string, Buffer[]>();
  #folders = candidates();
  readonly #failures: string[] = [];
  #cleaned = false;

  /** The path of a file that is there and whole; null: it is missing. */
  find({ hash, ending }: CachedFile): string | null {
    for (const folder of this.#folders.filter(isOwn)) {
      const path = join(folder, `${hash}${ending}`);
      const content = readOr(() => readFileSync(path), null);
      if (content === null) continue;
      if (hashOf(content) !== hash) {
        readOr(() => rmSync(path), null);
        continue;
      }
      readOr(() => utimesSync(path, new Date(), new Date()), null);
      return path;
    }
    return null;
  }

  take(file: CachedFile, data: string): void {
    const pieces = this.#pieces.get(nameOf(file)) ?? [];
    pieces.push(Buffer.from(data, 'base64'));
    this.#pieces.set(nameOf(file), pieces);
  }

  /** Keeps a file whose pieces have come. @throws Error when it is damaged, or no folder can be written */
  keep({ hash, ending }: CachedFile): string {
    const name = nameOf({ hash, ending });
    const content = Buffer.concat(this.#pieces.get(name) ?? []);
    this.#pieces.delete(name);
    if (hashOf(content) !== hash) throw new Error('a file is not what its hash says');
    return this.#write((folder) => {
      const path = join(folder, name);
      try {
        writeFileSync(draftOf(path), content, { mode: 0o700 });
        renameSync(draftOf(path), path);
      } catch (error) {
        readOr(() => rmSync(draftOf(path), { force: true }), null);
        throw error;
      }
      return path;
    });
  }

  /** Puts a folder together, whose name stands for its content. */
  folder(name: string, files: readonly FolderFile[]): string {
    if (!/^[\w.-]{1,200}$/.test(name)) throw new Error(`"${name}" is no name of a folder`);
    const made = this.#folders
      .filter(isOwn)
      .map((folder) => join(folder, name))
      .find((path) => isWhole(path, files));
    if (made !== undefined) {
      readOr(() => utimesSync(made, new Date(), new Date()), null);
      return made;
    }
    return this.#write((folder) => {
      const path = join(folder, name);
      const draft = draftOf(path);
      try {
        for (const file of files) this.#place(file, draft);
        if (!isWhole(path, files)) rmSync(path, { recursive: true, force: true });
        renameSync(draft, path);
      } catch (error) {
        // Another agent may have put it there meanwhile.
        if (!isWhole(path, files)) throw error;
      } finally {
        rmSync(draft, { recursive: true, force: true });
      }
      return path;
    });
  }

  #place(file: FolderFile, folder: string): void {
    const path = normalize(file.path);
    if (path.startsWith('/') || path.split('/').includes('..'))
      throw new Error(`"${file.path}" leads out of its folder`);
    const kept = this.find(file);
    if (kept === null) throw new Error(`"${file.path}" was not sent`);
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    try {
      linkSync(kept, target);
    } catch {
      copyFileSync(kept, target);
    }
    if (file.executable) chmodSync(target, 0o700);
  }

  /** Does `write` in the first folder where it can be done. */
  #write(write: (folder: string) => string): string {
    for (const folder of [...this.#folders]) {
      try {
        demandOwn(folder);
        this.#clean(folder);
        return write(folder);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (code === undefined && !message.includes('another user')) throw error;
        const why =
          code === 'ENOSPC' || code === 'EDQUOT' ? 'the disk is full' : code === 'EROFS' ? 'it is read-only' : message;
        this.#failures.push(`${folder}: ${why}`);
        this.#folders = this.#folders.filter((other) => other !== folder);
      }
    }
    throw new Error(
      `nothing can be written there (${this.#failures.join('; ')}); free some space, or set TMPDIR there`,
    );
  }

  #clean(folder: string): void {
    if (this.#cleaned) return;
    this.#cleaned = true;
    for (const name of readOr(() => readdirSync(folder), [])) {
      if (!OURS.test(name)) continue;
      const path = join(folder, name);
      const unused = Date.now() - readOr(() => lstatSync(path).mtimeMs, Date.now());
      if (unused > KEPT_DAYS * DAY_MS) readOr(() => rmSync(path, { recursive: true, force: true }), null);
    }
  }
}
