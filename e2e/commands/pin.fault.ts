/** A real session whose server and swarm are kept to cores of their own. */
import { allowedCpus, cpuList } from '../../system/cpus.ts';
import { leftRunning, nothingLeft, outcry } from '../testing/outcry-process.ts';
import { inPlace, readRecord, recordsIn, smallSession } from '../testing/small-session.ts';

test(
  'a server has the cores that it was given, its swarm the others, and so it is when the session is resumed',
  inPlace(async (place) => {
    const { results, trace } = place;
    const all = allowedCpus()!;
    const last = String(all.at(-1));
    const others = cpuList(all.slice(0, -1));
    const session = smallSession(place, ['--runs', '2', '--pin', '--server-cpus', last]);
    await session.says(/#1: measuring/);
    const cpusOf = (part: string): string[] =>
      leftRunning(trace).flatMap(({ pid, command }) => (command.includes(part) ? cpuList(allowedCpus(pid) ?? []) : []));
    expect(cpusOf('dist/server.mjs')).toEqual([last]);
    expect(cpusOf('console-worker')).toEqual([others]);
    expect(cpusOf('monitor.mjs')).toEqual([others]);
    await session.says(/#1: mean/);
    session.child.kill('SIGINT');
    await session.ended;
    const resumed = outcry(['run', '--resume', '--results', results, '--preflight', '0', '--no-live'], trace);
    expect((await resumed.ended).code).toBe(0);
    const records = recordsIn(place).map((file) => readRecord(place, file));
    const placement = { server: 'process', serverCpus: last, swarmCpus: others };
    expect(records.map(({ identity }) => identity.conditions?.placement?.value)).toEqual([placement, placement]);
    await nothingLeft(trace);
  }),
);
