/** Servers on a machine that `ssh` leads to: the built app is sent there, and each run starts a fresh process of it. */
import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { CONTROL_TOKEN } from '../../../../protocol/control.ts';
import type { MachineSpec } from '../../../../system/elsewhere/machine-spec.ts';
import type { RemoteMachine } from '../../../../system/elsewhere/remote-machine.ts';
import type { RemoteProgram } from '../../../../system/elsewhere/remote-program.ts';
import { EXIT, OutcryError } from '../../../../system/errors.ts';
import type { App } from '../../manifest/manifest.ts';
import { variablesOf } from '../../manifest/variables.ts';
import { nameOf } from '../../versions/app-versions.ts';
import type { Place, PlacedServer } from '../place.ts';
import { notUp, readReadyLine, saidBy } from '../ready-line.ts';
import { appFolder, appPath, isSent } from './app-folder.ts';
import { demandRuntime, type FoundRuntime } from './runtimes.ts';
import { askThere, type Connected, ServerMachine } from './server-machine.ts';

const STOP_MS = 5_000;
/** A server that listens answers at once, unless a firewall is in between. */
const REACHED_MS = 10_000;

/** An app as a machine has it. */
interface Sent {
  /** Folder there that stands for the root of the checkout. */
  folder: string;
  runtime: FoundRuntime;
}

/** @param advertise the name under which clients reach that machine; null: the one in the configuration of `ssh` */
export function remoteServers(spec: MachineSpec, advertise: string | null): Place {
  const elsewhere = new ServerMachine(spec, advertise);
  /** By the app's name. A machine that is connected again is asked again: it may be another one by then. */
  const sent = new WeakMap<RemoteMachine, Map<string, Promise<Sent>>>();
  const sentTo = ({ machine }: Connected, app: App, log: (line: string) => void): Promise<Sent> => {
    const apps = sent.get(machine) ?? new Map<string, Promise<Sent>>();
    sent.set(machine, apps);
    const sending = apps.get(nameOf(app)) ?? send(machine, app, log);
    apps.set(nameOf(app), sending);
    return sending;
  };
  return {
    machine: spec,
    async prepare(app, log) {
      await sentTo(await elsewhere.connected(), app, log);
    },
    async start(app, env = {}) {
      const connected = await connectedAgain(elsewhere);
      return startThere(connected, app, await sentTo(connected, app, () => {}), env);
    },
    close: () => elsewhere.close(),
  };
}

async function connectedAgain(elsewhere: ServerMachine): Promise<Connected> {
  try {
    return await elsewhere.connected();
  } catch (error) {
    const { message } = error as Error;
    throw new OutcryError(
      `${message}\nWhat was finished before is safe; when the machine is back, go on with ./outcry run --resume.`,
      EXIT.missing,
    );
  }
}

async function send(machine: RemoteMachine, app: App, log: (line: string) => void): Promise<Sent> {
  const where = machine.spec.text;
  const runtime = await demandRuntime(app, where, (argv) => askThere(machine, argv));
  log(`sending ${nameOf(app)} to ${where}: only what is missing there`);
  try {
    return { folder: await machine.shipFolder(appFolder(app), isSent), runtime };
  } catch (error) {
    throw new OutcryError(`${nameOf(app)} could not be sent to ${where}: ${(error as Error).message}`, EXIT.missing);
  }
}

/** The end of a program after the words "ended with". */
function howEnded(program: RemoteProgram): string {
  const [how = ''] = (program.death ?? '').split('\n');
  return /^ended with (.*)$/.exec(how)?.[1] ?? /^was ended by (.*)$/.exec(how)?.[1] ?? `its machine, which ${how},`;
}

async function startThere(
  { machine, address }: Connected,
  app: App,
  { folder, runtime }: Sent,
  env: Readonly<Record<string, string>>,
): Promise<PlacedServer> {
  const [, ...words] = app.start;
  const cwd = `${folder}/${appPath(app)}`;
  const token = randomBytes(32).toString('base64url');
  const output = new PassThrough();
  const where = `the ${nameOf(app)} server on ${machine.spec.text}`;
  const given = variablesOf(app).flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  const program = await machine
    .start([runtime.program, ...words], {
      cwd,
      env: {
        ...Object.fromEntries(given),
        ...runtime.env,
        NODE_ENV: 'production',
        HOST: address.listen,
        PORT: '0',
        DATABASE_URL: `sqlite:${cwd}/data/auction.sqlite`,
        STATIC_DIR: `${cwd}/dist/public`,
        [CONTROL_TOKEN]: token,
        ...env,
      },
      onLine: (line) => output.write(`${line}\n`),
    })
    .catch((error: Error) => {
      throw new OutcryError(`${where} could not be started: ${error.message}`, EXIT.failed);
    });
  const exited = program.exited.then(() => howEnded(program));
  try {
    const ready = await readReadyLine(output, exited).catch((error: Error) => {
      throw notUp(`${where} ${error.message}; started with: ${app.start.join(' ')}`, program.log);
    });
    if (ready.otherPort !== undefined) {
      throw new OutcryError(
        `${where} cannot be measured, as its clients use a second port: ${ready.otherPort}`,
        EXIT.usage,
      );
    }
    const name = address.clients.includes(':') ? `[${address.clients}]` : address.clients;
    const url = `http://${name}:${ready.port}`;
    await demandReached(url, where);
    return {
      url,
      port: ready.port,
      control: { url, token },
      ...saidBy(ready),
      meter: { by: 'machine', pid: program.pid, machine },
      host: 'other',
      handedOn: false,
      engine: null,
      exited,
      running: () => program.death === null,
      log: () => program.log.join('\n'),
      stop: () => program.end(STOP_MS),
      kill: () => program.end(0),
    };
  } catch (error) {
    await program.end(0);
    throw error;
  }
}

/** @throws OutcryError (failed) when clients here do not reach a server that listens there */
async function demandReached(url: string, where: string): Promise<void> {
  try {
    const { ok, status } = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(REACHED_MS) });
    if (ok) return;
    throw new Error(`it answered ${status}`);
  } catch (error) {
    const { message, cause } = error as Error;
    throw new OutcryError(
      `${where} listens, but ${url}/healthz does not answer here: ${cause instanceof Error ? cause.message : message}; open its ports between the machines, or say with --advertise HOST how that machine is reached`,
      EXIT.missing,
    );
  }
}
