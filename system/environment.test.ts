import { measuredEnvironment, passToMeasured, readableEnvironment } from './environment.ts';

/** Variables that a caller may have set, by what they would change. */
const CALLERS = {
  proxies: ['http_proxy', 'HTTPS_PROXY', 'all_proxy', 'no_proxy', 'NODE_USE_ENV_PROXY', 'grpc_proxy'],
  'what Node.js runs': [
    'NODE_OPTIONS',
    'NODE_DEBUG',
    'NODE_V8_COVERAGE',
    'NODE_ENV',
    'NODE_PATH',
    'UV_THREADPOOL_SIZE',
  ],
  logs: ['DEBUG', 'DEBUG_COLORS', 'LOG_LEVEL', 'Logging__LogLevel__Default', 'MOZ_LOG', 'RUST_LOG'],
  'what is loaded': ['LD_PRELOAD', 'LD_AUDIT', 'LD_BIND_NOW', 'GLIBC_TUNABLES', 'MALLOC_ARENA_MAX', 'OPENSSL_CONF'],
  'runtimes of others': [
    'JAVA_TOOL_OPTIONS',
    '_JAVA_OPTIONS',
    'JDK_JAVA_OPTIONS',
    'CLASSPATH',
    'DOTNET_gcServer',
    'COMPlus_GCHeapCount',
  ],
  'agents and hosts': [
    'CORECLR_PROFILER_PATH',
    'ASPNETCORE_URLS',
    'ASPNETCORE_ENVIRONMENT',
    'DOTNET_STARTUP_HOOKS',
    'OTEL_SERVICE_NAME',
  ],
  'language and time': ['LANG', 'LANGUAGE', 'LC_NUMERIC', 'TZ'],
  secrets: ['AWS_SECRET_ACCESS_KEY', 'CONTROL_TOKEN', 'DATABASE_URL', 'SSLKEYLOGFILE'],
  'names that no list has': ['A', 'port', 'Kestrel__Endpoints__Http__Url'],
};

const caller = Object.fromEntries(Object.values(CALLERS).flatMap((names) => names.map((name) => [name, 'set'])));

describe('what is measured does not get', () => {
  test.each(Object.entries(CALLERS))('%s', (_, names) => {
    const env = measuredEnvironment([], { ...caller, PATH: '/bin' });
    expect(Object.keys(env).filter((name) => names.includes(name))).toEqual([]);
  });
});

test('it finds programs, files and the screen, and speaks one language', () => {
  const own = { PATH: '/bin', HOME: '/home/a', DISPLAY: ':0', OUTCRY_OWNER: '1-2', LC_ALL: 'de_DE.UTF-8' };
  expect(measuredEnvironment([], { ...caller, ...own })).toEqual({ ...own, LC_ALL: 'C.UTF-8' });
});

test('it gets what its app lists, and what a condition gives for as long as it is in force', () => {
  const env = { REDIS_URL: 'redis://h', TOY_UMBRELLA: 'open' };
  expect(measuredEnvironment(['REDIS_URL'], env)).toMatchObject({ REDIS_URL: 'redis://h' });
  const [takeBack, again] = [passToMeasured(['TOY_UMBRELLA']), passToMeasured(['TOY_UMBRELLA'])];
  takeBack();
  expect(measuredEnvironment([], env)).toMatchObject({ TOY_UMBRELLA: 'open' });
  again();
  expect(measuredEnvironment([], env)).toEqual({ LC_ALL: 'C.UTF-8' });
});

test('a program whose output is read keeps proxies, and nothing that has it print or look elsewhere', () => {
  const env = {
    https_proxy: 'http://p',
    NODE_EXTRA_CA_CERTS: '/ca',
    GIT_DIR: '/other',
    LANG: 'de_DE',
    NODE_OPTIONS: '-r a',
  };
  expect(readableEnvironment(env)).toEqual({ https_proxy: 'http://p', NODE_EXTRA_CA_CERTS: '/ca', LC_ALL: 'C.UTF-8' });
});
