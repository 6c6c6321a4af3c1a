/** Private words of this project that a textbook has another word for. `./outcry test check` finds them. */
import { prose } from './prose.ts';

interface PrivateWord {
  /** As a message names it. */
  word: string;
  instead: string;
  /** Finds it in comments and texts. A common word is found only in phrases of the private sense. */
  text?: RegExp;
  /** Finds it in names, options and paths too. */
  name?: RegExp;
}

const WORDS: readonly PrivateWord[] = [
  {
    word: 'look',
    instead: 'preflight check',
    text: /\bmachine looks?\b|\b(?:the|this|its) look (?:before|said|found|saw|took|at the machine)\b|\bdo not look\b/gi,
    name: /--look\b/g,
  },
  { word: 'floor', instead: 'harness overhead', text: /(?<!ground )\bfloors?\b/gi },
  {
    word: 'half',
    instead: 'arm',
    text: /\b(?:both|its other|as|the two|of two) hal(?:f|ves)\b(?! (?:a|an|the)\b)|\ba half of (?:a|one|the) framework\b/gi,
  },
  { word: 'set aside', instead: 'discarded', text: /\bset(?:s|ting)? (?:\w+ ){0,2}aside\b/gi },
  { word: 'attempt', instead: 'retry', text: /\battempts? (?:at|of) (?:a|the|its) runs?\b/gi },
  { word: 'keeper', instead: 'reaper', text: /\bkeepers?\b/gi, name: /keeper/gi },
  { word: 'wing', instead: 'worker process', text: /\bwings?\b/gi, name: /\b[Ww]ings?\b|[a-z]Wings?\b|\bwing[A-Z-]/g },
  { word: 'primary', instead: 'coordinator', text: /\bprimar(?:y|ies)\b(?! key)/gi },
  {
    word: 'way',
    instead: 'route, network path',
    text: /\bways? to (?:the|a|its) (?:server|broker)\b|\b(?:slower|shaped|measured) ways?\b/gi,
    name: /\bwayTo\b|\bWayPlan\b/g,
  },
  { word: 'sharing', instead: 'client distribution', name: /\bSharing\b/g },
  { word: 'strained', instead: 'overloaded', text: /\bstrained\b/gi, name: /\bstrained\b/g },
  {
    word: 'claim (of a file)',
    instead: 'lock',
    text: /\bunder a claim\b|\bclaims? (?:on|of) (?:an?|the|its|one) (?:id|ids|name|file|record|folder)\b|\bclaims? (?:an?|the|its|one|a hundred) (?:ids?|names?|files?)\b|\.claim\b/gi,
  },
  { word: 'outlook', instead: 'time estimate', text: /\boutlook\b/gi, name: /outlook/gi },
  { word: 'left out', instead: 'skipped', text: /\b(?:left|leaves?|leaving) out\b/gi },
  {
    word: 'told',
    instead: 'reported, flagged',
    text: /\bsa(?:y|ys|id) (?:of|against) (?:itself|themselves)\b|@param \w+ told\b|\b(?:can|could|cannot|to) be told of\b/gi,
  },
  {
    word: 'findings (of a run)',
    instead: 'flags',
    text: /\b(?:fatal|warning|validity) findings?\b|\bfindings of (?:a|the|its) (?:runs?|session)\b/gi,
  },
  {
    word: 'stand-in',
    instead: 'substitute',
    text: /\bstand-ins?\b|\b(?:stands?|stood|standing) in(?: for\b|[.,;:])/gi,
  },
  { word: 'master', instead: 'coordinator member', text: /\bmasters?\b/gi },
  { word: 'whoever', instead: 'the actor by name', text: /\bwho(?:m|se)?ever\b/gi },
  {
    word: 'nobody',
    instead: 'unknown, not measured, or the actor by name',
    text: /\bnobody (?:here )?(?:knows|knew|says|said|can say|can tell|looked|asked|measured)\b|\bnobody['’]s way\b/gi,
  },
];

/** Uses of a word in another sense, or in names that must stay. */
const OTHER_SENSES: readonly { word: string; path: RegExp; line: RegExp }[] = [
  { word: 'master', path: /^docker\/testing\/confinement/, line: /master:1/ }, // how the kernel lists mounts
  { word: 'stand-in', path: /^chart-merger\/page\/view\/files\.test/, line: /stand-in/ }, // a column of the CSV files
];

export interface PrivateUse {
  /** From 1 on; 0: the file's path. */
  line: number;
  word: string;
  found: string;
  instead: string;
}

/** The private words in `text` and in its path, in the order of the lines. */
export function privateWords(text: string, file: string): PrivateUse[] {
  const lines = text.split('\n');
  const starts = startsOf(lines);
  const read = prose(text, file);
  const uses = WORDS.flatMap((rule) => {
    const named = usesOf(rule, rule.name, text, starts);
    const said = usesOf(rule, rule.text, read, starts).filter(({ line }) => !named.some((use) => use.line === line));
    return [
      ...usesOf(rule, rule.name, file, [0]).map((use) => ({ ...use, line: 0 })),
      ...[...named, ...said].filter(({ line }) => !isOtherSense(rule.word, file, lines[line - 1]!)),
    ];
  });
  return uses.sort((a, b) => a.line - b.line);
}

/** Where each line begins. */
function startsOf(lines: readonly string[]): number[] {
  let at = 0;
  return lines.map(({ length }) => {
    at += length + 1;
    return at - length - 1;
  });
}

const isOtherSense = (word: string, file: string, line: string): boolean =>
  OTHER_SENSES.some((other) => other.word === word && other.path.test(file) && other.line.test(line));

function usesOf(
  { word, instead }: PrivateWord,
  pattern: RegExp | undefined,
  text: string,
  starts: readonly number[],
): PrivateUse[] {
  if (pattern === undefined) return [];
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => {
    const line = starts.findLastIndex((start) => start <= index) + 1;
    return { line, word, found, instead };
  });
}

/** One use as compilers report it. */
export const useText = (file: string, { line, found, instead }: PrivateUse): string =>
  `${file}${line > 0 ? `:${line}` : ''}: "${found}" is a private word; write "${instead}"`;
