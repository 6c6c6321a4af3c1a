import { isAtLeast } from '../../../../setup/tools/versions.ts';
import { type Front, type FrontPlan, type FrontProgram, IDLE_SECONDS, overTls, readFields } from '../front.ts';

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

const configuration = (plan: FrontPlan): string =>
  [
    'global',
    '  log stdout format raw local0',
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
    'backend server',
    `  server server 127.0.0.1:${plan.serverPort}`,
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
  read: readFields,
};

export default front;
