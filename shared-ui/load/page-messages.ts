/**
 * What load pages say to each other, as bodies that they publish in the room. The page whose button is pressed is the caller:
 *
 *     call -> here ... -> join -> ready ... -> go -> (the test) -> collect -> report ...
 */
import type { ConnectRequest, MemberReport, TestRequest } from '../../member/contract.ts';
import type { Transport } from '../../metrics/transports.ts';

export type Note =
  /** Which pages are there? */
  | { note: 'call'; call: string }
  /** The answer: a page with this many clients. */
  | { note: 'here'; call: string; page: string; clients: number }
  /** Each page is to connect these clients over this transport and to prepare this test. */
  | {
      note: 'join';
      call: string;
      shares: Record<string, number[]>;
      transport: Transport;
      clients: number;
      /** False: clients connect themselves, in the test. */
      now: boolean;
      test: TestRequest;
    }
  /** A page has done so, or says why not. */
  | { note: 'ready'; call: string; page: string; error: string | null }
  /** The test begins: pages leave the room but for their clients. */
  | { note: 'go'; call: string }
  /** These pages are to say what they measured, as soon as they know. */
  | { note: 'collect'; call: string; pages: string[] }
  /** Part `part` (0 ..) of `parts` of a page's report, as JSON text: a body may not be larger than servers take. */
  | { note: 'report'; call: string; page: string; part: number; parts: number; text: string };

/** Characters of a report that go into one body: its quotes become two bytes each, and nothing more than three. */
const PART_LENGTH = 300_000;

/** The body of a note. */
export function bodyOf(note: Note): unknown {
  return { outcryPages: note };
}

/** The note in a body; null for what another program published. What a note says is checked where it is used. */
export function noteIn(body: unknown): Note | null {
  const note = (body as { outcryPages?: Note } | null)?.outcryPages;
  return typeof note === 'object' && note !== null && typeof note.call === 'string' ? note : null;
}

export function reportNotes(call: string, page: string, report: MemberReport): Note[] {
  const text = JSON.stringify(report);
  const parts = Math.ceil(text.length / PART_LENGTH);
  return Array.from({ length: parts }, (_, part) => {
    const piece = text.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH);
    return { note: 'report', call, page, part, parts, text: piece };
  });
}

/** No report has more parts than this. */
const MOST_PARTS = 1_000;

/** Puts reports together again, page by page. */
export class ReportParts {
  readonly #parts = new Map<string, string[]>();

  /** @returns the report, when this was its last part. @throws a SyntaxError for what is none */
  take({ page, part, parts, text }: Note & { note: 'report' }): MemberReport | null {
    if (!(Number.isInteger(part) && part >= 0 && part < parts && parts <= MOST_PARTS)) return null;
    const known = this.#parts.get(page) ?? [];
    known[part] = text;
    this.#parts.set(page, known);
    // Holes in an array are passed over by `filter`: they are parts that have not come.
    return known.filter((one) => one !== undefined).length === parts ? JSON.parse(known.join('')) : null;
  }
}

/** Client numbers 1..n for each page, in order, each as many as it offered. */
export function sharesOf(pages: readonly { page: string; clients: number }[]): Record<string, number[]> {
  let next = 1;
  const ids = ({ clients }: { clients: number }) => Array.from({ length: clients }, () => next++);
  return Object.fromEntries(pages.map((one) => [one.page, ids(one)]));
}

/** What a page's member is told. */
export function connectRequest(note: Note & { note: 'join' }, clientIds: number[]): ConnectRequest {
  const { transport, clients, now } = note;
  return { transport, clients, clientIds, parallel: 16, now: now !== false };
}
