/** Where the page has its data from: the web API, or the file it stands in. */
import type { JudgedStudy } from '../../merge/claims/types.ts';
import type { Merge } from '../../merge/types.ts';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';

/** What the page shows of a session. */
export interface Session {
  id: string;
  profile: string | null;
  note: string | null;
  startedAt: string | null;
  runs: number;
  invalid: number;
  frameworks: string[];
}

export interface MergeQuery {
  /** Null: no session is named. */
  sessions: string[] | null;
  includeInvalid: boolean;
}

/** What a report says of itself. */
export interface ReportMeta {
  title: string;
  /** ISO 8601. */
  createdAt: string;
  /** The study whose runs it is about, with its claims judged by them. */
  study?: JudgedStudy;
}

export interface Source {
  /** Set when the page is a report: then there is nothing to load, to import or to watch. */
  report: ReportMeta | null;
  /** Newest first. */
  sessions(): Promise<Session[]>;
  merges(query: MergeQuery): Promise<Merge[]>;
  /** Those that are known; another one's tables and graphs are made from what its runs measured. */
  scenarios(): Promise<ScenarioAbout[]>;
}

/** Asks the web API at `path`. @throws Error with the API's own sentence */
export async function askApi<T>(path: string, options?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error('The web API does not answer. Is ./outcry charts still running?');
  }
  const text = await response.text();
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Error(`${path}: the answer (status ${response.status}) is not JSON.`);
  }
  if (!response.ok) {
    const { message } = answer as { message?: unknown };
    throw new Error(typeof message === 'string' ? message : `${path}: status ${response.status}`);
  }
  return answer as T;
}

export const apiSource: Source = {
  report: null,
  sessions: () => askApi('/api/sessions'),
  merges({ sessions, includeInvalid }) {
    const query = new URLSearchParams((sessions ?? []).map((id) => ['session', id]));
    if (includeInvalid) query.set('includeInvalid', 'true');
    return askApi(`/api/merges?${query}`);
  },
  scenarios: () => askApi('/api/scenarios'),
};

/** What stands in a report's data element. */
export interface ReportData {
  meta: ReportMeta;
  merges: Merge[];
  scenarios: ScenarioAbout[];
}

/** The source of a report: what `renderReport` put into `element`. */
export function reportSource(element: HTMLElement): Source {
  const { meta, merges, scenarios } = JSON.parse(element.textContent) as ReportData;
  return {
    report: meta,
    sessions: async () => [],
    merges: async () => merges,
    scenarios: async () => scenarios,
  };
}
