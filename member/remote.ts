/**
 * The launcher's interface to a page, as `window.outcryMember`. Everything goes in and out as JSON. Nothing throws or rejects: an error is
 * a sentence in the `error` of the answer.
 */
import type { ConnectRequest, MemberReport, MemberState, TestRequest } from './contract.ts';
import { Member, type MemberOptions } from './member.ts';

export interface OutcryMember {
  /** Connects the clients, ending those there were. Resolves when all are connected or one has failed. */
  connect(request: ConnectRequest): Promise<MemberState>;
  prepare(test: TestRequest): Promise<MemberState>;
  /** Begins the test where `begin` says so, and resolves with the report; with null when there is none yet after `waitMs`. */
  report(begin: boolean, waitMs: number): Promise<MemberReport | { error: string } | null>;
  disconnect(): Promise<MemberState>;
}

const sentence = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

export function createRemote(options: MemberOptions): OutcryMember & { fail(sentence: string): void } {
  const member = new Member(options);
  const attempt = async (act: () => Promise<void>): Promise<MemberState> => {
    try {
      await act();
      return member.state();
    } catch (thrown) {
      return { ...member.state(), error: sentence(thrown) };
    }
  };
  return {
    connect: (request) => attempt(() => member.connect(request)),
    prepare: (test) => attempt(() => member.prepare(test)),
    async report(begin, waitMs) {
      try {
        if (begin) member.begin();
        let timer: ReturnType<typeof setTimeout> | undefined;
        const waited = new Promise<null>((resolve) => {
          timer = setTimeout(() => resolve(null), waitMs);
        });
        const report = await Promise.race([member.report(), waited]);
        clearTimeout(timer);
        return report;
      } catch (thrown) {
        return { error: sentence(thrown) };
      }
    },
    disconnect: () => attempt(() => member.disconnect()),
    fail: (what) => member.fail(what),
  };
}
