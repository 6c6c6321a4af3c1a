/** An engine that is not there: a `docker` of our own on PATH. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { readOr } from '../../../../../system/read-or.ts';
import { setEnvironment } from '../../../../../system/testing/environment.ts';
import { makeProgram } from '../../../../../system/testing/program.ts';

const PROGRAM = join(import.meta.dirname, 'fake-docker.mjs');

export const AWAY = 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?';

export interface Call {
  context: string | null;
  words: string[];
  /** Set if a control token was in its environment. */
  token: 'given' | null;
}

export class FakeEngine {
  readonly #folder = mkdtempSync(join(tmpdir(), 'outcry-fake-docker-'));

  constructor() {
    makeProgram(join(this.#folder, 'docker'), `exec "${process.execPath}" "${PROGRAM}" "$@"`);
    const PATH = `${this.#folder}${delimiter}${process.env.PATH}`;
    setEnvironment({ PATH, FAKE_DOCKER: this.#folder, DOCKER_HOST: undefined });
  }

  /** Has it be what a file says; see `fake-docker.mjs`. */
  is(file: string, text: string | object): void {
    writeFileSync(join(this.#folder, file), typeof text === 'string' ? text : JSON.stringify(text));
  }

  isNoMore(file: string): void {
    rmSync(join(this.#folder, file), { force: true });
  }

  says(file: string): string | null {
    const path = join(this.#folder, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  }

  /** All calls so far, or those of one command. */
  calls(command?: string): Call[] {
    const lines = (this.says('calls.jsonl') ?? '').trim().split('\n').filter(Boolean);
    const calls = lines.map((line) => JSON.parse(line) as Call);
    return command === undefined ? calls : calls.filter(({ words }) => words[0] === command);
  }

  /** Ends the process that is its container, as a crash would. */
  crash(): void {
    const { pid } = JSON.parse(this.says('running.json')!) as { pid: number };
    this.isNoMore('running.json');
    process.kill(pid, 'SIGKILL');
  }

  close(): void {
    const running = this.says('running.json');
    if (running !== null) readOr(() => process.kill((JSON.parse(running) as { pid: number }).pid, 'SIGKILL'), false);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
