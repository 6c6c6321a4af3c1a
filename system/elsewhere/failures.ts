/** Says why a machine could not be reached, and what to do, from what its program printed. Pure. */
import type { MachineSpec } from './machine-spec.ts';
import { OLDEST_NODE } from './messages.ts';

interface Known {
  printed: RegExp;
  /** @param name the host or the context */
  say(name: string): string;
}

const SSH: readonly Known[] = [
  {
    printed: /REMOTE HOST IDENTIFICATION HAS CHANGED|Host key for \S+ has changed/,
    say: (host) =>
      `the host key of ${host} is another one than before. If you know why, such as a new installation, run "ssh-keygen -R ${host}" and log in once with "ssh ${host}"; otherwise another machine may be answering in its place`,
  },
  {
    printed: /Host key verification failed|authenticity of host/,
    say: (host) => `the host key of ${host} is not known here; log in once with "ssh ${host}" and confirm the key`,
  },
  {
    printed: /Permission denied \([^)]*(password|keyboard-interactive)/,
    say: (host) =>
      `${host} asks for a password, which nobody can type here; run "ssh-copy-id ${host}" once, or load your key with ssh-add, so that "ssh ${host} true" asks for nothing`,
  },
  {
    printed: /Permission denied/,
    say: (host) =>
      `${host} accepts none of your keys; add your public key to ~/.ssh/authorized_keys there, or name the key in ~/.ssh/config, so that "ssh ${host} true" asks for nothing`,
  },
  {
    printed: /Could not resolve hostname|Name or service not known/,
    say: (host) => `no machine is known as ${host}; check the name, or add it to ~/.ssh/config`,
  },
  {
    printed: /Connection refused|timed out|No route to host|Network is unreachable|Connection closed by|kex_exchange/,
    say: (host) =>
      `${host} cannot be reached; check that it is on, that sshd runs there, and that no firewall is between`,
  },
];

const DOCKER: readonly Known[] = [
  {
    printed: /context "?[^"\n]*"?.*(not found|does not exist)|unable to resolve docker endpoint/i,
    say: (context) => `Docker has no context "${context}"; "docker context ls" lists them`,
  },
  {
    printed: /Cannot connect to the Docker daemon|error during connect|permission denied.*docker/i,
    say: (context) =>
      `the engine of the context "${context}" cannot be reached; "docker --context ${context} info" says why`,
  },
  {
    printed: /pull access denied|manifest unknown|Unable to find image|No such image|not found: manifest/i,
    say: (context) =>
      `the engine of the context "${context}" cannot get the image; name one that it has with docker:${context}=IMAGE`,
  },
];

const KNOWN = { ssh: SSH, docker: DOCKER, exec: [] } as const;

/** Lines of a log in a message. */
const SHOWN_LINES = 10;

/** What a machine's program did before it ended. */
export interface Attempt {
  /** What became of it: such as `ended with code 255`. */
  how: string;
  /** The last lines of its standard error, and of its output that were no messages. */
  printed: readonly string[];
  /** Node.js there, as its shell said; empty: it has none; null: no shell answered. */
  node: string | null;
}

/** The reason, with the machine's name; ends with what was printed where nothing better is known. */
export function whyNot(spec: MachineSpec, { how, printed, node }: Attempt): string {
  const text = printed.join('\n');
  const known = KNOWN[spec.kind].find((one) => one.printed.test(text));
  // A shell that has answered was reached, whatever a banner said.
  if (known !== undefined && node === null) return `${spec.text}: ${known.say(spec.target)}`;
  const check = spec.kind === 'ssh' ? `; "ssh ${spec.target} node --version" must print it` : '';
  if (node === '') {
    return `${spec.text}: there is no Node.js in the PATH of its shell; install version ${OLDEST_NODE} or newer there${check}`;
  }
  if (node !== null && Number.parseInt(node.slice(1), 10) < OLDEST_NODE) {
    return `${spec.text}: Node.js ${node} is too old there; install version ${OLDEST_NODE} or newer${check}`;
  }
  const tail = printed.length === 0 ? '' : `:\n${printed.slice(-SHOWN_LINES).join('\n')}`;
  const hint = spec.kind === 'exec' && node === null ? '; it must give a shell on its standard input and output' : '';
  return `${spec.text}: its program ${how}${hint}${tail}`;
}
