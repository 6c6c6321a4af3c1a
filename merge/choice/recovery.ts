/** The table of what clients lost, by framework and mode, from the study of disturbances. Pure. */
import { grouped as digits, significant } from '../../metrics/numbers.ts';
import type { RunRecord, SwarmKind } from '../../protocol/run-record.ts';
import type { Measured, Part } from '../claims/types.ts';
import { circumstancesOf } from '../run-facts.ts';
import { runFigure } from '../statistics/means.ts';
import FIGURES from './choice-figures.json' with { type: 'json' };
import { hardwareOf, machinesOf } from './figure-text.ts';
import type { KeptRuns, RecoveryTable } from './types.ts';

const totalOf = ({ metrics }: RunRecord, name: string): number => {
  const metric = metrics[name];
  return metric?.kind === 'count' ? (metric.total ?? 0) : 0;
};

/** The messages that the server took, times the clients that each was for. */
const dueOf = (record: RunRecord): number => totalOf(record, FIGURES.taken) * (record.identity.clients ?? 0);

const sumOf = (records: readonly RunRecord[], name: string): number =>
  records.reduce((sum, record) => sum + totalOf(record, name), 0);

const dueIn = (records: readonly RunRecord[]): number => records.reduce((sum, record) => sum + dueOf(record), 0);

/** `lost 1,204 of 60,000 (49/50)`, `all kept (50)`, and what else befell; in brackets are the disturbances. Null: there are no valid runs. */
export function observedText(records: readonly RunRecord[]): string | null {
  if (records.length === 0) return null;
  const losing = records.filter((record) => totalOf(record, FIGURES.lost) > 0).length;
  const [lost, doubled, overtaken, gone] = [FIGURES.lost, FIGURES.doubled, FIGURES.overtaken, FIGURES.gaveUp].map(
    (name) => sumOf(records, name),
  );
  return [
    lost === 0
      ? `all kept (${records.length})`
      : `lost ${digits(lost!)} of ${digits(dueIn(records))} (${losing}/${records.length})`,
    ...(doubled === 0 ? [] : [`${digits(doubled!)} doubled`]),
    ...(overtaken === 0 ? [] : [`${digits(overtaken!)} out of order`]),
    ...(gone === 0 ? [] : [`${digits(gone!)} clients given up`]),
  ].join('; ');
}

const recovers = ({ whole }: Part): boolean => whole.conditions?.recovery !== undefined;
const sameLoad = (a: Part, b: Part): boolean => JSON.stringify(a.whole.params) === JSON.stringify(b.whole.params);

/** The study of disturbances. */
export const DISTURBED = 'G';

/** The machine of a run, with those of its clients; machines that differ in their kernel alone are one. */
const machineOf = (record: RunRecord): string => hardwareOf(circumstancesOf([record]).machines.join('; '));

/**
 * The runs of the first of the study's disturbances, a deployment, that tell what was lost. Rows are compared by them, and how soon a server
 * starts depends on the machine: all are from one, that on which the row with the fewest runs has most.
 */
function deployments({ study, rows }: KeptRuns): RunRecord[] {
  const [part] = study.parts;
  const found = (part?.frameworks ?? []).flatMap((framework) =>
    part!.transports.flatMap((transport): RunRecord[][] => {
      const row = rows.findAny(`${part!.id}/${framework}/${transport}`);
      const runs = 'missing' in row ? [] : rows.telling(row.valid, FIGURES.lost);
      return runs.length === 0 ? [] : [[...runs]];
    }),
  );
  const all = found.flat().map((record) => ({ record, machine: machineOf(record) }));
  const onEach = [...new Set(all.map(({ machine }) => machine))].map((name) =>
    all.flatMap(({ record, machine }) => (machine === name ? [record] : [])),
  );
  const fewest = (runs: readonly RunRecord[]): number =>
    Math.min(...found.map((row) => row.filter((run) => runs.includes(run)).length));
  return onEach.toSorted((one, other) => fewest(other) - fewest(one))[0] ?? [];
}

