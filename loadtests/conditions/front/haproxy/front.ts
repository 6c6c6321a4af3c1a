import { CONTROL_PATHS } from '../../../../protocol/control.ts';
import { isAtLeast } from '../../../../setup/tools/versions.ts';
import { ADMIN, type Front, type FrontPlan, type FrontProgram, IDLE_SECONDS, overTls, readFields } from '../front.ts';

const CONFIGURATION = 'haproxy.cfg';
const REQUEST = '%[var(txn.began)] %ci:%cp %HV %sslv %[ssl_fc_alpn] %[capture.req.hdr(0)]';

function listeners({ host, port, protocol, certificate }: FrontPlan): string[] {
  if (!overTls(protocol)) return [`  bind ${host}:${port}`];
  const alpn = protocol === 'tls' ? 'http/1.1' : 'h2,http/1.1';
  const tcp = `  bind ${host}:${port} ssl crt ${certificate} alpn ${alpn}`;
  if (protocol !== 'h3') return [tcp];
  const udp = `  bind quic4@${host}:${port} ssl crt ${certificate} alpn h3`;
  return [tcp, udp, `  http-response set-header alt-svc 'h3=":${port}"; ma=3600'`];
}

/** The backend's own way in, over which it reaches the server that clients reach. It is not in the log. */
const feed = (port: number): string[] => [
  'frontend feed',
  `  bind 127.0.0.1:${port}`,
  '  no log',
  `  http-request deny unless { path ${CONTROL_PATHS.feed} }`,
  '  default_backend server',
];

const configuration = (plan: FrontPlan): string =>
  [
    'global',
    '  log stdout format raw local0',
    ...(plan.feedPort === null ? [] : [`  stats socket ${plan.folder}/${ADMIN} mode 600 level admin`]),
    'defaults',
    '  mode http',
    '  log global',
    // A line is written when the answer begins: a WebSocket's would otherwise come when it ends.
    '  option logasap',
    // Pieces of a stream are handed on at once.
    '  option http-no-delay',
    // A client that leaves while its server is silent is gone for the server too.
    '  option abortonclose',
    '  timeout connect 10s',
    ...['client', 'server', 'tunnel', 'http-request', 'http-keep-alive'].map(
      (of) => `  timeout ${of} ${IDLE_SECONDS}s`,
    ),
    'frontend clients',
    ...listeners(plan),
    '  http-request set-var(txn.began) date(0,ms)',
    // A request that is refused here goes no further: its upgrade is not logged as a WebSocket.
    ...(plan.protocol === 'no-websocket' ? ['  http-request deny if { req.hdr(upgrade) -i websocket }'] : []),
    '  http-request capture req.hdr(upgrade) len 20',
    `  log-format "${REQUEST}"`,
    '  default_backend server',
    ...(plan.feedPort === null ? [] : feed(plan.feedPort)),
    'backend server',
    `  server server 127.0.0.1:${plan.serverPort}`,
    // Its address comes when there is one.
    ...(plan.feedPort === null ? [] : ['  server next 127.0.0.1:1 disabled']),
    '',
  ].join('\n');

const front: Front = {
  name: 'haproxy',
  buildArguments: ['-vv'],
  lacks(protocol, { build }) {
    if (protocol !== 'h3' || /[+ ](USE_)?QUIC\b/.test(build)) return null;
    return 'this HAProxy was built without QUIC, which HTTP/3 needs';
  },
  webSocketsOverH2: ({ version }: FrontProgram) => isAtLeast(version, '2.4'),
  files: (plan) => ({ [CONFIGURATION]: configuration(plan) }),
  command: ({ folder }, { path }) => [path, '-db', '-f', `${folder}/${CONFIGURATION}`],
  // The first server gets nothing new from `maint` on, and what it has ends.
  pointAt: (port) =>
    [
      `set server server/next addr 127.0.0.1 port ${port}`,
      'set server server/server state maint',
      'set server server/next state ready',
      'shutdown sessions server server/server',
    ].join('; '),
  read: readFields,
};

export default front;
