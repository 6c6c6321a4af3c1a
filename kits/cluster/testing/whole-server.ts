/** The tests of every server of several processes, whatever is between them: it is one server, and ends as one. */
import type { Socket } from '../../../protocol/socket.ts';
import type { App } from '../../../setup/apps/manifest/manifest.ts';
import { eventually } from '../../../system/testing/eventually.ts';
import { type Child, ClusterServer, haveEnded } from './cluster-server.ts';

/**
 * Tests, to be called within `describe`.
 * @param env that the server is started with, besides what every server has
 */
export function testWholeServer(app: App, env: Record<string, string> = {}): void {
  let cluster: ClusterServer;
  let children: Child[];

  beforeEach(async () => {
    cluster = await ClusterServer.start(app, env);
    children = cluster.children;
  });
  afterEach(() => cluster.end());

  test('clients are with different processes, and hear each other once', async () => {
    const visitors = await Promise.all([cluster.visit(), cluster.visit(), cluster.visit(), cluster.visit()]);
    const heard = visitors.map(({ socket }) => {
      const bodies: unknown[] = [];
      return {
        bodies,
        all: new Promise<void>((resolve) => socket.on('publish', ({ body }) => bodies.push(body) === 4 && resolve())),
      };
    });
    for (const [index, { socket }] of visitors.entries()) socket.emit('publish', index);
    await Promise.all(heard.map(({ all }) => all));
    for (const { bodies } of heard) expect(bodies.sort()).toEqual([0, 1, 2, 3]);
    const names = await Promise.all(visitors.map(({ socket }) => socket.request('join', { name: 'Ada' })));
    expect(names.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('a process that is killed ends the server, which says which and how, and all its clients', async () => {
    const serving = children.filter(({ name }) => name === 'node');
    expect(serving).toHaveLength(2);
    const visitors = await Promise.all([cluster.visit(), cluster.visit(), cluster.visit()]);
    process.kill(serving[0]!.pid, 'SIGKILL');
    expect(await cluster.server.exited).toBe(1);
    expect(cluster.server.log()).toMatch(
      /^process \d of the 2 that serve \(pid \d+\) ended by SIGKILL: its connections and what it had counted are gone, so the server ends$/,
    );
    await Promise.all(visitors.map(({ closed }) => closed));
    await haveEnded(children);
  });

  test('with REPLACEMENT=on the others go on, a new one takes the place, and names are free', async () => {
    await cluster.end();
    cluster = await ClusterServer.start(app, { ...env, REPLACEMENT: 'on' });
    children = cluster.children;
    const visitors: { name: string; socket: Socket }[] = [];
    const ended = new Set<string>();
    // One after the other, so that the second is with another process than the first. A busy machine may lead three to one.
    for (const name of ['Ada', 'Grace', 'Joan', 'Mary']) {
      const { socket, closed } = await cluster.visit();
      expect((await socket.request('join', { name })).ok).toBe(true);
      visitors.push({ name, socket });
      void closed.then(() => ended.add(name));
    }
    const serving = children.filter(({ name }) => name === 'node');
    process.kill(serving[0]!.pid, 'SIGKILL');
    await eventually(() => ended.size > 0, 'the end of the connections of one process');
    await eventually(
      () => cluster.children.filter(({ name }) => name === 'node').length === 2 && cluster.server.log() !== '',
      'another process',
    );
    expect(cluster.server.log()).toMatch(/ended by SIGKILL: .* are gone, and another takes its place$/);
    // A mark goes through all processes, the new one too, and connections are counted by each.
    await eventually(
      async () => (await cluster.connections()) === visitors.length - ended.size,
      'counts of the processes there are',
    );
    const lost = ended.size;
    const stayed = visitors.find(({ name }) => !ended.has(name))!;
    const heard: unknown[] = [];
    stayed.socket.on('publish', ({ body }) => heard.push(body));
    const again = await Promise.all([cluster.visit(), cluster.visit()]);
    const [gone] = ended;
    expect((await again[0]!.socket.request('join', { name: gone! })).ok).toBe(true);
    for (const [index, { socket }] of again.entries()) socket.emit('publish', index);
    await eventually(() => heard.length === 2, 'messages of clients of both processes');
    expect(ended.size).toBe(lost);
  });

  test('a coordinator that is killed leaves no process', async () => {
    const { closed } = await cluster.visit();
    process.kill(cluster.server.pid, 'SIGKILL');
    await cluster.server.exited;
    await closed;
    await haveEnded(children);
  });

  test.each([
    ['the coordinator alone', (pid: number) => process.kill(pid, 'SIGTERM')],
    [
      'the whole group, and to the coordinator again',
      (pid: number) => [-pid, pid].map((to) => process.kill(to, 'SIGTERM')),
    ],
  ])('SIGTERM to %s ends all, in order', async (_whom, signal) => {
    const { closed } = await cluster.visit();
    signal(cluster.server.pid);
    expect(await cluster.server.exited).toBe(0);
    await closed;
    await haveEnded(children);
    expect(cluster.server.log()).toBe('');
  });
}
