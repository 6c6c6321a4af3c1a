import { isAtLeast } from '../../../../setup/tools/versions.ts';
import {
  type Front,
  type FrontPlan,
  type FrontProgram,
  IDLE_SECONDS,
  LOG,
  type LoggedRequest,
  overTls,
  readFields,
} from '../front.ts';

const CONFIGURATION = 'nginx.conf';

function listeners({ host, port, protocol, certificate, key }: FrontPlan, { version }: FrontProgram): string[] {
  const at = `${host}:${port}`;
  if (!overTls(protocol)) return [`listen ${at};`];
  const keys = ['ssl_protocols TLSv1.2 TLSv1.3;', `ssl_certificate ${certificate};`, `ssl_certificate_key ${key};`];
  if (protocol === 'tls') return [`listen ${at} ssl;`, ...keys];
  // The word for HTTP/2 has changed.
  const h2 = isAtLeast(version, '1.25.1') ? [`listen ${at} ssl;`, 'http2 on;'] : [`listen ${at} ssl http2;`];
  if (protocol === 'h2') return [...h2, ...keys];
  return [...h2, `listen ${at} quic;`, ...keys, `add_header alt-svc 'h3=":${port}"; ma=3600' always;`];
}

function configuration(plan: FrontPlan, program: FrontProgram): string {
  // Before, a log could only say whether it was HTTP/2.
  const alpn = isAtLeast(program.version, '1.21.4') ? '$ssl_alpn_protocol' : '$http2';
  const refuses = plan.protocol === 'no-websocket';
  return `
${plan.asRoot ? 'user root;\n' : ''}daemon off;
pid ${plan.folder}/nginx.pid;
error_log stderr;
worker_processes auto;
worker_rlimit_nofile 65535;
events { worker_connections 30000; }
http {
  log_format request '$msec $request_time $remote_addr:$remote_port $server_protocol $protocol_of_tls $protocol_in_tls $asked';
  access_log ${plan.folder}/${LOG} request;
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  map $http_upgrade $asked { default -; ~*^websocket$ ${refuses ? '-' : 'websocket'}; }
  map $ssl_protocol $protocol_of_tls { default $ssl_protocol; '' -; }
  map ${alpn} $protocol_in_tls { default ${alpn}; '' -; }
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `  ${kind}_temp_path ${plan.folder}/${kind};`).join('\n')}
  client_max_body_size 0;
  keepalive_requests 1000000;
  keepalive_timeout ${IDLE_SECONDS}s;
  client_body_timeout ${IDLE_SECONDS}s;
  send_timeout ${IDLE_SECONDS}s;
  upstream server { server 127.0.0.1:${plan.serverPort}; keepalive 1000; keepalive_requests 1000000; }
  server {
    ${listeners(plan, program).join('\n    ')}
    location / {
${refuses ? '      if ($http_upgrade ~* websocket) { return 403; }\n' : ''}      proxy_pass http://server;
      proxy_http_version 1.1;
      proxy_set_header host $http_host;
      proxy_set_header upgrade $http_upgrade;
      proxy_set_header connection $connection_upgrade;
      # Pieces of a stream are handed on at once.
      proxy_buffering off;
      proxy_request_buffering off;
      proxy_read_timeout ${IDLE_SECONDS}s;
      proxy_send_timeout ${IDLE_SECONDS}s;
    }
  }
}
`;
}

/** A line is written when a request ends, and begins with when that was and how long it took, seconds. */
function read(line: string): LoggedRequest | null {
  const [, ended, took, fields] = /^(\S+) (\S+) (.*)$/.exec(line) ?? [];
  return fields === undefined ? null : readFields(`${(Number(ended) - Number(took)) * 1000} ${fields}`);
}

const PARTS = { h2: '--with-http_v2_module', h3: '--with-http_v3_module' } as const;

const front: Front = {
  name: 'nginx',
  buildArguments: ['-V'],
  lacks(protocol, { build }) {
    if (protocol !== 'h2' && protocol !== 'h3') return null;
    return build.includes(PARTS[protocol])
      ? null
      : `this nginx was built without ${PARTS[protocol].slice('--with-'.length)}`;
  },
  webSocketsOverH2: () => false,
  files: (plan, program) => ({ [CONFIGURATION]: configuration(plan, program) }),
  command: ({ folder }, { path }) => [path, '-p', folder, '-e', 'stderr', '-c', `${folder}/${CONFIGURATION}`],
  read,
};

export default front;