/** The share of the messages that clients missed in a run of {@link deployments}, %; null: not known. */
export function missedIn(kept: KeptRuns, framework: string, transport: string): Measured | null {
  const mine = deployments(kept).filter(
    ({ identity }) => identity.framework === framework && identity.transport === transport,
  );
  const shares = mine.flatMap((record) => {
    const due = dueOf(record);
    return due === 0 ? [] : [(100 * totalOf(record, FIGURES.lost)) / due];
  });
  const figure = runFigure(shares);
  return figure && { value: figure.mean, low: figure.low, high: figure.high && Math.min(100, figure.high) };
}

/** The sentence that the shares of {@link missedIn} need; null: there are no runs. */
export function missedNote(kept: KeptRuns): string | null {
  const runs = deployments(kept);
  const [first] = runs;
  if (first === undefined) return null;
  const { before, window, after } = first.identity.params as Record<string, number>;
  return `Missed in a deployment: of the messages that the server took in ${before! + window! + after!} s, in ${window} s of which every client was offline, without recovery, by runs on one machine (${machinesOf([circumstancesOf(runs)])}). A server that starts for longer takes fewer.`;
}

/** The valid runs of a row and kind of disturbance, and those of them that tell what was lost. */
interface Observed {
  valid: readonly RunRecord[];
  telling: readonly RunRecord[];
}

/** A row of the table: its name, and its runs of each kind of disturbance; null: there are none of this kind. */
interface Row {
  name: string;
  kinds: (Observed | null)[];
}

const RECOVERING = ', with recovery';

const range = (values: readonly number[], text: (value: number) => string): string => {
  const [least, most] = [text(Math.min(...values)), text(Math.max(...values))];
  return least === most ? least : `${least} to ${most}`;
};

const percent = (part: number): string => significant(100 * part, 2);

/** `**the network cut for 1 s** (3 to 5 times each): none of 20 lost a message.` Null: there are no runs. */
function kindText(about: string, rows: readonly { name: string; records: readonly RunRecord[] }[]): string | null {
  const shares = rows
    .map(({ name, records }) => ({ name: name.replace(RECOVERING, ' with recovery'), records, due: dueIn(records) }))
    .filter(({ due }) => due > 0)
    .map(({ name, records, due }) => ({ name, times: records.length, share: sumOf(records, FIGURES.lost) / due }));
  if (shares.length === 0) return null;
  const losing = shares.filter(({ share }) => share > 0);
  const keeping = shares.filter(({ share }) => share === 0);
  const lost = (of: typeof shares): string =>
    `${range(
      of.map(({ share }) => share),
      percent,
    )} % of the messages`;
  const times = range(
    shares.map((one) => one.times),
    String,
  );
  const head = `**${about}** (${times} ${times === '1' ? 'time' : 'times'} each)`;
  if (losing.length === 0) return `${head}: none of ${shares.length} lost a message.`;
  if (keeping.length === 0) return `${head}: all ${shares.length} lost ${lost(losing)}.`;
  if (losing.length < keeping.length) {
    const names = losing.map(({ name, share }) => `${name} (${percent(share)} %)`).join(', ');
    return `${head}: ${losing.length} of ${shares.length} lost some of the messages: ${names}.`;
  }
  const names = keeping.map(({ name }) => name).join(', ');
  return `${head}: ${keeping.length} of ${shares.length} lost nothing (${names}), the others ${lost(losing)}.`;
}

const someLost = (records: readonly RunRecord[]): boolean => sumOf(records, FIGURES.lost) > 0;

/** Says how many runs do not tell what was lost, and which rows lost something in no others. @param abouts the kinds of disturbances */
function leftOutText(rows: readonly Row[], abouts: readonly string[]): string {
  let left = 0;
  const only: string[] = [];
  for (const { name, kinds } of rows) {
    for (const [kind, observed] of kinds.entries()) {
      if (observed === null) continue;
      const { valid, telling } = observed;
      left += valid.length - telling.length;
      if (telling.length > 0 && someLost(valid) && !someLost(telling)) only.push(`${name} (${abouts[kind]})`);
    }
  }
  const also = only.length === 0 ? '' : ` These rows lost messages in no others: ${only.join(', ')}.`;
  return left === 0
    ? ''
    : ` Where messages were lost, disturbances in which the swarm was saturated are left out (${digits(left)}): the machine changes the number.${also}`;
}

/** Says that rows are not to be compared where their runs are from several machines. */
function machinesText(records: readonly RunRecord[]): string {
  const machines = new Set(records.map(machineOf)).size;
  return machines < 2
    ? ''
    : ` The runs are from ${machines} machines, and each row has its own share of them: the numbers of two rows are not comparable.`;
}

