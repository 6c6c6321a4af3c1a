/** Rows: the cells before the figures, and the flags and remarks of runs. */

import { FLAGGED, speakingAgainst } from '../../../merge/compare/ranking.ts';
import { explain, flagSentences, flagWords } from '../../../merge/text/flags.ts';
import { overheadText } from '../../../merge/text/overhead-sentences.ts';
import { preflightText } from '../../../merge/text/preflight-sentences.ts';
import type { Merge, MergedFlag } from '../../../merge/types.ts';
import { counted } from '../../../metrics/numbers.ts';
import { conditionsText, unrankedConditions } from '../../../protocol/conditions.ts';
import { paramTexts, type ScenarioAbout } from '../../../protocol/scenario-charts.ts';
import { type RowStyle, signOf } from './palette.ts';

export interface Entry {
  /** Unique among the entries: the merge's key, with the session where sessions are kept apart. */
  id: string;
  label: string;
  /** The label where there is little room: {@link shortLabels}. */
  short: string;
  merge: Merge;
  style: RowStyle;
}

/** A few words that explain themselves when they are asked to. */
export interface Chip {
  text: string;
  level: 'fatal' | 'warning' | 'plain';
  explanation: string;
}

/** @param session the session that the merge was asked for by itself; null where sessions are merged */
export const idOf = ({ key }: Merge, session: string | null): string => (session === null ? key : `${key}@${session}`);

const sentences = (...parts: string[]) => parts.filter((part) => part !== '').join(' ');

/** A row's name and sign. */
export const nameOf = ({ id, label, style }: Entry) => ({ id, label, sign: signOf(style) });

export type RowName = ReturnType<typeof nameOf>;

const shareText = ({ code, count }: MergedFlag, runs: number): string =>
  code === 'few-runs' || count === runs ? '' : ` in ${count} of ${runs} runs`;

/** Lists the conditions that make a row differ from the framework as it is. */
const markedOf = ({ combination }: Merge) =>
  unrankedConditions(combination.conditions).filter(({ mark }) => mark !== undefined);

/** The flag that a row is not ranked for. */
const hinderingFlag = (merge: Merge): MergedFlag | undefined =>
  merge.flags.find(({ code }) => code === 'few-runs') ??
  speakingAgainst(merge).find(({ count }) => count >= FLAGGED * merge.runs);

/**
 * Lists the chips beside a row's name. The reason why it is not ranked appears once.
 * @param unranked why it cannot be ranked; null: it can
 */
export function chipsOf({ merge }: Entry, unranked: string | null): Chip[] {
  const marked = markedOf(merge);
  const { runs, excluded } = merge;
  const hindering = unranked === null || marked.length > 0 ? undefined : hinderingFlag(merge);
  // A flag that says no more than such a word is not shown beside it.
  const flags = merge.flags.filter((flag) => flag !== hindering && marked.every(({ text }) => text !== flag.message));
  const textOf = (flag: MergedFlag): string => `${flagWords(flag.code)}${shareText(flag, runs)}`;
  const codes = [...new Set(excluded.flatMap((run) => run.codes))];
  const reason = hindering ? textOf(hindering) : marked.map((condition) => condition.unranked).join(', ');
  const notRanked: Chip = {
    text: reason === '' ? 'not ranked' : `not ranked: ${reason}`,
    level: 'warning',
    explanation: sentences(`Not ranked: ${unranked}.`, hindering ? explain(hindering.code, merge) : ''),
  };
  const skipped: Chip = {
    text: excluded.length === 1 ? '1 invalid run' : `${excluded.length} invalid runs`,
    level: 'fatal',
    explanation: `Not averaged: ${codes.map(flagWords).join(', ')}. “About these runs” names them.`,
  };
  return [
    ...(unranked === null
      ? marked.map(({ unranked: text, text: explanation }): Chip => ({ text, level: 'plain', explanation }))
      : [notRanked]),
    ...flags.map(
      (flag): Chip => ({
        text: textOf(flag),
        level: flag.level,
        explanation: flagSentences(flag, merge),
      }),
    ),
    ...(excluded.length === 0 ? [] : [skipped]),
  ];
}

/** Describes the load in one line. @param scenarios the known ones, for the names of their parameters */
export function loadOf({ combination }: Merge, scenarios: readonly ScenarioAbout[]): string {
  const { scenario, clients, members, swarm, browser, params, conditions } = combination;
  const holder = swarm === 'browser' ? (browser ?? 'browser') : 'worker';
  const instances = members === 1 ? 'instance' : 'instances';
  const held = members === null ? '' : ` in ${members} ${holder} ${instances}`;
  const many = clients === null ? 'an unknown number of clients' : counted(clients, 'client');
  const given = paramTexts(scenarios, scenario, params);
  const under = conditionsText(conditions);
  return `${scenario}; ${[`${many}${held}`, ...given].join(', ')}${under === '' ? '' : `; ${under}`}`;
}

