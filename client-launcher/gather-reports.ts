import type { MemberReport } from '../member/contract.ts';
import { withLimit } from './browser/time-limit.ts';
import type { TestOutcome } from './swarm.ts';

/** A member that holds clients, and the call that is answered when it is done. */
export interface Reporting {
  /** 1, 2, 3 ...: its place in the swarm. */
  member: number;
  /** Rejects when the member dies, or when its answer is no report. */
  report: Promise<MemberReport>;
}

/** The reports in the order of members, and the reasons of members without one. `late` are members that did not answer in time. */
export interface Gathered {
  reports: MemberReport[];
  failed: { member: number; reason: string }[];
  late: number[];
}

/** Resolves when every member has reported or failed, at most after `timeoutMs`. */
export async function gather(members: readonly Reporting[], timeoutMs: number): Promise<Gathered> {
  const came = new Map<number, MemberReport | Error>();
  const answers = members.map(async ({ member, report }) => {
    came.set(member, await report.catch((error: Error) => error));
  });
  await withLimit(Promise.all(answers), timeoutMs, 'some are late').catch(() => {});
  const gathered: Gathered = { reports: [], failed: [], late: [] };
  for (const { member } of members) {
    const answer = came.get(member);
    if (answer === undefined) gathered.late.push(member);
    else if (answer instanceof Error) gathered.failed.push({ member, reason: answer.message });
    else gathered.reports.push(answer);
  }
  return gathered;
}

/**
 * Builds the result of a swarm's `run`.
 * @param died the members known to have died, which explains why they have no report
 */
export function outcomeOf(gathered: Gathered, died: TestOutcome['died'], timeoutMs: number): TestOutcome {
  const dead = new Set(died.map(({ member }) => member));
  const failed = gathered.failed.filter(({ member }) => !dead.has(member));
  const late = gathered.late.filter((member) => !dead.has(member));
  const why = failed.map(({ member, reason }) => `member ${member}: ${reason}`);
  if (late.length > 0) {
    const who = late.length === 1 ? `member ${late[0]}` : `${late.length} members (${late.join(', ')})`;
    why.push(`${who} did not report within ${Math.round(timeoutMs / 1000)} s`);
  }
  return { reports: gathered.reports, died, error: why.length === 0 ? null : why.join('; ') };
}
