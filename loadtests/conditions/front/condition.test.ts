/** Tests of the allowed requests, the configuration of each front, and the reading of its log. No front runs here. */
import { readdirSync } from 'node:fs';
import caddy from './caddy/front.ts';
import condition, { frontAsked, fronted, protocolFor } from './condition.ts';
import type { FrontPlan, LoggedRequest, Protocol } from './front.ts';
import type { FrontProcess } from './front-process.ts';
import haproxy from './haproxy/front.ts';
import nginx from './nginx/front.ts';
import { Owners } from './owners.ts';
import { Used } from './used.ts';

const FRONTS = [haproxy, nginx, caddy];
const program = { path: '/usr/sbin/front', version: '2.6.12', build: '-QUIC --with-http_v2_module' };
const plan = (protocol: Protocol): FrontPlan => ({
  host: '127.0.0.1',
  port: 4443,
  serverPort: 4000,
  protocol,
  certificate: '/ca/server.pem',
  key: '/ca/server.pem.key',
  folder: '/tmp/front',
  feedPort: null,
  asRoot: false,
});
const textOf = (front: (typeof FRONTS)[number], protocol: Protocol, version = program.version): string =>
  Object.values(front.files(plan(protocol), { ...program, version })).join('\n');

test('the fronts are those that have a folder', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(FRONTS.map(({ name }) => name).sort());
  expect(condition.options[0]!.about).toContain('none, caddy, haproxy, nginx');
});

test.each([
  ['none', null],
  ['haproxy', { front: 'haproxy', protocol: null }],
  ['caddy:h3', { front: 'caddy', protocol: 'h3' }],
])('--front %s', (text, asked) => {
  expect(frontAsked(text)).toEqual(asked);
});

test.each(['', 'apache', 'haproxy:', 'haproxy:h4', 'haproxy:h2:tls', 'none:tls', '../front'])(
  'not --front %j',
  (text) => {
    expect(() => frontAsked(text)).toThrow(
      /^expected none, caddy, haproxy, nginx, and after a front none or one of :http/,
    );
  },
);

test('the protocol is the best that the clients have, and what they lack is wrong use', () => {
  const asked = (protocol: Protocol | null) => ({ front: 'haproxy', protocol });
  expect(protocolFor(asked(null), { swarm: 'browser', elsewhere: false })).toBe('h2');
  expect(protocolFor(asked(null), { swarm: 'console', elsewhere: false })).toBe('tls');
  expect(protocolFor(asked('http'), { swarm: 'console', elsewhere: false })).toBe('http');
  expect(() => protocolFor(asked('h2'), { swarm: 'console', elsewhere: false })).toThrow(
    'console clients speak HTTP/1.1',
  );
  expect(() => protocolFor(asked('tls'), { swarm: 'console', elsewhere: true })).toThrow('do not know its certificate');
});

describe.each(FRONTS)('$name', (front) => {
  test('listens where it should, hands on to the server, and offers no more than was asked for', () => {
    for (const protocol of ['http', 'tls', 'h2'] as const) {
      const text = textOf(front, protocol);
      expect(text).toContain('127.0.0.1:4443');
      expect(text).toContain('127.0.0.1:4000');
      expect(text.includes('/ca/server.pem')).toBe(protocol !== 'http');
      expect(/\bh2\b|http2\b/.test(text.replace('$http2', ''))).toBe(protocol === 'h2');
      expect(text).not.toMatch(/quic|"h3"/);
    }
  });

  test('reads nothing out of lines that are of something else', () => {
    for (const line of ['', 'Server is ready', '{"level":"info"}', '{"request":', 'x HTTP/9.9 - - -', 'null', '1']) {
      expect(front.read(line)).toBeNull();
    }
  });
});

test('what a program cannot offer is a sentence', () => {
  expect(haproxy.lacks('h3', program)).toBe('this HAProxy was built without QUIC, which HTTP/3 needs');
  expect(haproxy.lacks('h3', { ...program, build: 'Feature list : -PTHREAD +QUIC +RT' })).toBeNull();
  expect(nginx.lacks('h3', program)).toBe('this nginx was built without http_v3_module');
  expect(caddy.lacks('no-websocket', program)).toMatch(/^Caddy is not set up here to refuse WebSockets/);
  expect([haproxy.lacks('no-websocket', program), nginx.lacks('no-websocket', program)]).toEqual([null, null]);
  expect(nginx.lacks('h2', program)).toBeNull();
  expect(caddy.lacks('h3', { ...program, version: '2.5' })).toBe(
    'Caddy 2.5 is too old for HTTP/3, which is there from 2.6',
  );
  expect(haproxy.webSocketsOverH2({ ...program, version: '2.3.9' })).toBe(false);
  expect(haproxy.webSocketsOverH2(program)).toBe(true);
});

