/** The stack of docker-compose.yml, built and started for a test beside a user's stack. */
import { once } from 'node:events';
import { chownSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ask } from '../../setup/tools/locate.ts';
import { run } from '../../setup/tools/programs.ts';
import { spawnOwned } from '../../system/processes.ts';
import { ROOT } from '../../system/root.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { COMPOSE_FILE } from '../compose.ts';
import { type ComposeEngine, findComposeEngine } from '../compose-engine.ts';
import { docker, endTrial, listed, TRIAL_PROJECT } from '../trial-project.ts';
import { type Confinement, readConfinement } from './confinement.ts';
import { imagesOf, type Stack, skippedServices, trialStack } from './trial-stack.ts';

type Say = (line: string) => void;

/** A container of the stack, as the engine reports it. */
export interface Container {
  id: string;
  service: string;
  /** `healthy` or another state; a container without a health check is only `running`. */
  state: string;
  /** Ports of this machine, by the container's port. */
  ports: Record<string, string>;
}

interface Inspected {
  Id: string;
  Config: { Labels: Record<string, string> };
  State: { Status: string; Health?: { Status: string } };
  NetworkSettings: { Ports: Record<string, { HostPort: string }[] | null> };
}

/** Time until the slowest container is healthy on an idle machine, ms. */
const HEALTHY_MS = 300_000;

const LOGS = join(ROOT, '.outcry', 'test');

/** Owner of the results if this process is root, because no container may be root. */
const NOBODY_SPECIAL = 1000;

export class Trial {
  /** Services that are not started, with reasons. */
  readonly skipped: ReadonlyMap<string, string>;
  readonly stack: Stack;
  readonly #engine: ComposeEngine;
  readonly #folder: string;

  private constructor(engine: ComposeEngine, folder: string, stack: Stack, without: ReadonlyMap<string, string>) {
    this.#engine = engine;
    this.#folder = folder;
    this.skipped = without;
    this.stack = trialStack(stack, ROOT, join(folder, 'results'), new Set(without.keys()));
    writeFileSync(join(folder, 'docker-compose.json'), JSON.stringify(this.stack));
  }

  /**
   * Pulls images, builds the others one by one, and starts everything. Takes minutes; the first build takes many.
   * @param unwanted services to skip, with reasons
   */
  static async start(unwanted: ReadonlyMap<string, string>, say: Say): Promise<Trial> {
    const engine = await findComposeEngine();
    say(engine.about);
    await endTrial(); // of a test that was killed
    const stack = parse(readFileSync(COMPOSE_FILE, 'utf8')) as Stack;
    const idle = skippedServices(stack, unwanted);
    const without = skippedServices(stack, new Map([...idle, ...(await withoutImage(stack, idle, say))]));
    const folder = mkdtempSync(join(tmpdir(), 'outcry-containers-'));
    const trial = new Trial(engine, folder, stack, without);
    mkdirSync(trial.results);
    const { uid, gid } = trial.owner;
    chownSync(trial.results, uid, gid);
    try {
      const built = Object.entries(trial.stack.services).filter(([, { build }]) => build !== undefined);
      for (const [index, [service]] of built.entries()) {
        say(`building ${service} (${index + 1}/${built.length})`);
        await trial.#build(service);
      }
      say('starting everything');
      await trial.up();
    } catch (error) {
      await trial.end();
      throw error;
    }
    return trial;
  }

  get results(): string {
    return join(this.#folder, 'results');
  }

  get owner(): { uid: number; gid: number } {
    const [uid, gid] = [process.getuid!(), process.getgid!()];
    return uid === 0 ? { uid: NOBODY_SPECIAL, gid: NOBODY_SPECIAL } : { uid, gid };
  }

  #argv(...argv: string[]): string[] {
    const file = join(this.#folder, 'docker-compose.json');
    return [...this.#engine.compose, '--project-name', TRIAL_PROJECT, '--file', file, ...argv];
  }

  #env(): Record<string, string> {
    const { uid, gid } = this.owner;
    return { ...this.#engine.env, OUTCRY_UID: String(uid), OUTCRY_GID: String(gid) };
  }

  /** Builds the image of a service; a file keeps the output. */
  async #build(service: string): Promise<void> {
    mkdirSync(LOGS, { recursive: true });
    const log = join(LOGS, `build-${service}.log`);
    const output = openSync(log, 'w');
    const child = spawnOwned(this.#argv('build', service), {
      label: `the build of ${service}`,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...this.#env() },
    });
    closeSync(output);
    const [code] = await once(child, 'exit');
    if (code === 0) return;
    const tail = readFileSync(log, 'utf8').trim().split('\n').slice(-20).join('\n');
    throw new Error(`the image of ${service} could not be built; the end of ${log}:\n${tail}`);
  }

