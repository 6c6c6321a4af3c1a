/** The environment of what is measured: whoever calls Outcry may have variables that change figures, or send traffic through a proxy. */

export type Environment = Record<string, string | undefined>;

/** Tells where programs, libraries and files of the caller are, and where windows open. Nothing else of the caller's reaches them. */
const KEPT = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'LD_LIBRARY_PATH', 'JAVA_HOME', 'DOTNET_ROOT'],
  ...['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_RUNTIME_DIR'],
  ...['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
]);

/** Outcry's own: marks by which it finds its processes again. */
const OWN = /^OUTCRY_/;

/** Names of the variables that conditions in force gave. */
const given: string[] = [];

/** Lets the variables `names` of this process reach what is measured. @returns how to take that back */
export function passToMeasured(names: readonly string[]): () => void {
  given.push(...names);
  return () => {
    for (const name of names) given.splice(given.indexOf(name), 1);
  };
}

/**
 * Returns the environment of servers, clients and observers.
 * @param more names of further variables of the caller that they may have
 */
export function measuredEnvironment(more: readonly string[] = [], env: Environment = process.env): Environment {
  const passes = (name: string): boolean =>
    KEPT.has(name) || OWN.test(name) || more.includes(name) || given.includes(name);
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => passes(name)));
  return { ...kept, ...PLAIN_LANGUAGE };
}

/** English messages, points in numbers, and file names in UTF-8. */
const PLAIN_LANGUAGE = { LC_ALL: 'C.UTF-8' };

/** Variables that have a program print or look at something else than it does by itself. */
const CHANGES_OUTPUT = /^(GIT_|NODE_|LC_|LANG$|LANGUAGE$|FORCE_COLOR$|CLICOLOR|npm_config_(json|loglevel|color)$)/i;

/** Returns the environment of a program whose output is read: the caller's, proxies and all, without what changes what it prints. */
export function readableEnvironment(env: Environment = process.env): Environment {
  const kept = Object.entries(env).filter(([name]) => name === 'NODE_EXTRA_CA_CERTS' || !CHANGES_OUTPUT.test(name));
  return { ...Object.fromEntries(kept), ...PLAIN_LANGUAGE };
}
