/** The Docker engine and compose program of this machine, for the test of the containers. */
import { ask, type Output } from '../setup/tools/locate.ts';
import { EXIT, OutcryError } from '../system/errors.ts';

export interface ComposeEngine {
  /** The command of compose: the engine's plugin, or the older separate program. */
  compose: readonly string[];
  /** Environment of every command, in addition to this process's. */
  env: Record<string, string>;
  /** The versions, for people. */
  about: string;
}

const COMPOSES = [['docker', 'compose'], ['docker-compose']] as const;

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

/**
 * @param tell runs a command; tests replace it
 * @throws OutcryError (missing) that names the missing tool and how to get it
 */
export async function findComposeEngine(tell: (argv: string[]) => Promise<Output> = ask): Promise<ComposeEngine> {
  const engine = await tell(['docker', 'version', '--format', '{{.Server.Version}}']);
  if (engine.code === null) {
    throw new OutcryError('there is no docker here: https://docs.docker.com/engine/install/', EXIT.missing);
  }
  if (engine.code !== 0) {
    throw new OutcryError(`docker is here, but no engine that answers: ${lastLine(engine.text)}`, EXIT.missing);
  }
  await checkItIsHere(tell);
  // A client set to BuildKit fails without that plugin; the Dockerfiles do not need it.
  const builder = process.env.DOCKER_BUILDKIT === undefined && (await tell(['docker', 'buildx', 'version'])).code !== 0;
  const env: Record<string, string> = builder ? { DOCKER_BUILDKIT: '0' } : {};
  for (const compose of COMPOSES) {
    const { code, text } = await tell([...compose, 'version', '--short']);
    if (code !== 0) continue;
    return { compose, env, about: `Docker ${engine.text.trim()}, ${compose.join(' ')} ${lastLine(text)}` };
  }
  throw new OutcryError(
    'docker is here, but neither its plugin compose nor the program docker-compose: https://docs.docker.com/compose/install/',
    EXIT.missing,
  );
}

/** Ports are bound to loopback, so services of a remote engine are unreachable from here. */
async function checkItIsHere(tell: (argv: string[]) => Promise<Output>): Promise<void> {
  const { code, text } = await tell(['docker', 'context', 'inspect', '--format', '{{.Endpoints.docker.Host}}']);
  const host = process.env.DOCKER_HOST ?? (code === 0 ? text.trim() : '');
  if (!/^(ssh|tcp|https?):/.test(host)) return;
  throw new OutcryError(
    `the engine that docker uses is at ${host}, and the ports of its containers are bound to the loopback interface there: run this on that machine, or choose another context`,
    EXIT.missing,
  );
}
