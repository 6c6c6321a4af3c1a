/** The source of the page's data: the web API, or the page's own file. */
import type { JudgedStudy } from '../../../merge/claims/types.ts';
import type { Merge } from '../../../merge/types.ts';
import type { ScenarioAbout } from '../../../protocol/scenario-charts.ts';
import type { Problem } from '../../../records/problems.ts';
import type { SessionSummary } from '../../../records/session-summary.ts';

export type Session = Omit<SessionSummary, 'finishedAt'>;

export interface MergeQuery {
  /** Null: no session is named. */
  sessions: string[] | null;
  includeInvalid: boolean;
}

export interface ReportMeta {
  title: string;
  /** ISO 8601. */
  createdAt: string;
  /** Sentences on files that the report is without; absent: none. */
  unreadable?: string[];
  /** The study whose runs it is about, with its claims judged by them. */
  study?: JudgedStudy;
}

/** As many sessions as the API takes in one query. */
export const MOST_NAMED = 200;

export interface Source {
  /** Set when the page is a report: then there is nothing to load, to import or to watch. */
  report: ReportMeta | null;
  /** The newest `limit` sessions, newest first, and how many there are. */
  sessions(limit: number): Promise<{ total: number; sessions: Session[] }>;
  /** Those of the sessions `ids` that there are, newest first. */
  named(ids: string[]): Promise<Session[]>;
  merges(query: MergeQuery): Promise<Merge[]>;
  /** Files of the results folder that cannot be read. */
  problems(): Promise<Problem[]>;
  /** Those that are known; another one's tables and graphs are made from what its runs measured. */
  scenarios(): Promise<ScenarioAbout[]>;
}

/** Controls, and characters that turn the direction of the text around them: a name from a record must stay within its place. */
const DISTURBING = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Reads JSON from elsewhere; texts come without what would disturb the page. */
const parseTexts = (json: string): unknown =>
  JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? value.replace(DISTURBING, '\ufffd') : value));

/** Asks the web API at `path`. @throws Error with the API's own sentence */
export async function askApi<T>(path: string, options?: RequestInit): Promise<T> {
  return (await ask<T>(path, options)).answer;
}

async function ask<T>(path: string, options?: RequestInit): Promise<{ answer: T; headers: Headers }> {
  let response: Response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error('The web API does not answer. Is ./outcry charts still running?');
  }
  const text = await response.text();
  let answer: unknown;
  try {
    answer = parseTexts(text);
  } catch {
    throw new Error(`${path}: the answer (status ${response.status}) is not JSON.`);
  }
  if (!response.ok) {
    const { message } = answer as { message?: unknown };
    throw new Error(typeof message === 'string' ? message : `${path}: status ${response.status}`);
  }
  return { answer: answer as T, headers: response.headers };
}

/** As many sessions as the API gives at once. */
const MOST_AT_ONCE = 1_000;

export const apiSource: Source = {
  report: null,
  async sessions(limit) {
    const sessions: Session[] = [];
    for (;;) {
      const part = Math.min(limit - sessions.length, MOST_AT_ONCE);
      const { answer, headers } = await ask<Session[]>(`/api/sessions?limit=${part}&offset=${sessions.length}`);
      sessions.push(...answer);
      const total = Number(headers.get('x-total-count'));
      if (answer.length === 0 || sessions.length >= Math.min(limit, total)) return { total, sessions };
    }
  },
  async named(ids) {
    const sessions: Session[] = [];
    for (let from = 0; from < ids.length; from += MOST_NAMED) {
      const query = new URLSearchParams(ids.slice(from, from + MOST_NAMED).map((id) => ['session', id]));
      sessions.push(...(await askApi<Session[]>(`/api/sessions?${query}`)));
    }
    return sessions;
  },
  merges({ sessions, includeInvalid }) {
    const query = new URLSearchParams((sessions ?? []).map((id) => ['session', id]));
    if (includeInvalid) query.set('includeInvalid', 'true');
    return askApi(`/api/merges?${query}`);
  },
  problems: () => askApi('/api/problems'),
  scenarios: () => askApi('/api/scenarios'),
};

/** The content of a report's data element. */
export interface ReportData {
  meta: ReportMeta;
  merges: Merge[];
  scenarios: ScenarioAbout[];
}

/** The source of a report: what `renderReport` put into `element`. */
export function reportSource(element: HTMLElement): Source {
  const { meta, merges, scenarios } = parseTexts(element.textContent) as ReportData;
  return {
    report: meta,
    sessions: async () => ({ total: 0, sessions: [] }),
    named: async () => [],
    merges: async () => merges,
    problems: async () => [],
    scenarios: async () => scenarios,
  };
}
