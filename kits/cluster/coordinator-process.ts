/** The coordinator of a server of several processes: it starts the others, has what there is one of, and ends with them. */
import cluster, { type Worker } from 'node:cluster';
import { createServer } from 'node:http';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONTROL_TOKEN } from '../../protocol/control.ts';
import { keepConnectionsOpen, STOP_MS, surviveErrors } from '../node/server.ts';
import type { ClusterApp, Prepared } from './cluster-app.ts';
import { CoordinatorHouse } from './coordinator-house.ts';
import { Link, type Message } from './link.ts';
import { controlAt, newFolder, PLACE, PROGRAM, removeFolder } from './places.ts';

/** The variable with the number of processes that serve. The default is one per core, and at least two. */
const PROCESSES = 'CLUSTER_PROCESSES';
const MOST_PROCESSES = 64;
/** True if the server is asked to go on without a process that ends, and to start another (`protocol/server-process.md`). */
const REPLACES = process.env.REPLACEMENT === 'on';
/** The time limit until the framework's processes hear each other, ms, and that of one attempt. */
const MEETING_MS = 20_000;
const ATTEMPT_MS = 100;

/** Serves `app` until SIGTERM, SIGINT, or the end of one of its processes that is not replaced. */
export async function runCoordinator<Connection>(app: ClusterApp<Connection>): Promise<void> {
  const house = new CoordinatorHouse(app.auction, process.env[CONTROL_TOKEN]);
  const count = readProcesses(process.env[PROCESSES]);
  const folder = newFolder();
  let prepared: Prepared = {};
  let isEnding = false;

  /** Ends all processes, and says why unless a signal asked for it. */
  const end = async (code: number, why?: string): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    if (why !== undefined) console.error(why);
    house.stop();
    await endAll(Object.values(cluster.workers ?? {}) as Worker[]);
    prepared.program?.kill();
    removeFolder(folder);
    process.exit(code);
  };
  // It may come twice, to the process and to its group.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0));

  try {
    prepared = (await app.prepare?.(folder)) ?? {};
  } catch (error) {
    return end(1, (error as Error).message);
  }
  prepared.program?.ended.then((how) =>
    end(1, `${how}; the server ends, since nothing goes between its processes now`),
  );

  const control = createServer((request, response) => void house.control(request, response));
  keepConnectionsOpen(control);
  await new Promise<void>((resolve) => control.listen(controlAt(folder), resolve));
  surviveErrors(control);

  const env = {
    ...prepared.env,
    [PLACE]: folder,
    [PROGRAM]: String(prepared.program?.pid ?? ''),
    // Control is the coordinator's.
    [CONTROL_TOKEN]: '',
  };
  const ports = Array.from({ length: count }, () => startWorker(house, env, end));
  cluster.on('exit', (child, code, signal) => {
    // A signal to the whole group may have reached it first.
    if (code === 0) return end(0);
    const how = signal === null ? `with code ${code}` : `by ${signal}`;
    const which = `process ${child.id} of the ${count} that serve (pid ${child.process.pid})`;
    const gone = `${which} ended ${how}: its connections and what it had counted are gone`;
    // One that never served would be started again and again.
    if (!REPLACES || !house.room.has(child.id)) return end(1, `${gone}, so the server ends`);
    if (isEnding) return;
    console.error(`${gone}, and another takes its place`);
    house.remove(child.id);
    void startWorker(house, env, end);
  });
  const port = (await Promise.all(ports))[0]!;
  if (!(await meet(house))) {
    return end(
      1,
      `the processes that serve did not hear each other within ${MEETING_MS / 1_000} s, so the server ends`,
    );
  }
  const node = `node ${process.versions.node} (${count} processes)`;
  const runtime = [node, ...(prepared.runtime ? [prepared.runtime] : [])].join(', ');
  const ready = {
    ready: true,
    port,
    versions: { framework: app.framework, runtime },
    otherProcess: prepared.otherProcess,
  };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

/** Starts one of the processes that serve; resolves with the server's port when it listens. */
function startWorker(
  house: CoordinatorHouse,
  env: Record<string, string>,
  end: (code: number, why: string) => Promise<void>,
): Promise<number> {
  const child = cluster.fork(env);
  const { id: number } = child;
  return new Promise((resolve) => {
    const link = new Link((message) => child.send({ outcry: message }, () => {}), {
      answer: (asked) => house.answer(asked),
      hear(news) {
        const told = house.hear(number, news);
        if (told !== null && 'ready' in told) {
          house.add(number, link);
          resolve(told.ready);
        } else if (told !== null) void end(1, told.failed);
      },
    });
    child.on('message', (message: { outcry?: Message }) => {
      // What has been said for the last is not heard when others have been told of its end.
      if (message?.outcry !== undefined && !child.isDead()) link.receive(message.outcry);
    });
  });
}

/** True when all processes hear what each broadcasts: the framework may take a moment. */
async function meet(house: CoordinatorHouse): Promise<boolean> {
  const giveUp = performance.now() + MEETING_MS;
  while (performance.now() < giveUp) {
    const met = await Promise.race([house.room.settle().then(() => true), sleep(ATTEMPT_MS, false)]);
    if (met) return true;
  }
  return false;
}

/** Resolves when all have ended: by themselves, or soon after. */
async function endAll(children: Worker[]): Promise<void> {
  const running = children.filter((child) => !child.isDead());
  const ended = running.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of running) child.process.kill('SIGTERM');
  const timer = setTimeout(() => {
    for (const child of running) child.process.kill('SIGKILL');
  }, 2 * STOP_MS);
  await Promise.all(ended);
  clearTimeout(timer);
}

function readProcesses(text: string | undefined): number {
  if (!text) return Math.max(2, availableParallelism());
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MOST_PROCESSES) return count;
  console.error(`${PROCESSES} is "${text}"; it must be a number from 1 to ${MOST_PROCESSES}`);
  process.exit(1);
}
