/**
 * The report of a failed command, for people: a few sentences, and its whole output in a file. Few imports: images install packages before
 * they have the rest of the sources.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../../../system/root.ts';

/** In which words package managers say that something could not be fetched, from where, and how the registry answered. */
const FETCHING = [
  /service index|remote source|unable to find package/,
  /(for source '?|request to )https?:/,
  /could not (transfer|find|resolve) (artifact|dependenc|package|metadata)|error downloading/,
  /(response|status) code/,
  /\b(404|403|401) [\w ]+ - GET http/,
  /\b(E40[134]|E5\d\d|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|CERT_[A-Z_]+|SELF_SIGNED_[A-Z_]+)\b/,
  /name or service not known|connection (refused|reset|timed out)/,
  /\bget "https?:|no such host/,
  /failed to get `.*` as a dependency|failed to download from|^ *\[\d+\] (could not|couldn't|timeout|ssl)/,
  /could not find a version that satisfies|no matching distribution found/,
].map(({ source }) => new RegExp(source, 'i'));

/**
 * The sentence about a program that this CPU cannot run; empty where it ended otherwise.
 * @param how its exit code, or the signal that ended it
 */
export function cpuSentence(how: number | string | undefined): string {
  // A shell says so with 128 and the signal's number.
  if (!/\bSIGILL\b|\b132\b/.test(String(how))) return '';
  return 'It needs an instruction that this CPU does not have: build it on this machine, or take a build for older CPUs.';
}

const MOST_SENTENCES = 4;
const LONGEST_SENTENCE = 300;
const LAST_LINES = 30;

export interface FailedCommand {
  /** The purpose, such as `building apps/toy`. */
  doing: string;
  command: readonly string[];
  output: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colours begin with
const COLOURS = /\u001b\[[0-9;]*m/g;

/** A line without what stands before the word `error`, without the project behind it, and without anybody's password. */
function plain(line: string): string {
  const text = line
    .replace(COLOURS, '')
    .replace(/^.*?\berror\b\]?:?\s*/i, '')
    .replace(/\s\[[^\]]*\]\s*$/, '')
    .replace(/\/\/[^/\s@]+@/g, '//')
    .trim();
  return text.length > LONGEST_SENTENCE ? `${text.slice(0, LONGEST_SENTENCE - 1)}…` : text;
}

/** `dotnet` of `env NAME=value dotnet publish`. */
function programOf(command: readonly string[]): string {
  return command.find((word, index) => !(index === 0 && word === 'env') && !/^\w+=/.test(word)) ?? '';
}

/**
 * @param log the file with all that was said; null where there is none
 * @returns where packages could not be fetched: which, from where, how that answered, and what to do; otherwise the command and the end
 * of its output
 */
export function failureText({ doing, command, output }: FailedCommand, log: string | null): string {
  const all = log === null ? '' : ` All that was said is in ${log}.`;
  const lines = output.split('\n').map((line) => line.trimEnd());
  const fetching = lines.filter((line) => FETCHING.some((words) => words.test(line))).map(plain);
  if (fetching.length === 0) {
    const said = lines.join('\n').trim().split('\n').slice(-LAST_LINES).join('\n');
    return `${doing} failed at: ${command.join(' ')}\n${said}${all === '' ? '' : `\n${all.trim()}`}`;
  }
  const sentences = [...new Set(fetching)]
    .slice(0, MOST_SENTENCES)
    .map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`));
  const hosts = [...new Set(fetching.flatMap((line) => line.match(/(?<=https?:\/\/)[^/\s'"<>)]+/g) ?? []))];
  const where = hosts.length === 0 ? 'where its packages come from' : hosts.join(' and ');
  const advice = `See that this machine reaches ${where} (a proxy or a mirror is a setting of ${programOf(command)}), and try again.`;
  return `${doing} failed: packages could not be fetched. ${sentences.join(' ')} ${advice}${all}`;
}

/** Keeps `output` in a file of its own, by what was being done. @returns its path, or null where it cannot be written */
export function keepLog({ doing, output }: FailedCommand, folder = join(ROOT, '.outcry', 'logs')): string | null {
  const name = doing.toLowerCase().replace(/[^a-z0-9.@_]+/g, '-');
  const file = join(folder, `${name.slice(-100)}.log`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, output);
  } catch {
    return null;
  }
  const short = relative(process.cwd(), file);
  return short.startsWith('..') ? file : short;
}
