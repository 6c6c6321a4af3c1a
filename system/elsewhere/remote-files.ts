/** Files of this machine as another one's cache knows them, and how they are sent there. */
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { AgentAnswer, AgentRequest, CachedFile, FolderFile, ToAgent } from './messages.ts';

/** Bytes of a file in one message. */
const PIECE_BYTES = 2 ** 20;

interface LocalFile extends CachedFile {
  content: Buffer;
}

export const sha256 = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');

/** @param path of a file of this machine */
async function localFile(path: string): Promise<LocalFile> {
  const content = await readFile(path);
  return { hash: sha256(content), ending: extname(path), content };
}

/** All files below `folder`, links followed, in the order of their names. */
function pathsBelow(folder: string, above = ''): string[] {
  return readdirSync(join(folder, above))
    .sort()
    .flatMap((name) => {
      const path = above === '' ? name : `${above}/${name}`;
      return statSync(join(folder, path)).isDirectory() ? pathsBelow(folder, path) : [path];
    });
}

/** The files of a folder, and a name that stands for its content. */
async function localFolder(
  folder: string,
  wanted: (path: string) => boolean = () => true,
): Promise<{ name: string; files: (FolderFile & { content: Buffer })[] }> {
  const files = await Promise.all(
    pathsBelow(folder)
      .filter(wanted)
      .map(async (path) => {
        const executable = (statSync(join(folder, path)).mode & 0o100) !== 0;
        return { ...(await localFile(join(folder, path))), path, executable };
      }),
  );
  const listing = files.map(({ path, hash, executable }) => [path, hash, executable]);
  return { name: `folder-${sha256(JSON.stringify(listing))}`, files };
}

/** Sends files to the agent of one machine. */
export class RemoteFiles {
  readonly #ask: (request: AgentRequest) => Promise<AgentAnswer>;
  readonly #say: (said: ToAgent) => Promise<void>;
  readonly #sending = new Map<string, Promise<string>>();

  /** @param say resolves when there is room for more */
  constructor(ask: (request: AgentRequest) => Promise<AgentAnswer>, say: (said: ToAgent) => Promise<void>) {
    this.#ask = ask;
    this.#say = say;
  }

  /** @returns the paths there, in order. @throws Error when the machine cannot keep them */
  async ship(paths: readonly string[]): Promise<string[]> {
    return this.#shipped(await Promise.all(paths.map(localFile)));
  }

  /** @param wanted tells by its relative path whether a file is sent. @returns the folder's path there */
  async shipFolder(folder: string, wanted?: (path: string) => boolean): Promise<string> {
    const { name, files } = await localFolder(folder, wanted);
    await this.#shipped(files);
    const listed = files.map(({ content: _, ...file }) => file);
    return (await this.#ask({ do: 'folder', name, files: listed })).path!;
  }

  async #shipped(files: readonly LocalFile[]): Promise<string[]> {
    const wanted = files.map(({ hash, ending }) => ({ hash, ending }));
    const { paths = [] } = await this.#ask({ do: 'have', files: wanted });
    return Promise.all(files.map((file, index) => paths[index] ?? this.#send(file)));
  }

  /** Several may need the same file at the same time: it goes once. */
  #send(file: LocalFile): Promise<string> {
    const key = `${file.hash}${file.ending}`;
    const sending = this.#sending.get(key) ?? this.#sendPieces(file).finally(() => this.#sending.delete(key));
    this.#sending.set(key, sending);
    return sending;
  }

  async #sendPieces({ hash, ending, content }: LocalFile): Promise<string> {
    for (let from = 0; from < content.length; from += PIECE_BYTES) {
      await this.#say({
        do: 'piece',
        file: { hash, ending },
        data: content.toString('base64', from, from + PIECE_BYTES),
      });
    }
    const { path } = await this.#ask({ do: 'keep', file: { hash, ending } });
    return String(path);
  }
}