/** @returns null where there are no valid runs */
const cellOf = ({ valid, telling }: Observed): string | null =>
  telling.length === 0 && valid.length > 0 ? `saturated (${valid.length})` : observedText(telling);

/** Says whether no message was doubled or overtaken, and in how many runs a client was still away at the end. */
function otherHarmTexts(records: readonly RunRecord[]): string[] {
  const harm = [FIGURES.doubled, FIGURES.overtaken].some((name) => sumOf(records, name) > 0);
  const away = records.filter(({ metrics }) => {
    const back = metrics[FIGURES.allBack];
    return back?.kind !== 'gauge' || (back.samples ?? []).length === 0;
  });
  const names = [...new Set(away.map(({ identity }) => identity.frameworkLabel))].join(', ');
  return [
    ...(harm ? [] : ['In none of these did a message come twice or out of order.']),
    away.length === 0
      ? 'Every client was back before the end of the test.'
      : `In ${away.length} of ${records.length} a client was still away at the end of the test (${names}).`,
  ];
}

/**
 * A row for each framework, and one more where it was run with its recovery too; a column for each kind of disturbance with runs. Null: clients
 * of this kind had none.
 */
function tableOf({ study, rows }: KeptRuns, swarm: SwarmKind): RecoveryTable | null {
  const parts = study.parts.filter(({ whole }) => whole.swarm === swarm);
  const observed = (part: Part | undefined, framework: string) => {
    const row = part && rows.findAny(`${part.id}/${framework}/${part.transports[0]}`);
    return row === undefined || 'missing' in row ? null : row;
  };
  const wasRun = (part: Part): boolean => part.frameworks.some((framework) => observed(part, framework) !== null);
  const kinds = parts.filter((part) => !recovers(part) && wasRun(part));
  if (kinds.length === 0) return null;
  const withRecovery = parts.filter(recovers);
  const rowsOf = (framework: string, of: (Part | undefined)[], mode: string): Row[] => {
    const found = of.map((part) => observed(part, framework));
    const [first] = found.flatMap((row) => row?.all ?? []);
    if (first === undefined) return [];
    const seen = found.map((row) => row && { valid: row.valid, telling: rows.telling(row.valid, FIGURES.lost) });
    return [{ name: `${first.identity.frameworkLabel}${mode}`, kinds: seen }];
  };
  const all = [...new Set(parts.flatMap((part) => part.frameworks))].flatMap((framework) => [
    ...rowsOf(framework, kinds, ''),
    ...rowsOf(
      framework,
      kinds.map((kind) => withRecovery.find((part) => sameLoad(part, kind))),
      RECOVERING,
    ),
  ]);
  const inBrowsers = swarm === 'browser';
  const { browsers, clientsPerBrowser } = kinds[0]!.whole;
  const clients = clientsPerBrowser === 1 ? 'There was one client' : `There were ${clientsPerBrowser} clients`;
  const of = inBrowsers ? ` ${clients} in each of ${browsers} browsers.` : '';
  const lead = kinds.map(({ about }, kind) =>
    kindText(
      about,
      all.map((row) => ({ name: row.name, records: row.kinds[kind]?.telling ?? [] })),
    ),
  );
  const everything = all.flatMap((row) => row.kinds.flatMap((observed) => observed?.valid ?? []));
  const abouts = kinds.map(({ about }) => about);
  return {
    id: inBrowsers ? 'recovery-browsers' : 'recovery',
    title: inBrowsers ? 'What clients in browsers lost' : 'What clients lost',
    note: `Lost: messages that the server took and a client never received. The brackets count the disturbances, or those with losses among all.${of}${leftOutText(all, abouts)}${machinesText(everything)}`,
    lead: [...lead.filter((text) => text !== null), ...otherHarmTexts(everything)],
    heads: ['over WebSocket', ...abouts],
    rows: all.map((row) => ({ name: row.name, figures: row.kinds.map((observed) => observed && cellOf(observed)) })),
  };
}

/** The table of console clients, and the one of clients in browsers; those with runs. */
export const recoveryTables = (kept: KeptRuns): RecoveryTable[] =>
  (['console', 'browser'] as const).flatMap((swarm) => tableOf(kept, swarm) ?? []);