test('HTTP/3 is offered beside what a browser begins with', () => {
  expect(textOf(haproxy, 'h3')).toMatch(/bind quic4@127\.0\.0\.1:4443 .*alpn h3\n.*alt-svc 'h3=":4443"/);
  expect(textOf(nginx, 'h3', '1.26')).toMatch(/ssl;\n.*http2 on;\n.*listen 127\.0\.0\.1:4443 quic;/);
  expect(textOf(caddy, 'h3')).toMatch(/"h1",\s+"h2",\s+"h3"/);
});

const OVER_2: LoggedRequest = {
  ...{ at: 1_795_523_701_125, connection: '127.0.0.1:5000', http: '2' },
  ...{ tls: 'TLSv1.3', alpn: 'h2', webSocket: true },
};

test('logs say of each request when it began, which connection it came over, and how', () => {
  expect(haproxy.read('1795523701125 127.0.0.1:5000 HTTP/2.0 TLSv1.3 h2 websocket')).toEqual(OVER_2);
  const plain = { ...OVER_2, connection: '127.0.0.1:5001', http: '1.1', tls: null, alpn: null, webSocket: false };
  expect(nginx.read('1795523701.250 0.125 127.0.0.1:5001 HTTP/1.1 - - -')).toEqual(plain);
  const line = (proto: string, tls: object) =>
    JSON.stringify({
      ts: 1_795_523_701.25,
      duration: 0.125,
      request: { remote_ip: '127.0.0.1', remote_port: '5000', proto, headers: { Upgrade: ['WebSocket'] }, tls },
    });
  expect(caddy.read(line('HTTP/2.0', { version: 772, proto: 'h2' }))).toEqual(OVER_2);
  expect(caddy.read(line('HTTP/3.0', { version: 0, proto: '' }))).toEqual({ ...OVER_2, http: '3', alpn: 'h3' });
});

test('whatever a client asks to upgrade to, its request counts, and as no WebSocket unless it is one', () => {
  for (const upgrade of ['a b', 'websocket, h2c', '', '"', '{']) {
    const line = `1795523701125 127.0.0.1:5000 HTTP/1.1 - - ${upgrade}`;
    expect(haproxy.read(line)).toMatchObject({ http: '1.1', webSocket: false });
  }
});

const request = (http: LoggedRequest['http'], webSocket = false): LoggedRequest => ({ ...OVER_2, http, webSocket });

describe('a run behind a front', () => {
  const server = { url: 'http://127.0.0.1:4000', port: 4000, host: 'this', handedOn: false, otherPort: null } as const;
  const certificates = { authority: '/ca/authority.pem', certificate: '/ca/server.pem', key: '/ca/server.pem.key' };

  /** @param made the states of its processes, each of the next run */
  const behind = (front: typeof haproxy, ...made: Partial<FrontProcess>[]) => {
    const noted: unknown[] = [];
    const processes = made.map(
      (one) =>
        ({
          port: 4443,
          pid: 7,
          death: null,
          used: new Used(),
          owners: Object.assign(new Owners(4443), { note: (swarm: unknown) => noted.push(swarm) }),
          hadTest: true,
          noteTest: (...window: unknown[]) => noted.push(window),
          stop: async () => {},
          ...one,
        }) as unknown as FrontProcess,
    );
    const about = { protocol: 'h2', certificates, trust: '/ca/authority.pem', host: '127.0.0.1' } as const;
    const waiting = [...processes];
    return { prepared: fronted({ front, program, ...about }, async () => waiting.shift()!), processes, noted };
  };

  test('is made over TLS at its port, and its record says what was asked for and what was used', async () => {
    const { prepared, processes, noted } = behind(haproxy, {});
    const path = await prepared.pathTo!(server, 4000);
    expect(path).toMatchObject({ port: 4443, secure: true, pid: 7 });
    path.beforeTest!([8, 9]);
    path.afterTest!(10, 20);
    expect(noted).toEqual([
      [8, 9],
      [10, 20],
    ]);
    processes[0]!.used.add(request('2'));
    const { measured, flags } = path.found!();
    expect(flags).toEqual([]);
    expect(prepared.identity).toMatchObject({
      value: { front: 'haproxy', protocol: 'h2' },
      mark: 'behind haproxy (h2)',
    });
    expect(measured!.value).toMatchObject({ program: 'haproxy 2.6.12', h2Requests: 1 });
    expect(prepared.clientEnvironment).toEqual({ NODE_EXTRA_CA_CERTS: '/ca/authority.pem' });
    expect(prepared.browserSettings).toMatchObject({ anyCertificate: true });
  });

  test('is flagged when another HTTP version was used, with the reason where the front is it', async () => {
    const { prepared, processes } = behind(nginx, {});
    const path = await prepared.pathTo!(server, 4000);
    processes[0]!.used.add(request('1.1', true));
    expect(path.found!().flags).toEqual([
      {
        code: 'protocol-fell-back',
        level: 'warning',
        message:
          'HTTP/2 was asked for; 1 request (1 WebSocket) used HTTP/1.1, 0 used HTTP/2; nginx 2.6.12 has no WebSockets over HTTP/2 (RFC 8441)',
      },
    ]);
  });

  test('is not valid where its front died, and a run beside it has what its own front found', async () => {
    const { prepared, processes } = behind(haproxy, { death: 'ended with SIGKILL' }, {});
    const [first, second] = [await prepared.pathTo!(server, 4000), await prepared.pathTo!(server, 4001)];
    processes[1]!.used.add(request('2'));
    const message = 'haproxy 2.6.12 ended with SIGKILL during the run';
    expect(first.found!().flags).toEqual([{ code: 'front-died', level: 'fatal', message }]);
    expect(first.found!().measured!.text).toBe('haproxy 2.6.12; no requests');
    expect(second.found!().flags).toEqual([]);
    expect(second.found!().measured!.value).toMatchObject({ h2Requests: 1 });
  });

  test('cannot be made before a server elsewhere, or one whose clients connect to another port', async () => {
    const { prepared } = behind(haproxy);
    await expect(prepared.pathTo!({ ...server, host: 'other' }, 1)).rejects.toThrow('on another machine');
    const otherPort = 'the broker has a port of its own';
    await expect(prepared.pathTo!({ ...server, otherPort }, 1)).rejects.toThrow(otherPort);
  });
});
