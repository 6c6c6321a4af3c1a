/** Docker's command line, for one engine: whatever `docker` itself can reach (a socket, SSH, TLS) can be reached. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { EXIT, OutcryError } from '../../../../system/errors.ts';

const run = promisify(execFile);

/** Longer than any answer takes but that of a build, which has no limit. */
const PATIENCE_MS = 30_000;
const MOST_BYTES = 16 * 2 ** 20;

/** Variables by which docker finds an engine and is let in. */
const SETTINGS = [
  ...['DOCKER_HOST', 'DOCKER_CONFIG', 'DOCKER_CERT_PATH', 'DOCKER_TLS_VERIFY', 'DOCKER_API_VERSION'],
  ...['SSH_AUTH_SOCK'],
];

export class DockerError extends OutcryError {
  /** True if the engine itself could not be reached. */
  readonly unreachable: boolean;

  constructor(message: string, unreachable: boolean) {
    super(message, unreachable ? EXIT.missing : EXIT.failed);
    this.unreachable = unreachable;
  }
}

const UNREACHABLE =
  /cannot connect to the docker daemon|error during connect|permission denied while trying to connect|failed to connect to the docker api|connection refused|no such host|did not answer/i;

export class Docker {
  /** @param context null: the engine that docker would use by itself */
  constructor(private readonly context: string | null) {}

  argv(...words: string[]): string[] {
    return ['docker', ...(this.context === null ? [] : ['--context', this.context]), ...words];
  }

  /** Returns the environment variables that a command needs when it is run later. */
  settings(): Record<string, string> {
    return Object.fromEntries(
      SETTINGS.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    );
  }

  /**
   * Runs a command to its end.
   * @param env variables besides this environment's: what must be seen by nobody goes here and not into `words`
   * @returns what it printed, without white space around it
   * @throws DockerError with what docker said; OutcryError (missing) where there is no docker
   */
  async ask(words: string[], env: Record<string, string> = {}): Promise<string> {
    const [program, ...rest] = this.argv(...words) as [string, ...string[]];
    try {
      const options = { env: { ...process.env, ...env }, timeout: PATIENCE_MS, maxBuffer: MOST_BYTES };
      return (await run(program, rest, options)).stdout.trim();
    } catch (error) {
      const { code, killed, stderr } = error as NodeJS.ErrnoException & { killed?: boolean; stderr?: string };
      if (code === 'ENOENT') {
        throw new OutcryError(
          'the program docker is missing: install Docker (https://docs.docker.com/engine/install/), or run without --server docker',
          EXIT.missing,
        );
      }
      const said = killed ? `the engine did not answer within ${PATIENCE_MS / 1000} s` : lastSaid(stderr ?? '');
      throw new DockerError(`docker ${words[0]}: ${said}`, UNREACHABLE.test(said));
    }
  }
}

/** The last thing docker said, without what it puts before everything. */
function lastSaid(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !/^(See|Run) 'docker/.test(line));
  return (lines.at(-1) ?? 'it said nothing').replace(/^(Error response from daemon|error|Error): */i, '').trim();
}
