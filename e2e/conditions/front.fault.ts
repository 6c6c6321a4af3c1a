/** Fronts for real: a run through each, and what happens when one is killed, cannot listen, or is left behind. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request as askPlain, createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { request as askOverTls } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endConditions, prepareConditions } from '../../loadtests/conditions/find.ts';
import { certificatesFor } from '../../loadtests/conditions/front/authority.ts';
import caddy from '../../loadtests/conditions/front/caddy/front.ts';
import condition from '../../loadtests/conditions/front/condition.ts';
import type { Protocol } from '../../loadtests/conditions/front/front.ts';
import { FrontProcess, type Wanted } from '../../loadtests/conditions/front/front-process.ts';
import haproxy from '../../loadtests/conditions/front/haproxy/front.ts';
import nginx from '../../loadtests/conditions/front/nginx/front.ts';
import { amountsOf, fatalIn, smallRun, twoApps } from '../../loadtests/scenarios/testing/small-run.ts';
import { captureUnavailable } from '../../loadtests/wire/capture/capture.ts';
import { findTool } from '../../setup/tools/find.ts';
import { freePort } from '../../system/free-port.ts';
import { monotonicMs } from '../../system/monotonic.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { leftRunning, nothingLeft, outcry } from '../testing/outcry-process.ts';
import { FRAMEWORK, inPlace, readRecord, recordsIn, SHORT, smallSession } from '../testing/small-session.ts';

const found = await Promise.all(['haproxy', 'nginx', 'caddy', 'openssl'].map((id) => findTool(id)));
const [haproxyTool, openssl] = [found[0]!, found[3]!];
const missing = [haproxyTool, openssl].filter((tool) => !tool.found).map(({ label }) => label);
if (process.env.CI && missing.length > 0) throw new Error(`CI is set, and not here: ${missing.join(', ')}`);
const folder = mkdtempSync(join(tmpdir(), 'outcry-fronts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

(missing.length === 0 ? describe : describe.skip)('a front', () => {
  const FRONTS = found.slice(0, 3).flatMap(({ id, found: isHere }) => (isHere ? [id] : []));

  test.each(FRONTS)('%s: a run counts every message, and its record says what was used', async (front) => {
    const [{ app, transport }] = twoApps(['echo']);
    const asked = { front: { front, protocol: null } };
    const about = { host: '127.0.0.1', advertise: null, elsewhere: false, swarm: 'console' } as const;
    const trustedBefore = process.env.NODE_EXTRA_CA_CERTS;
    const conditions = await prepareConditions([condition], asked, about);
    try {
      const params = { rate: 10, messages: 20 };
      const record = await smallRun({ scenario: 'echo', params, app, transport, clients: 3, wire: true, conditions });
      expect(fatalIn(record)).toEqual([]);
      expect(amountsOf(record)).toMatchObject({ sentByClients: 60, receivedByServer: 60, receivedByClients: 60 });
      const { value, parts, partsMissing } = record.conditionsMeasured!.front!;
      expect(value).toMatchObject({ tls: 'TLSv1.3', http11Connections: 3, http11WebSockets: 3 });
      // They were opened before the test.
      expect(value).toMatchObject({ http11RequestsInTest: 0 });
      const ofMembers = parts!.members!.map(({ member, connections }) => [member, connections]);
      expect(ofMembers).toEqual(
        Array.from({ length: record.identity.members! }, (_, n) => [n + 1, 3 / ofMembers.length]),
      );
      expect(partsMissing).toBeUndefined();
      for (const name of ['frontCpu', 'frontMemory', 'frontCpuWait'])
        expect(amountsOf(record)[name]).toBeGreaterThan(0);
      expect(amountsOf(record)).toHaveProperty('frontWireBytesToFront');
    } finally {
      await endConditions(conditions);
    }
    expect(process.env.NODE_EXTRA_CA_CERTS).toBe(trustedBefore);
  });

  const IN_FIREFOX = [
    ['haproxy:h2', 'websocket', 'HTTP/2', { webSockets: 2 }],
    ['haproxy:h2', 'long-polling', 'HTTP/2', { webSockets: 0 }],
    ['caddy:h3', 'long-polling', 'HTTP/3', { webSockets: 0 }],
  ].filter(([front]) => FRONTS.some((id) => (front as string).startsWith(`${id}:`))) as [
    string,
    string,
    string,
    object,
  ][];

  test.each(IN_FIREFOX)('%s: each Firefox uses it for %s over one %s connection', (front, transport, http, more) =>
    inPlace(async (place) => {
      const load = '--browsers 2 --clients-per-browser 2 --rate 10 --messages 20 --payload 1000 --wire'.split(' ');
      const asked = ['--frameworks', FRAMEWORK, '--transports', transport, '--front', front];
      await outcry(['run', ...asked, ...load, ...SHORT, '--results', place.results], place.trace).ended;
      const run = readRecord(place, recordsIn(place)[0]!);
      expect(fatalIn(run)).toEqual([]);
      expect(amountsOf(run)).toMatchObject({ sentByClients: 80, receivedByClients: 320 });
      const { members } = run.conditionsMeasured!.front!.parts!;
      const used = members!.filter((one) => one.http === http);
      expect(used).toMatchObject([1, 2].map((member) => ({ member, connections: 1, ...more })));
      // A WebSocket was opened before the test; each of two clients sends its messages in requests.
      const least = transport === 'websocket' ? 0 : 40;
      for (const { requests, requestsInTest } of used) {
        expect(requestsInTest).toBeGreaterThanOrEqual(least);
        expect(requestsInTest).toBeLessThan(requests as number);
      }
      if (captureUnavailable() === null) {
        expect(amountsOf(run).frontWireBytesToFront).toBeGreaterThan(80 * 1_000);
        expect(amountsOf(run).frontWireBytesToClients).toBeGreaterThan(320 * 1_000);
      }
      await nothingLeft(place.trace);
    })(),
  );

  const wanted = async (serverPort: number): Promise<Wanted> => ({
    front: haproxy,
    program: { path: haproxyTool.path!, version: haproxyTool.version, build: '' },
    protocol: 'tls',
    certificates: await certificatesFor(join(folder, 'ca'), openssl.path!),
    host: '127.0.0.1',
    serverPort,
  });

  /** Has `act` use the front `id` before a server that answers with `answer`. */
  async function behindFront(
    id: string,
    protocol: Protocol,
    answer: RequestListener,
    act: (front: FrontProcess) => Promise<void>,
  ): Promise<void> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await eventually(() => server.listening, 'a server that listens');
    const { path, version } = found.find((tool) => tool.id === id)!;
    const front = await FrontProcess.start({
      ...(await wanted((server.address() as AddressInfo).port)),
      front: { haproxy, nginx, caddy }[id]!,
      program: { path: path!, version, build: '' },
      protocol,
    });
    try {
      await act(front);
    } finally {
      await front.stop();
      server.closeAllConnections();
      server.close();
    }
  }

  /** Clients that ask for a stream which says one thing and then nothing. @returns how they leave */
  const LEAVING: Readonly<Record<string, (port: number) => Promise<() => void>>> = {
    async tls(port) {
      const request = askOverTls({ host: '127.0.0.1', port, rejectUnauthorized: false, agent: false });
      const [answer] = (await once(request.end(), 'response')) as [IncomingMessage];
      answer.on('error', () => {});
      await once(answer, 'data');
      return () => request.destroy();
    },
    async h2(port) {
      const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
      await once(session.request({ ':path': '/' }), 'data');
      return () => session.destroy();
    },
  };
  async function fetchPlain(port: number, headers: Record<string, string>): Promise<string> {
    const request = askPlain({ host: '127.0.0.1', port, headers, agent: false });
    const [answer] = (await once(request.end(), 'response')) as [IncomingMessage];
    let text = '';
    for await (const piece of answer) text += piece;
    return text;
  }

  const LEFT = FRONTS.flatMap((id) => Object.keys(LEAVING).map((protocol) => [id, protocol] as [string, Protocol]));

  test.each(LEFT)('%s:%s: the server learns that a client left while nothing is sent', async (id, protocol) => {
    let open = 0;
    const stream: RequestListener = (_, response) => {
      open += 1;
      response.on('close', () => {
        open -= 1;
      });
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n');
    };
    await behindFront(id, protocol, stream, async ({ port }) => {
      const leave = await LEAVING[protocol]!(port);
      expect(open).toBe(1);
      leave();
      await eventually(() => open === 0, 'a server that knows that its client left');
    });
  });

  test.each(FRONTS)('%s: whatever a client asks to upgrade to, its requests are counted, and no WebSocket', (id) =>
    behindFront(
      id,
      'http',
      (_, response) => response.end('hello'),
      async (front) => {
        front.noteTest(0, monotonicMs() + 60_000);
        const upgrades = ['a b', 'websocket websocket', '- - HTTP/2.0 x', '"},{"', `x${'y'.repeat(2_000)}`];
        for (const upgrade of upgrades) expect(await fetchPlain(front.port, { upgrade })).toBe('hello');
        await front.stop();
        expect(front.used.versions).toEqual(['1.1']);
        const requests = upgrades.length;
        expect(front.used.of('1.1')).toMatchObject({ requests, inTest: requests, webSockets: 0 });
      },
    ),
  );

  test('takes another port where its own is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await eventually(() => other.listening, 'a server that listens');
    const { port } = other.address() as AddressInfo;
    const ports = [port, await freePort()];
    const front = await FrontProcess.start(await wanted(port), async () => ports.shift()!);
    expect([ports, front.port === port, front.death]).toEqual([[], false, null]);
    await front.stop();
    other.close();
  });

  test('that cannot start says why, and leaves nothing', async () => {
    const broken = { ...(await wanted(1)), front: { ...haproxy, files: () => ({ 'haproxy.cfg': 'nonsense here\n' }) } };
    await expect(FrontProcess.start(broken)).rejects.toThrow(/^haproxy did not start: .*nonsense/s);
  });

  test('that is not told to end has died', async () => {
    const front = await FrontProcess.start(await wanted(1));
    process.kill(front.pid, 'SIGKILL');
    await eventually(() => front.death !== null, 'the end of the front');
    expect(front.death).toBe('ended with SIGKILL');
    await front.stop();
    await expect(
      new Promise((resolve, reject) => connect(front.port, '127.0.0.1', () => resolve(0)).once('error', reject)),
    ).rejects.toThrow('ECONNREFUSED');
  });

  const frontsIn = (trace: string) => leftRunning(trace).filter(({ command }) => command.includes('haproxy.cfg'));

  test(
    'killed in a run makes it invalid, the next run has another, and nothing stays behind',
    inPlace(async (place) => {
      const session = smallSession(place, ['--runs', '2', '--messages', '100', '--front', 'haproxy', '--json']);
      await session.says(/#1: measuring/);
      process.kill(frontsIn(place.trace)[0]!.pid, 'SIGKILL');
      const { code, stdout } = await session.ended;
      const [first, second] = JSON.parse(stdout).runs;
      expect(first.validity).toContainEqual(
        expect.objectContaining({ code: 'front-died', message: expect.stringMatching(/ended with SIGKILL/) }),
      );
      expect([first.valid, second.valid, code]).toEqual([false, true, 4]);
      expect(readFileSync(join(place.results, recordsIn(place)[1]!), 'utf8')).not.toContain('PRIVATE KEY');
      await nothingLeft(place.trace);
    }),
  );

  test(
    'leaves neither process nor folder when Outcry is killed',
    inPlace(async (place) => {
      const folders = () => readdirSync(place.results).filter((name) => name.startsWith('outcry-front-'));
      const session = smallSession(place, ['--messages', '200', '--front', 'haproxy'], { TMPDIR: place.results });
      await session.says(/measuring/);
      expect([folders().length, frontsIn(place.trace).length]).toEqual([1, 1]);
      session.child.kill('SIGKILL');
      await session.ended.catch(() => {});
      await nothingLeft(place.trace);
      await eventually(() => folders().length === 0, 'an end of the folder of the front');
    }),
  );
});
