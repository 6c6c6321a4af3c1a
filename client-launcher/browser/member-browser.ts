/** One browser of a swarm, and the member's page in it. */
import { error as webDriverErrors } from 'selenium-webdriver';
import type { ConnectRequest, MemberReport, MemberState, TestRequest } from '../../member/contract.ts';
import type { OutcryMember } from '../../member/remote.ts';
import { TimeLimitError, withLimit } from './time-limit.ts';
import type { BrowserWindow } from './windows.ts';

/** A hung browser answers nothing. A healthy one answers at once, unless its page's thread is busy with its clients. */
const ANSWER_LIMIT_MS = 30_000;
const PAGE_LIMIT_MS = 60_000;
/** A page gives up on a connection after 20 s and makes 16 at a time, 200 at most. */
const CONNECT_LIMIT_MS = 300_000;
/** A page reports by itself when time is up; its report may take this long on the way, and the start before it. */
const REPORT_MARGIN_MS = 120_000;
/** The interval of checks that a browser still runs. They read /proc and disturb no browser. */
const DEATHS_MS = 1_000;

/** The result of a call; on a page without a member, the page's text. */
type PageAnswer<T> = { answer: T } | { page: string };

/** Firefox reports a refused certificate without a message. */
const REFUSED =
  'it refuses the certificate of the server. If a policy of the browser or of its machine forbids certificates of unknown authorities, allow them there, or measure without TLS (--front with :http)';

/**
 * The one sentence of a WebDriver error, without the browser's stack. Where Firefox shows an error page, its address
 * holds the sentence that the page shows.
 */
export function sentence(error: unknown): string {
  if (error instanceof webDriverErrors.InsecureCertificateError) return REFUSED;
  const line = (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
  const errorPage = /about:neterror\?(\S+)/.exec(line)?.[1];
  return (errorPage && new URLSearchParams(errorPage).get('d')) || line;
}

export class MemberBrowser {
  /** Clients connected when it was last heard of. */
  connected = 0;
  #death: string | null = null;

  constructor(
    /** 1, 2, 3 ...: its place in the swarm. */
    readonly number: number,
    readonly browser: BrowserWindow,
  ) {}

  /** The reason why it is dead; null while it is not known to be. */
  get death(): string | null {
    this.#death ??= this.browser.death();
    return this.#death;
  }

  /** Opens a fresh member's page of the server at `url`. Rejects with a sentence. */
  async open(url: string): Promise<void> {
    this.connected = 0;
    const page = `${url}/member.html`;
    try {
      await withLimit(this.browser.driver.get(page), PAGE_LIMIT_MS, 'does not answer');
    } catch (error) {
      throw new Error(`cannot open ${page}: ${sentence(error)}`);
    }
  }

  /** Connects its clients from the page it has open. Rejects with a sentence. */
  async connect(request: ConnectRequest): Promise<void> {
    await this.browser.driver.limitScripts(CONNECT_LIMIT_MS);
    this.#expect(await this.#call<MemberState>('connect', [request], CONNECT_LIMIT_MS));
  }

  async prepare(test: TestRequest): Promise<void> {
    await this.browser.driver.limitScripts(test.giveUpMs + REPORT_MARGIN_MS);
    this.#expect(await this.#call<MemberState>('prepare', [test]));
  }

  /** Begins the test, and does not wait for it. */
  async begin(): Promise<void> {
    await this.#call('report', [true, 0]);
  }

  /**
   * Resolves when the test is over in this browser: one call that stays open. One that fails means that the browser or its page is gone.
   * @param begin true if it begins the test
   * @param openMs the time that a call may stay open; after that another is made
   */
  async report(begin: boolean, openMs: number): Promise<MemberReport> {
    for (let first = true; ; first = false) {
      let answer: Awaited<ReturnType<OutcryMember['report']>>;
      try {
        answer = await this.#call('report', [begin && first, openMs], Number.POSITIVE_INFINITY);
      } catch (error) {
        this.markDead((error as Error).message);
        throw error;
      }
      if (answer === null) continue;
      if (!('clientIds' in answer)) throw new Error(answer.error ?? 'it has no report');
      return answer;
    }
  }

  /** The same; rejects as soon as the browser is known to be dead, which its driver does not always tell. */
  async reportOrDeath(begin: boolean, openMs: number): Promise<MemberReport> {
    let watching: NodeJS.Timeout | undefined;
    const death = new Promise<never>((_, reject) => {
      watching = setInterval(() => {
        if (this.death !== null) reject(new Error(this.death));
      }, DEATHS_MS);
    });
    try {
      return await Promise.race([this.report(begin, openMs), death]);
    } finally {
      clearInterval(watching);
    }
  }

  /** Leaves the page, which ends its connections and frees what it kept. One that cannot is dead. */
  async leave(): Promise<void> {
    this.connected = 0;
    await this.#answerOrDeath(this.browser.driver.get('about:blank'));
  }

  /** Finds out whether the browser still answers, whatever page it has open; one that does not is dead. */
  async probe(): Promise<void> {
    if (this.death === null) await this.#answerOrDeath(this.browser.driver.getCurrentUrl());
  }

  async #answerOrDeath(answer: Promise<unknown>): Promise<void> {
    await withLimit(answer, ANSWER_LIMIT_MS, 'does not answer').catch((error) => this.markDead(sentence(error)));
  }

  markDead(reason: string): void {
    this.#death ??= this.browser.death() ?? reason;
    this.connected = 0;
  }

  #expect({ connected, error }: MemberState): void {
    this.connected = connected;
    if (error !== null) throw new Error(error);
  }

  /** Calls a method of the page's `outcryMember`. Rejects with a sentence when there is no such thing in the page. */
  async #call<T>(method: keyof OutcryMember, args: unknown[], limitMs = ANSWER_LIMIT_MS): Promise<T> {
    // A string, not a function: what a build does to a function's text need not run in a page.
    const script = `const { outcryMember } = window;
      if (!outcryMember) return { page: document.documentElement.innerText };
      return outcryMember.${method}(...arguments).then((answer) => ({ answer }));`;
    const called = this.browser.driver.executeScript<PageAnswer<T>>(script, ...args);
    let returned: PageAnswer<T>;
    try {
      returned = await (Number.isFinite(limitMs)
        ? withLimit(called, limitMs, `does not answer within ${limitMs / 1000} s`)
        : called);
    } catch (error) {
      if (error instanceof TimeLimitError) throw error;
      throw new Error(sentence(error), { cause: error });
    }
    if ('answer' in returned) return returned.answer;
    // Chromium opens its own page where Firefox fails.
    if (returned.page.includes('ERR_CERT_')) throw new Error(REFUSED);
    throw new Error("what it has open is not a member's page: there is no window.outcryMember");
  }
}
