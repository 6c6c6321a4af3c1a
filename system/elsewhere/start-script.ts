/** The text that a shell on another machine is given: it looks for Node.js, and becomes Outcry's agent. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { OLDEST_NODE } from './messages.ts';

let agent: Promise<string> | null = null;

/** The agent as one script, small enough for an argument of a program (128 KiB). */
function agentText(): Promise<string> {
  agent ??= build({
    absWorkingDir: join(import.meta.dirname, 'agent'),
    entryPoints: ['./main.ts'],
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'silent',
  }).then(({ outputFiles }) => outputFiles[0]!.text.trim());
  return agent;
}

/** Quotes `text` for a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Makes the script. Everything is read by the shell before Node.js takes over the input, so the caller sends nothing more before the agent
 * has said that it is up.
 * @param marker what every message begins with. In the script it is in two parts, so that a shell that repeats its input says no message
 */
export async function startScript(marker: string): Promise<string> {
  const half = Math.floor(marker.length / 2);
  const parts = [marker.slice(0, half), marker.slice(half)].map(quoted).join('');
  return [
    `m=${parts}`,
    // Node.js raises the limit of open files to the hard one by itself; as root this raises that too.
    'h=$(ulimit -H -n); case $h in unlimited) ;; *) if [ "$h" -lt 65536 ]; then ulimit -n 65536 2>/dev/null; fi ;; esac',
    'v=$(NODE_OPTIONS= node --version 2>/dev/null)',
    `printf '\\n%s{"says":"shell","node":"%s"}\\n' "$m" "$v"`,
    `v=\${v#v}; v=\${v%%.*}`,
    `if [ "\${v:-0}" -ge ${OLDEST_NODE} ] 2>/dev/null; then NODE_OPTIONS= NODE_USE_ENV_PROXY= exec node --input-type=module -e ${quoted(await agentText())} "$m"; fi`,
    'exit 3',
    '',
  ].join('\n');
}
