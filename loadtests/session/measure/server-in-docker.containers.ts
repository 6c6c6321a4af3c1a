/** Real runs whose server is a container of the Docker engine here. */
import { execFileSync } from 'node:child_process';
import { containers } from '../../../setup/apps/places/docker/containers.ts';
import { findEngine } from '../../../setup/apps/places/docker/engine.ts';
import type { Place, Placement } from '../../../setup/apps/places/place.ts';
import { placed } from '../../conditions/placement/condition.ts';
import { fatalIn, smallRun, twoApps } from '../../scenarios/testing/small-run.ts';

const [{ app, transport }] = twoApps(['publish']) as [ReturnType<typeof twoApps>[number]];
const SMALL = { scenario: 'broadcast', params: { rate: 5, messages: 15 }, app, transport, clients: 4 };
const MINE = ['--filter', `label=outcry.owner`, '--filter', `name=^outcry-${process.pid}-`];

const docker = (...words: string[]): string => execFileSync('docker', words, { encoding: 'utf8' }).trim();
const ours = (): string => docker('ps', '--all', '--quiet', ...MINE);

let placement: Placement;
let place: Place;
beforeAll(async () => {
  const engine = await findEngine(null);
  placement = { server: 'container', context: engine.context, serverCpus: '0', serverMemory: 2 ** 29 };
  place = containers(engine, { placement, advertise: null });
  await place.prepare!(app, () => {});
});

test('a server in a container carries every message, and its CPU and memory are read beside it', async () => {
  const seen: { user: string; settings: Record<string, unknown> }[] = [];
  const record = await smallRun({
    ...SMALL,
    place,
    conditions: new Map([['placement', placed(placement)]]),
    onMeasuring: () => {
      const [{ Config, HostConfig }] = JSON.parse(docker('inspect', ours()));
      seen.push({ user: Config.User, settings: HostConfig });
    },
  });
  expect(fatalIn(record)).toEqual([]);
  expect(record.metrics.receivedByClients).toMatchObject({ total: 240, expected: 240 });
  expect(record.identity.conditions!.placement!.value).toEqual(placement);
  expect(record.conditionsMeasured!.placement!.value).toMatchObject({ cores: expect.any(Number) });
  const { serverCpu, serverMemory } = record.metrics;
  for (const metric of [serverCpu!, serverMemory!]) {
    expect(metric).toMatchObject({ kind: 'gauge', samples: expect.any(Array) });
    if (metric.kind === 'gauge') expect(metric.samples!.some((value) => value > 0)).toBe(true);
  }
  const [{ user, settings }] = seen as [(typeof seen)[number]];
  expect(user).not.toMatch(/^(|0|root)(:.*)?$/);
  expect(settings).toMatchObject({ ReadonlyRootfs: true, CapDrop: ['ALL'], CpusetCpus: '0', Memory: 2 ** 29 });
  expect(ours()).toBe('');
});

test('a container that is killed ends its run, which says so, and nothing of it is left', async () => {
  const record = await smallRun({
    ...SMALL,
    place,
    conditions: new Map([['placement', placed(placement)]]),
    onMeasuring: () => void docker('kill', ours()),
  });
  expect(fatalIn(record)).toContain('server-restarted');
  const ended = record.validity.find(({ code }) => code === 'server-restarted')!;
  expect(ended.message).toContain('ended with 137');
  expect(ours()).toBe('');
});