  /** Starts everything and resolves when all is healthy. */
  async up(): Promise<void> {
    await run(this.#argv('up', '--detach', '--no-build'), this.#env());
    let ill: string[] = [];
    const look = async () => {
      const containers = await this.containers();
      const isWell = ({ state }: Container) => state === 'healthy' || state === 'running';
      ill = containers.filter((one) => !isWell(one)).map(({ service, state }) => `${service} is ${state}`);
      return ill.length === 0 && containers.length > 0;
    };
    await eventually(look, 'every service healthy', { limitMs: HEALTHY_MS }).catch(async (error: Error) => {
      throw new Error(`${error.message}: ${ill.join(', ')}\n${await this.log()}`);
    });
  }

  /** Ends all containers as a user would; volumes stay. */
  async down(): Promise<void> {
    await run(this.#argv('down'), this.#env());
  }

  /** Ends everything, volumes too. */
  async end(): Promise<void> {
    await endTrial();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async containers(): Promise<Container[]> {
    const ids = await listed('container', 'ls', '--all');
    if (ids.length === 0) return [];
    const inspected = JSON.parse(await docker('container', 'inspect', ...ids)) as Inspected[];
    return inspected.map(({ Id, Config, State, NetworkSettings }) => ({
      id: Id,
      service: Config.Labels['com.docker.compose.service']!,
      state: State.Status === 'running' ? (State.Health?.Status ?? 'running') : State.Status,
      ports: Object.fromEntries(
        Object.entries(NetworkSettings.Ports).flatMap(([port, bound]) =>
          bound?.[0] === undefined ? [] : [[port.split('/')[0]!, bound[0].HostPort]],
        ),
      ),
    }));
  }

  /** The origin of a service on this machine. @param port the container's port */
  async url(service: string, port: number): Promise<string> {
    const found = (await this.containers()).find((one) => one.service === service);
    return `http://127.0.0.1:${found!.ports[port]}`;
  }

  /** Rights of a container, read inside it. */
  async confinement({ id }: Container): Promise<Confinement> {
    const read = (file: string) => docker('exec', id, 'cat', `/proc/1/${file}`);
    return readConfinement(await read('status'), await read('mountinfo'));
  }

  /** The last lines of every container. */
  async log(): Promise<string> {
    const logs = (await this.containers()).map(async ({ id, service }) => {
      const { text } = await ask(['docker', 'logs', '--tail', '15', id]);
      return `-- ${service}\n${text.trim()}`;
    });
    return (await Promise.all(logs)).join('\n');
  }
}

/**
 * Services that need an unavailable image, with reasons; `idle` ones excepted.
 * @throws Error for the first of them if `CI` is set, where nothing may be skipped silently
 */
async function withoutImage(stack: Stack, idle: ReadonlyMap<string, string>, say: Say): Promise<Map<string, string>> {
  const tried = new Map<string, string | null>();
  const without = new Map<string, string>();
  const read = (dockerfile: string) => readFileSync(join(ROOT, dockerfile), 'utf8');
  for (const [service, images] of imagesOf(stack, read)) {
    for (const image of idle.has(service) ? [] : images) {
      if (!tried.has(image)) tried.set(image, await whyNotHere(image, say));
      const why = tried.get(image);
      if (why) without.set(service, `the image ${image} cannot be had: ${why}`);
    }
  }
  const [first] = without;
  if (first !== undefined && process.env.CI) throw new Error(`${first[0]}: ${first[1]}`);
  return without;
}

/** Pulls an image if it is missing; resolves to null if it is present. */
async function whyNotHere(image: string, say: Say): Promise<string | null> {
  if ((await ask(['docker', 'image', 'inspect', '--format', 'here', image])).code === 0) return null;
  say(`pulling ${image}`);
  return run(['docker', 'pull', '--quiet', image]).then(
    () => null,
    (error: Error) => error.message.split('\n')[0]!,
  );
}