/** As many sessions, and facts of them, as are shown unfolded. */
const MOST_SESSIONS = 4;
const MOST_FACTS = 12;

function sessionsText(sessions: string[]): string {
  if (sessions.length > MOST_SESSIONS) {
    const [first, last] = [sessions.toSorted()[0], sessions.toSorted().at(-1)];
    return `${sessions.length} sessions, ${first} to ${last}`;
  }
  return `${sessions.length === 1 ? 'session' : 'sessions'} ${sessions.join(', ') || 'unknown'}`;
}

/** On what a row was measured, a sentence each: what is of its sessions, not of the row. */
function sessionFactsOf({ machines, preflights, harnessOverheads, sessions, kind }: Merge): string[] {
  return [
    `${sessionsText(sessions)}, ${kind}`,
    ...machines,
    ...preflights.map(
      ({ session, preflight }) => `${sessions.length > 1 ? `${session}: ` : ''}${preflightText(preflight)}`,
    ),
    ...harnessOverheads.map(overheadText),
  ];
}

/** Describes how a row was measured, a sentence each. Most of them hold for all rows of a session. */
function factsOf(merge: Merge, scenarios: readonly ScenarioAbout[]): string[] {
  const { conditionsMeasured, remarks } = merge;
  return [
    loadOf(merge, scenarios),
    ...Object.entries(conditionsMeasured).map(([name, texts]) => `${name} measured: ${texts.join('; ')}`),
    ...remarks,
  ];
}

const missingOf = ({ notMeasured }: Merge): string[] =>
  Object.entries(notMeasured).map(([path, reason]) => `${path.replace(/^metrics\./, '')}: ${reason}`);

const versionsOf = ({ versions: { framework, client, runtime } }: Merge): string =>
  [
    framework.join(', '),
    client.length > 0 && client.join() !== framework.join() && `client ${client.join(', ')}`,
    runtime.length > 0 && `on ${runtime.join(', ')}`,
  ]
    .filter(Boolean)
    .join(', ');

/** The texts that every list has, in the order of the first. */
const inAll = (lists: string[][]): string[] =>
  (lists[0] ?? []).filter((text) => lists.every((list) => list.includes(text)));

/** Everything that is to be said of rows besides their figures: what holds for all of them once, then what each has of its own. */
export function notesOf(entries: Entry[], scenarios: readonly ScenarioAbout[]) {
  const of = entries.map(({ merge }) => ({ facts: factsOf(merge, scenarios), missing: missingOf(merge) }));
  const facts = inAll(of.map((each) => each.facts));
  const missing = inAll(of.map((each) => each.missing));
  const rows = entries.map((entry, index) => {
    const { merge } = entry;
    const own = of[index]!.facts.filter((fact) => !facts.includes(fact));
    const flags = merge.flags.map((flag) => ({
      words: flagWords(flag.code),
      level: flag.level,
      text: sentences(
        flagSentences(flag, merge),
        shareText(flag, merge.runs) && `${shareText(flag, merge.runs).trim()}.`,
      ),
    }));
    return {
      ...nameOf(entry),
      runs: merge.runs,
      versions: versionsOf(merge),
      began: merge.when.first?.slice(0, 16).replace('T', ' ') ?? '',
      notices: merge.notices,
      flags,
      facts: own,
      excludedRuns: merge.excluded.map(({ id, codes }) => ({
        id,
        text: `not averaged: ${sentences(...codes.map((code) => explain(code, merge) || flagWords(code)))}`,
      })),
      missing: of[index]!.missing.filter((text) => !missing.includes(text)),
    };
  });
  const ofSessions = new Set(entries.flatMap(({ merge }) => sessionFactsOf(merge)));
  const all = [...facts, ...ofSessions];
  const moreFacts = all.slice(MOST_FACTS);
  return { facts: all.slice(0, MOST_FACTS), moreFacts, moreFactsText: `${moreFacts.length} more`, missing, rows };
}

/** As many loads or machines as a picture names. */
const MOST_IN_PICTURE = 3;

/** The loads, machines and days of rows in a few lines, for where no page stands around them. */
export function originOf(entries: Entry[], scenarios: readonly ScenarioAbout[]): string[] {
  const named = (texts: string[], many: string): string => {
    const all = [...new Set(texts)];
    return all.length > MOST_IN_PICTURE ? counted(all.length, many) : all.join('; ');
  };
  const merges = entries.map(({ merge }) => merge);
  const days = merges.flatMap(({ when: { first, last } }) => [first, last].flatMap((at) => at?.slice(0, 10) ?? []));
  const [from, to] = [days.toSorted()[0], days.toSorted().at(-1)];
  const measured = from === undefined ? 'On an unknown day' : from === to ? from : `${from} to ${to}`;
  return [
    named(
      merges.map((merge) => loadOf(merge, scenarios)),
      'load',
    ),
    `${measured}, ${named(
      merges.flatMap(({ machines }) => machines),
      'machine',
    )}`,
  ].filter((line) => line !== '');
}
